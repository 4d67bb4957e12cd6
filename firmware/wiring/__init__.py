"""The wiring as tables, drawings and currents, from the pin table and the parts."""
