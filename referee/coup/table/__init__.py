"""What lies on the table of Coup, and what a change of that comes to."""
