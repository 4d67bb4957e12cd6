"""Games played at a rendered table by the contract alone, and mistakes made there."""
