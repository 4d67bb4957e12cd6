"""Writes a table's data to one file, and restores them from it."""

from firmware.backup.manifest import Manifest, describe, read_manifest
from firmware.backup.restoring import BEFORE, forget, prepare, take_over, waiting
from firmware.backup.writing import write

__all__ = [
    "BEFORE",
    "Manifest",
    "describe",
    "forget",
    "prepare",
    "read_manifest",
    "take_over",
    "waiting",
    "write",
]
