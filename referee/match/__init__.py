"""The running match: one writer, its journal on disk, and match files.

In come moves, by any thread; out go snapshots, each after it is written.
"""
