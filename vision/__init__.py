"""Finding, straightening, matching and following cards; decks; synthetic frames."""
