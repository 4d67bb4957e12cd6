"""How each move changes a match of Coup, by subject; `play` collects the handlers."""
