"""Setting up a table from its pages: the camera's view checked, a deck taught."""
