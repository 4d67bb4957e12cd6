"""The pages of a club's hub: live tables, results, and the rounds of an event."""
