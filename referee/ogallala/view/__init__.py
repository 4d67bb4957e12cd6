"""What may be done in Ogallala and be seen of it, and what a match came to."""
