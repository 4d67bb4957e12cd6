"""The box, the cups and the console in plywood, for a laser or a saw.

The measures of `hardware.enclosure` become outlines at 1:1, as SVG and DXF. No CAD library is
needed here.
"""
