"""What lies on the table of Ogallala, and what a change of that comes to."""
