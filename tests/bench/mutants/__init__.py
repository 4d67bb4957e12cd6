"""Mutants: small faults put into the product, to see which tests notice them."""
