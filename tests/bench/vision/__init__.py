"""How well cards are read: trials on pictures whose truth is known, and what came of them."""
