"""The doctor's checks.

They look at a machine: its files, programs, pins, camera and network. Each yields findings: what
was checked, whether it is well, and what to do.
"""
