"""Everything that touches the machine. This package also connects the other packages."""
