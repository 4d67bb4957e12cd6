"""Finds names in old files, in every form in which this program writes them.

A name counts only between the quotes that JSON puts around it: "Bo" is in many files by chance.
"""

from __future__ import annotations

import json
import mmap
import zipfile
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

CHUNK = 1 << 20


def forms(names: Iterable[str]) -> frozenset[bytes]:
    """Return the bytes that names are in a file: as JSON, and as JSON within JSON."""
    writings = set[bytes]()
    for name in names:
        for text in {name, name.casefold(), name.title(), name.upper(), normalize("NFD", name)}:
            once = json.dumps(text)
            plain = json.dumps(text, ensure_ascii=False)
            writings |= {plain.encode(), once.encode(), json.dumps(once)[1:-1].encode()}
    return frozenset(writings)


def has_name(path: Path, searched: Collection[bytes]) -> bool:
    """Whether a file has one of these bytes, also in the files of a zip."""
    with suppress(OSError, ValueError, zipfile.BadZipFile):
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as whole:
                return any(_in_member(whole, member, searched) for member in whole.infolist())
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return any(data.find(writing) >= 0 for writing in searched)
    return False


def _in_member(whole: zipfile.ZipFile, info: zipfile.ZipInfo, searched: Collection[bytes]) -> bool:
    overlap, last = max(map(len, searched), default=1) - 1, b""
    with whole.open(info) as member:
        while chunk := member.read(CHUNK):
            data = last + chunk
            if any(writing in data for writing in searched):
                return True
            last = data[-overlap:] if overlap else b""
    return False


def files_with(paths: Iterable[Path], names: Iterable[str]) -> Iterator[Path]:
    """Yield the files, also those in folders, that have one of these names."""
    searched = forms(names)
    for top in paths:
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and not path.is_symlink() and searched and has_name(path, searched):
                yield path
