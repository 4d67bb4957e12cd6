"""The table's own players, and what looks back at a match."""
