"""Compute the places of walls, holes and boards in the enclosure and the camera arm.

The measures come from `hardware/enclosure.toml`; the results are places in mm. No CAD library is
needed here.
"""
