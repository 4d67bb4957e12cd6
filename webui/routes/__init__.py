"""The HTTP routes: they turn requests into commands for the table's port, and into answers."""
