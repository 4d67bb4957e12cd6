"""The walk (`coyote doctor --walk`): a person at the table tries each part."""
