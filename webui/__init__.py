"""The web pages: HTTP requests become moves, and every change goes to each open page."""
