"""What a page shows: the state of the table as plain data, in the language of its viewer."""
