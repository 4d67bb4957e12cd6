"""Reading: from camera frames to cards that lie still, and from those to moves and questions."""
