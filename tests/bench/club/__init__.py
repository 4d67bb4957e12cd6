"""A club's hub, its broker and light tables (a journal and a line), killed while they play."""
