"""What lies on the table of Coyote, and what a change of that comes to."""
