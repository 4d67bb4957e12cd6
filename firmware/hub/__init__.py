"""A club's hub: stores what its tables report, counts it, and shows it on pages."""
