"""The checks of `coyote doctor`.

A check is one function. It looks at one part of the machine, its files, programs, pins, camera or
network, and yields findings: what it found, whether the part works, and what to do.
"""
