"""A club's hub as values: its log, its tables and results, its events, and the people in them.

Everything is derived from the log, and the same log always gives the same state. `firmware.hub` has
what needs the machine: the log's file, the broker and the connection to the tables.
"""
