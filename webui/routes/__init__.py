"""The routes: requests in, acts on the table's port and answers out."""
