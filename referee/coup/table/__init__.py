"""The layout of a table of Coup, the judging of its changes, and the hidden cards."""
