"""The table to be drawn: a layout on the plan of its mats, as its viewer sees it."""
