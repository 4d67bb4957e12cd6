"""What a page shows: the state of the table as plain data, in the words of its reader."""
