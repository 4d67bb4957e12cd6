"""The layout of a table of Coyote, the judging of its changes, and the hidden cards."""
