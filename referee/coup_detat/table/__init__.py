"""What lies on the table, what it waits for, and what a change of it means."""
