"""The table of a match: its layout, its pending actions, and what each change means."""
