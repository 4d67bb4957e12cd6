"""Access control: request checks, hosts, the phones at the seats, approvals."""
