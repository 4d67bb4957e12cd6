"""How each move changes a match of Coup, by subject. `flow.py` lists them by phase."""
