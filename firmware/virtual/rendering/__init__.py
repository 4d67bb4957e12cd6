"""The camera above the virtual table, and the process that renders its pictures."""
