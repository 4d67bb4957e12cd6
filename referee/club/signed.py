"""Results as the texts of QR codes, signed by the table that tells them.

A code is ``CT1:`` and, in base45, so that it fits QR's alphanumeric mode: the table's id, the mark
of the set that it belongs to, its number and how many there are, a part of the results, and the
signature of all of that. Each is signed by itself: what is not from a table of the club is never
unpacked, and no code of a stranger's spoils those beside it. The results are rows of msgpack,
deflated together. They are signed, not secret: who takes a picture of them reads the names. Told
again, or after newer ones, they harm nothing: see `results.newest`.
"""

from __future__ import annotations

import hashlib
import hmac
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from referee.club import base45
from referee.club.results import MOST_SEATS, Result, Statement, is_consistent
from referee.values import Frozen, Message, RefereeError

FORMAT = 1  # that follows MAGIC; a reader refuses a higher one
MAGIC = "CT"
# The signature is cut to half of SHA-256's, the least that RFC 2104 advises.
SIGNATURE_BYTES = 16
MARK_BYTES = 4  # tells apart the sets of one table that are read together
# What a code says, signature and all: 310 characters, as version 10 of a QR code at level M takes
# (311); vision/README.md says why no larger one. A result of four with names of up to 39 letters
# takes 160 bytes alone and 63 among ten, of eight 215 and 78: ten matches of four are four codes.
CODE_BYTES = 204
HEAD_BYTES = 13  # beside the table's id and its part of the results
MOST_TABLE = 40  # letters of its id
MOST_SIGNS = 4296  # of any QR code
MOST_CODES = 60  # some 10 kB: 150 results of eight
MOST_BYTES = 1_000_000  # of results unpacked: no table's key makes a hub hold more


class _Stated(Statement, array_like=True):
    pass


class _Row(Result, array_like=True):
    stated: Annotated[tuple[_Stated, ...], Meta(max_length=MOST_SEATS + 1)] = ()


class CodeError(RefereeError, ValueError):
    """A text that is no result to be taken."""

    def __init__(self, message: Message) -> None:
        super().__init__("code", message)


class CodePart(Frozen):
    """One code whose signature fits: which of how many (from 1) of a set of a table's."""

    table: str
    mark: bytes
    number: int
    of: int
    data: bytes


class MissingCodes(Frozen):
    """The numbers of the codes that a table's set lacks."""

    table: str
    numbers: tuple[int, ...]
    of: int

    @property
    def message(self) -> Message:
        """What to say of it."""
        said = ", ".join(map(str, self.numbers))
        return Message("club.code.missing", {"table": self.table, "codes": said, "of": self.of})


class Unpacked(Frozen):
    """The results of all whole sets, by table, and what the others lack."""

    results: dict[str, tuple[Result, ...]]
    missing: tuple[MissingCodes, ...]

    @property
    def messages(self) -> tuple[Message, ...]:
        """What to say of it: how many results each table told, and which codes are missing."""
        read = (
            Message("club.code.read", {"table": table, "count": len(found)})
            for table, found in self.results.items()
        )
        return (*read, *(one.message for one in self.missing))


def pack(results: Sequence[Result], table: str, key: bytes) -> tuple[str, ...]:
    """Return results as the texts of QR codes, signed with the table's key of 32 bytes.

    Raises `CodeError` where they are more than `MOST_CODES` hold.
    """
    rows = msgspec.convert(results, tuple[_Row, ...], from_attributes=True)
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = packer.compress(msgspec.msgpack.encode(rows)) + packer.flush()
    room = CODE_BYTES - SIGNATURE_BYTES - HEAD_BYTES - len(table.encode())
    of = -(-len(data) // room)
    if of > MOST_CODES:
        raise CodeError(Message("club.code.too_many", {"codes": of, "most": MOST_CODES}))
    size = -(-len(data) // of)  # all alike: the last one is as easily read as the first
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    mark = _mark(data)
    return tuple(_code(CodePart(table, mark, n, of, one), key) for n, one in enumerate(parts, 1))


def read(text: str, key_of: Callable[[str], bytes | None]) -> CodePart:
    """Return what one code says; raises `CodeError`.

    `key_of` returns a table's key by its id, or None where it knows no such table.
    """
    head, colon, body = text.partition(":")
    form = head.removeprefix(MAGIC)
    known = colon and head.startswith(MAGIC) and form.isascii() and form.isdecimal()
    if not known or len(text) > MOST_SIGNS:
        raise CodeError(Message("club.code.foreign"))
    if int(form) != FORMAT:
        raise CodeError(Message("club.code.newer"))
    try:
        signed = base45.decode(body)
        said, signature = signed[:-SIGNATURE_BYTES], signed[-SIGNATURE_BYTES:]
        table, mark, number, of, data = msgspec.msgpack.decode(
            said, type=tuple[Annotated[str, Meta(max_length=MOST_TABLE)], bytes, int, int, bytes]
        )
    except ValueError:
        raise CodeError(Message("club.code.damaged")) from None
    if not (1 <= number <= of <= MOST_CODES):
        raise CodeError(Message("club.code.damaged"))
    key = key_of(table)
    if key is None:
        raise CodeError(Message("club.code.unknown", {"table": table}))
    if not hmac.compare_digest(signature, _signature(said, key)):
        raise CodeError(Message("club.code.signature", {"table": table}))
    return CodePart(table, mark, number, of, data)


def sift(
    texts: Iterable[str], key_of: Callable[[str], bytes | None]
) -> tuple[tuple[str, ...], tuple[Message, ...]]:
    """Return the texts that `read` takes, and what to say of the others, all once.

    A picture may show other codes beside a table's: those that it takes are kept for `unpack`.
    """
    taken: dict[str, None] = {}
    refused: list[Message] = []
    for text in texts:
        try:
            read(text, key_of)
        except CodeError as error:
            refused += [error.message] if error.message not in refused else []
        else:
            taken[text] = None
    return tuple(taken), tuple(refused)


def unpack(texts: Iterable[str], key_of: Callable[[str], bytes | None]) -> Unpacked:
    """Return what codes say, in whatever order and how often each was read; raises `CodeError`.

    `key_of` is as `read` takes it.
    """
    sets: dict[tuple[str, bytes, int], dict[int, bytes]] = {}
    for text in texts:
        part = read(text, key_of)
        sets.setdefault((part.table, part.mark, part.of), {})[part.number] = part.data
    results: dict[str, tuple[Result, ...]] = {}
    missing = []
    for (table, mark, of), parts in sorted(sets.items()):
        lacks = tuple(number for number in range(1, of + 1) if number not in parts)
        if lacks:
            missing.append(MissingCodes(table, lacks, of))
        else:
            whole = b"".join(parts[number] for number in range(1, of + 1))
            results[table] = results.get(table, ()) + _results(whole, mark)
    return Unpacked(results, tuple(missing))


def _results(data: bytes, mark: bytes) -> tuple[Result, ...]:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        plain = unpacker.decompress(data, MOST_BYTES)
        rows = msgspec.msgpack.decode(plain, type=tuple[_Row, ...])
        found = msgspec.convert(rows, tuple[Result, ...], from_attributes=True)
    except (ValueError, RecursionError, zlib.error):
        raise CodeError(Message("club.code.damaged")) from None
    if mark != _mark(data) or not unpacker.eof or not all(map(is_consistent, found)):
        raise CodeError(Message("club.code.damaged"))
    return found


def _code(part: CodePart, key: bytes) -> str:
    said = msgspec.msgpack.encode(msgspec.structs.astuple(part))
    return f"{MAGIC}{FORMAT}:{base45.encode(said + _signature(said, key))}"


def _signature(said: bytes, key: bytes) -> bytes:
    return hmac.digest(key, f"{MAGIC}{FORMAT}:".encode() + said, "sha256")[:SIGNATURE_BYTES]


def _mark(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:MARK_BYTES]
