"""The routes: which request does what."""
