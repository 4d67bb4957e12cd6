"""Matches of bots against others: how often each wins."""
