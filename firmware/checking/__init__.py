"""The doctor's checks.

**In:** a machine: its files, programs, pins, camera, network. **Out:** findings, each with what was
checked, whether it is well, and what to do.
"""
