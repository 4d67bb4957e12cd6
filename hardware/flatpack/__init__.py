"""The box, the cups and the console in plywood, for a laser or a saw.

This package turns the measures of `hardware.enclosure` into outlines at 1:1, as SVG and DXF. It
needs no CAD library.
"""
