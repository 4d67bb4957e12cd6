"""The bundle for a bug report: a zip file without private data.

The bundle is made from the findings, the machine and the data folder. Private names are removed.
"""
