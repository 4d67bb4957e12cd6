"""The rules of Hearts."""
