"""The journal: entries on disk before anybody sees them, checked, repaired and trimmed."""
