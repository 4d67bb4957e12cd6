"""Decide who may do what: request checks, hosts, the phones at the seats, and approvals."""
