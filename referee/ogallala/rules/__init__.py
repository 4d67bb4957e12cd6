"""How each move changes a match of Ogallala, by subject; `play` collects the handlers."""
