"""The running match. It has one writer, a journal on disk, and match files.

Commands may come from any thread. Each snapshot is sent only after its entry is on disk.
"""
