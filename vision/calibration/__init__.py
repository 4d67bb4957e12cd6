"""Whether a camera over a mat is fit for reading.

In comes a picture of the empty mats; out go checks, each with its measure, and the lens.
"""
