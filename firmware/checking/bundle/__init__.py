"""The bundle for a bug report: a zip without private data.

It is made from the findings, the machine, the data folder and the names that are private.
"""
