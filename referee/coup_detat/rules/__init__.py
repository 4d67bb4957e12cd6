"""What each move changes, by subject, and how it is refused; `play` gathers them."""
