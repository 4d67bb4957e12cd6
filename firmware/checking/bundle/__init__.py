"""The bundle for a bug report: a zip file without private data.

The table makes the bundle from the findings, the machine and the data folder, and removes private
names from it.
"""
