"""The rig: the table's own code on kernel devices, in a computer that is a process of this one.

In come the project as it stands and Debian's kernel source; out go figures, each beside its goal.
"""
