"""The subcommands of `coyote`, a module each, with what several of them share.

In come arguments; out go sentences or JSON, and an exit status.
"""
