"""Box, cups and console of plywood, for a laser or a saw: outlines at 1:1.

In come the measures of `hardware.enclosure`; out go SVG and DXF. No CAD library is needed here.
"""
