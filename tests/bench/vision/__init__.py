"""How well cards are read: trials on pictures whose cards are known."""
