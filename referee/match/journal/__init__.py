"""The journal: what is written of a match before anybody sees it, checked, mended and trimmed."""
