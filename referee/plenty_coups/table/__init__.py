"""The table of a match: its layout, and what each change means."""
