"""The subcommands of `coyote`, a module each."""
