"""The drawing of the table: a game's layout on the plan of its mats, for one viewer."""
