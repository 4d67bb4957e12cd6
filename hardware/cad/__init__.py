"""The enclosure and the arm as solids: `make enclosure`.

In come the plans of `hardware.enclosure`; out go STL, 3MF and pictures. This room alone needs the
CAD library (`pip install .[cad]`).
"""
