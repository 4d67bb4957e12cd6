"""The phone pages, live updates, and the words."""
