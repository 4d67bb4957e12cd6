"""The printed board: its places, its tracks, and the files that a maker of boards takes."""
