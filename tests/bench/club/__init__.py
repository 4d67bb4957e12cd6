"""A club's hub, its broker and light tables (a journal and a line), killed, and under load."""
