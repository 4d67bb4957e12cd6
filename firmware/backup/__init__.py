"""Backup: a table's data in one file, and restoring it."""

from firmware.backup.manifest import Manifest, look, told
from firmware.backup.restoring import BEFORE, forget, prepare, take_over, waiting
from firmware.backup.writing import write

__all__ = [
    "BEFORE",
    "Manifest",
    "forget",
    "look",
    "prepare",
    "take_over",
    "told",
    "waiting",
    "write",
]
