"""What each move of Ogallala changes, by subject; `play` gathers them."""
