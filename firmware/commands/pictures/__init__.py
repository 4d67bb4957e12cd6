"""Commands that read pictures, count cards, teach a deck, or set up a camera."""
