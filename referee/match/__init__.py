"""The running match: one writer, a journal on disk, and match files.

Commands come in from any thread. Snapshots go out, each after its entry is on disk.
"""
