"""The enclosure and the camera's arm as numbers: where walls, holes and boards are.

In comes `hardware/enclosure.toml`; out go places in mm. No CAD library is needed here.
"""
