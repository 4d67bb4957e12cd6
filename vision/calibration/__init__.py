"""Check whether a camera above a mat is good enough for reading cards.

The input is a picture of the empty mats. The results are the checks, with their measurements, and
the lens.
"""
