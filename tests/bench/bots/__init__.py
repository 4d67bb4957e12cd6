"""Matches of players of the table's own, against others: how often each is first."""
