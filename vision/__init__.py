"""Find, rectify, match and track cards; load decks; render synthetic frames."""
