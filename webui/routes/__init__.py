"""The HTTP routes: requests become commands for the table's port, and results become answers."""
