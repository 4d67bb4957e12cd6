"""The table of a match: its layout, and the meaning of a change."""
