"""The layout of a table of Ogallala, the judging of its changes, and the hidden cards."""
