"""What lies where, and what a change of that means."""
