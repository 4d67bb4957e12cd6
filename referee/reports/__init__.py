"""What the table says of itself: values that `firmware` makes and the pages show."""
