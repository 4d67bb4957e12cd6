"""The state of the table itself: values that `firmware` makes and the pages show."""
