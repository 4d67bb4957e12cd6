"""All that `coyote print` makes, read back."""
