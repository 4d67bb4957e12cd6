"""What a page shows: the table's snapshot and status in, a `PageState` out, one a viewer."""
