"""The pages of a club's hub: all tables live, what counts, and the rounds of an evening."""
