"""Everything that touches the machine. It wires the other packages together."""
