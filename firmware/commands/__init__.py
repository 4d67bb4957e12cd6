"""The subcommands of `coyote`, one module each, and what several of them share."""
