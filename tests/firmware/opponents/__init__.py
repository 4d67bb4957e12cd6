"""Players of the table's own."""
