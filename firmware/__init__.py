"""Everything that touches the machine; it puts the parts together."""
