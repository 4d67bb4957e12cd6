"""Short evenings, played frame by frame."""
