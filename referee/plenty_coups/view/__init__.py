"""What may be done, what everybody may see, and what a match came to."""
