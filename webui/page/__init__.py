"""Build the state of a page for one viewer from the table's snapshot and status."""
