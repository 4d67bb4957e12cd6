"""Commands that read pictures: reading, counting, teaching a deck, setting up a camera."""
