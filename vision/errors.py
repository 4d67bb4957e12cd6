"""What vision refuses. Imports nothing, so that a program can name it before it needs vision."""

from __future__ import annotations


class VisionError(ValueError):
    """Root of all that vision refuses; ``str`` of it is one sentence that says what to do."""
