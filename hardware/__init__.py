"""The physical kit as data and drawings: pins, mat, printable decks."""
