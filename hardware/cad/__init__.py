"""Build the enclosure and the arm as solids: `make enclosure`.

This package turns the plans of `hardware.enclosure` into STL files, 3MF files and pictures. Only
this package needs the CAD library (`pip install .[cad]`).
"""
