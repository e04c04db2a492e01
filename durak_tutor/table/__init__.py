"""The card table: a scene is what one seat may see, as data; a gesture becomes a move. No rules, no lessons."""
