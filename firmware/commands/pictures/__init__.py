"""Commands that look at pictures: reading, counting, teaching a deck, setting a camera up."""
