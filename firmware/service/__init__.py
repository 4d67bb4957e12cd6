"""What keeps a table running, whatever fails.

In come threads to run, starts that failed and the journal's size; out go threads that are started
again, safe mode, a journal within its limit, and systemd's heartbeat.
"""
