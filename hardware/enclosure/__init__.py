"""The enclosure and the camera arm as numbers: the places of walls, holes and boards.

The measures come from `hardware/enclosure.toml`; the results are places in mm. No CAD library is
needed here.
"""
