"""The walk of `coyote doctor --walk`: a person at the table tries part by part."""
