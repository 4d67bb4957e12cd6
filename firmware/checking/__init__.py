"""The checks of `coyote doctor`.

Each check looks at one part of the machine: its files, programs, pins, camera or network. It yields
findings that say what it found, whether the part works, and what to do.
"""
