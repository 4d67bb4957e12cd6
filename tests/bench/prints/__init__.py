"""Everything that `coyote print` makes, read back."""
