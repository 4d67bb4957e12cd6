"""The web server: connections, threads, event streams and compression."""
