"""The table of a match: its layout, pending actions, and the meaning of a change."""
