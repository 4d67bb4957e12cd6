"""`coyote play` and `coyote table`: a running table with its pages, or the safe mode."""
