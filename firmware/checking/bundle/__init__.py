"""The bundle for a bug report.

In come findings, the machine, the data folder and the names that are private; out goes a zip with
nothing of anybody in it.
"""
