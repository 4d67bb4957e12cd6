"""Who may do what: guards, hosts, the phones at the seats, what waits for a second yes."""
