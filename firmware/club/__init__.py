"""A table's membership in a club: it joins a hub and reports its matches."""
