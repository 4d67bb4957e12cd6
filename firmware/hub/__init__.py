"""A club's hub. It stores what tables report, computes standings, and shows them on pages."""
