"""Games and mistakes at a rendered table, known by the contract alone."""
