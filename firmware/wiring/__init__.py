"""The wiring as tables and pictures, and the currents that flow in it.

In come the pin table and the parts; out go the wires one by one, sums in mA, and drawings.
"""
