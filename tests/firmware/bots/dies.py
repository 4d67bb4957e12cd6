"""A process that thinks and ends at once."""
