"""Learn Durak: an engine that says why, a card table, and lessons."""
