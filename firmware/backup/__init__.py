"""Writes a table's data to one file, and restores them from it."""

from firmware.backup.manifest import JOURNALS, Manifest, describe, read_manifest
from firmware.backup.restoring import BEFORE, READY, forget, prepare, take_over, waiting
from firmware.backup.writing import backups_made, check_replaceable, note_made, write

__all__ = [
    "BEFORE",
    "JOURNALS",
    "READY",
    "Manifest",
    "backups_made",
    "check_replaceable",
    "describe",
    "forget",
    "note_made",
    "prepare",
    "read_manifest",
    "take_over",
    "waiting",
    "write",
]
