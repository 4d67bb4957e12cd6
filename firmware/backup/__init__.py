"""Writing a table's data to one file, and restoring them."""

from firmware.backup.manifest import Manifest, read_manifest, describe
from firmware.backup.restoring import BEFORE, forget, prepare, take_over, waiting
from firmware.backup.writing import write

__all__ = [
    "BEFORE",
    "Manifest",
    "forget",
    "read_manifest",
    "prepare",
    "take_over",
    "describe",
    "waiting",
    "write",
]
