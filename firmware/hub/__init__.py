"""A club's hub: what its tables tell, kept for good, counted, and shown on one page."""
