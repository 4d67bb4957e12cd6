"""Makes tables, drawings and currents of the wiring from the pin table and list of parts."""
