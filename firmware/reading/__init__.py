"""Reading turns camera frames into cards that lie still, and those into moves and questions."""
