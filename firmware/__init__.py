"""Everything that touches the machine. It also connects the other packages with each other."""
