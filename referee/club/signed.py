"""Signed QR codes with which a table reports its results.

A code is ``CT1:`` followed by base32, which fits the alphanumeric mode of QR codes. It contains the
table's id, the mark of its set of codes, its number in the set, the size of the set, a part of the
results, and a signature of all these. Each code is signed separately. So the codes of unknown
tables are never unpacked, and a forged code does not spoil the others. The results are rows of
msgpack that are compressed together.

Codes are signed but not secret: anyone with a picture of them can read the names. Repeated or older
codes do no harm: see `meetings.latest`.
"""

from __future__ import annotations

import hashlib
import hmac
import zlib
from base64 import b32decode, b32encode
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from referee.club.results import Result, is_consistent
from referee.values import Frozen, Message, RefereeError, Value

FORMAT = 2  # The format number after MAGIC. Other numbers are refused.
MAGIC = "CT"
# The signature is half of a SHA-256 digest, the least length that RFC 2104 recommends.
SIGNATURE_BYTES = 16
MARK_BYTES = 4  # Size of the mark in bytes. The mark distinguishes the sets of one table.
# The bytes in a code with its signature. They become 310 characters; a QR code of version 10 and
# level M holds 311. vision/README.md explains why the codes are not larger. The result of four
# players with names of up to 39 letters takes 160 bytes alone, or 63 bytes in a set of ten results.
# With eight players it takes 215 or 78 bytes. Ten matches of four players need four codes.
CODE_BYTES = 191
HEAD_BYTES = 13  # Size of a code in bytes, without the table's id and the results.
MOST_TABLE = 40  # Maximum length of a table's id in characters.
MOST_SIGNS = 4296  # Maximum number of characters in any QR code.
MOST_CODES = 60  # Together these hold about 10 kB: 150 results of eight players.
MOST_BYTES = 1_000_000  # Maximum size of unpacked results in bytes. It protects the memory.
MOST_SETS = 4  # Unfinished sets to keep of each table: about 75 kB. People show one set at a time.


class _Row(Result, array_like=True):
    pass


class CodeError(RefereeError, ValueError):
    """A text that is not a valid result code."""

    def __init__(self, message: Message) -> None:
        super().__init__("code", message)


class Code(Frozen):
    """One code with a valid signature. `number` is its place (from 1) in a set of `of` codes."""

    table: str
    mark: bytes
    number: int
    of: int
    data: bytes

    def text(self, key: bytes) -> str:
        """Return this code as text, signed with the table's key."""
        content = msgspec.msgpack.encode(msgspec.structs.astuple(self))
        return f"{MAGIC}{FORMAT}:" + _to_text(content + _signature(content, key))


class CodeReading(Frozen):
    """The results of the sets that are now complete, by table, and what to tell the director."""

    results: dict[str, tuple[Result, ...]]
    messages: tuple[Message, ...]


def pack(results: Sequence[Result], table: str, key: bytes) -> tuple[str, ...]:
    """Return QR codes with the results, signed with the table's key of 32 bytes.

    Raise `CodeError` if they need more than `MOST_CODES` codes.
    """
    rows = msgspec.convert(results, tuple[_Row, ...], from_attributes=True)
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = packer.compress(msgspec.msgpack.encode(rows)) + packer.flush()
    room = CODE_BYTES - SIGNATURE_BYTES - HEAD_BYTES - len(table.encode())
    of = -(-len(data) // room)
    if of > MOST_CODES:
        raise CodeError(Message("club.code.too_many", {"codes": of, "most": MOST_CODES}))
    size = -(-len(data) // of)  # All codes have the same size, so all are equally easy to scan.
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    mark = _mark(data)
    return tuple(Code(table, mark, n, of, part).text(key) for n, part in enumerate(parts, 1))


def read(text: str, key_of: Callable[[str], bytes | None]) -> Code:
    """Return the contents of one code. Raise `CodeError`.

    `key_of` returns the key of a table id, or None for an unknown table.
    """
    head, colon, body = text.partition(":")
    form = head.removeprefix(MAGIC)
    known = colon and head.startswith(MAGIC) and form.isascii() and form.isdecimal()
    if not known or len(text) > MOST_SIGNS:
        raise CodeError(Message("club.code.foreign"))
    if int(form) != FORMAT:
        raise CodeError(Message("club.code.newer"))
    try:
        signed = b32decode(body + "=" * (-len(body) % 8))
        content, signature = signed[:-SIGNATURE_BYTES], signed[-SIGNATURE_BYTES:]
        table, mark, number, of, data = msgspec.msgpack.decode(
            content, type=tuple[Annotated[str, Meta(max_length=MOST_TABLE)], bytes, int, int, bytes]
        )
    except ValueError:
        raise CodeError(Message("club.code.damaged")) from None
    if not (1 <= number <= of <= MOST_CODES) or _to_text(signed) != body:
        raise CodeError(Message("club.code.damaged"))
    key = key_of(table)
    if key is None:
        raise CodeError(Message("club.code.unknown", {"table": table}))
    if not hmac.compare_digest(signature, _signature(content, key)):
        raise CodeError(Message("club.code.signature", {"table": table}))
    return Code(table, mark, number, of, data)


class CodeSets:
    """The sets of codes of which some are still missing. No table's codes affect another's."""

    def __init__(self) -> None:
        self._sets: dict[tuple[str, bytes, int], dict[int, bytes]] = {}

    def add(self, texts: Iterable[str], key_of: Callable[[str], bytes | None]) -> CodeReading:
        """Add the codes of a picture, and return the results of the sets that they complete.

        The codes may be in any order and may be repeated, and a picture may also show unrelated
        ones. A set whose results cannot be read is reported and forgotten. `key_of` has the same
        meaning as for `read`.
        """
        results: dict[str, tuple[Result, ...]] = {}
        messages, refused = list[Message](), list[Message]()
        touched = dict[tuple[str, bytes, int], None]()
        for text in texts:
            try:
                code = read(text, key_of)
            except CodeError as error:
                refused += [error.message] if error.message not in refused else []
                continue
            set_ = code.table, code.mark, code.of
            parts = self._sets.pop(set_, {})
            self._sets[set_] = parts | {code.number: code.data}  # The newest set is the last one.
            touched[set_] = None
        for table, mark, of in touched:
            parts = self._sets[table, mark, of]
            missing = [str(number) for number in range(1, of + 1) if number not in parts]
            if missing:
                codes = ", ".join(missing)
                params: dict[str, Value] = {"table": table, "codes": codes, "of": of}
                messages.append(Message("club.code.missing", params))
                for oldest in [own for own in self._sets if own[0] == table][:-MOST_SETS]:
                    del self._sets[oldest]
                continue
            del self._sets[table, mark, of]
            try:
                new = _results(b"".join(parts[number] for number in range(1, of + 1)), mark)
            except CodeError as error:
                messages.append(error.message)
                continue
            results[table] = results.get(table, ()) + new
            messages.append(Message("club.code.read", {"table": table, "count": len(new)}))
        return CodeReading(results, (*messages, *refused))


def _results(data: bytes, mark: bytes) -> tuple[Result, ...]:
    """Return the results in a set. Raise `CodeError`."""
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        plain = unpacker.decompress(data, MOST_BYTES)
        rows = msgspec.msgpack.decode(plain, type=tuple[_Row, ...])
    except (ValueError, RecursionError, zlib.error):
        raise CodeError(Message("club.code.damaged")) from None
    results = msgspec.convert(rows, tuple[Result, ...], from_attributes=True)
    if mark != _mark(data) or not unpacker.eof or not all(map(is_consistent, results)):
        raise CodeError(Message("club.code.damaged"))
    return results


def _to_text(data: bytes) -> str:
    return b32encode(data).rstrip(b"=").decode()


def _signature(content: bytes, key: bytes) -> bytes:
    return hmac.digest(key, f"{MAGIC}{FORMAT}:".encode() + content, "sha256")[:SIGNATURE_BYTES]


def _mark(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:MARK_BYTES]
