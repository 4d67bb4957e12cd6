"""The wiring as tables, drawings and currents, made from the pin table and the list of parts."""
