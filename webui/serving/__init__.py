"""The web server: its connections, threads, event streams and compression."""
