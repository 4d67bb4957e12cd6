"""Reading: from frames, and cards that lie still in them, to moves and questions for the table."""
