"""Screens: blocks of data that one widget draws, and the session that answers its gestures. No lessons."""
