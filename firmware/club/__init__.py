"""A table of a club: it has joined a hub, and tells it of its matches."""
