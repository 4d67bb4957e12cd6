"""Writes a table's data to one file, and restores them from it."""
