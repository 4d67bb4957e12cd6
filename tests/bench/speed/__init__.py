"""How long a table takes to answer, and what it costs."""
