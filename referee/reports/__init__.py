"""The state of the table itself. `firmware` makes these values, and the pages show them."""
