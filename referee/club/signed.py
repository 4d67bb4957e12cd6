"""Signed QR codes with which a table reports its results.

A code is ``CT1:`` followed by base45, which fits the alphanumeric mode of QR codes. It contains the
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
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from referee.club.results import MOST_SEATS, Id, Result, Statement, is_consistent
from referee.values import Frozen, Message, RefereeError

FORMAT = 1  # The format number after MAGIC. Higher numbers are refused.
MAGIC = "CT"
# The signature is half of a SHA-256 digest, the least length that RFC 2104 recommends.
SIGNATURE_BYTES = 16
MARK_BYTES = 4  # Size of the mark in bytes. The mark distinguishes the sets of one table.
# The bytes in a code with its signature. They become 310 characters; a QR code of version 10 and
# level M holds 311. vision/README.md explains why the codes are not larger. The result of four
# players with names of up to 39 letters takes 160 bytes alone, or 63 bytes in a set of ten results.
# With eight players it takes 215 or 78 bytes. Ten matches of four players need four codes.
CODE_BYTES = 204
HEAD_BYTES = 13  # Size of a code in bytes, without the table's id and the results.
MOST_TABLE = 40  # Maximum length of a table's id in characters.
MOST_SIGNS = 4296  # Maximum number of characters in any QR code.
MOST_CODES = 60  # Together these hold about 10 kB: 150 results of eight players.
MOST_BYTES = 1_000_000  # Maximum size of unpacked results in bytes. It protects the memory.

# Base45 (RFC 9285): bytes as 45 characters that take only 5.5 bits each in a QR code.
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_VALUES = {sign: value for value, sign in enumerate(ALPHABET)}


class _Stated(Statement, array_like=True):
    pass


class _Row(Result, array_like=True):
    stated: Annotated[tuple[_Stated, ...], Meta(max_length=MOST_SEATS + 1)] = ()


class CodeError(RefereeError, ValueError):
    """A text that is not a valid result code."""

    def __init__(self, message: Message) -> None:
        super().__init__("code", message)


class CodePart(Frozen):
    """One code with a valid signature. `number` is its place (from 1) in a set of `of` codes."""

    table: str
    mark: bytes
    number: int
    of: int
    data: bytes


class MissingCodes(Frozen):
    """Which codes of a table's set are missing."""

    table: str
    numbers: tuple[int, ...]
    of: int

    @property
    def message(self) -> Message:
        """A message that names the missing codes."""
        numbers = ", ".join(map(str, self.numbers))
        return Message("club.code.missing", {"table": self.table, "codes": numbers, "of": self.of})


class Unpacked(Frozen):
    """The results of the complete sets of each table, and the missing codes of incomplete sets.

    `newer` counts the results of each table that only a later version can read.
    """

    results: dict[str, tuple[Result, ...]]
    missing: tuple[MissingCodes, ...]
    newer: dict[str, int]

    @property
    def messages(self) -> tuple[Message, ...]:
        """Messages about the results from each table, and about missing codes."""
        reports = (("club.code.read", self.results), ("club.code.newer_results", self.newer))
        read = (
            Message(
                key,
                {"table": table, "count": results if isinstance(results, int) else len(results)},
            )
            for key, tables in reports
            for table, results in tables.items()
        )
        return (*read, *(set_.message for set_ in self.missing))


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
    return tuple(_code(CodePart(table, mark, n, of, part), key) for n, part in enumerate(parts, 1))


def read(text: str, key_of: Callable[[str], bytes | None]) -> CodePart:
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
        signed = decode_base45(body)
        content, signature = signed[:-SIGNATURE_BYTES], signed[-SIGNATURE_BYTES:]
        table, mark, number, of, data = msgspec.msgpack.decode(
            content, type=tuple[Annotated[str, Meta(max_length=MOST_TABLE)], bytes, int, int, bytes]
        )
    except ValueError:
        raise CodeError(Message("club.code.damaged")) from None
    if not (1 <= number <= of <= MOST_CODES):
        raise CodeError(Message("club.code.damaged"))
    key = key_of(table)
    if key is None:
        raise CodeError(Message("club.code.unknown", {"table": table}))
    if not hmac.compare_digest(signature, _signature(content, key)):
        raise CodeError(Message("club.code.signature", {"table": table}))
    return CodePart(table, mark, number, of, data)


def sift(
    texts: Iterable[str], key_of: Callable[[str], bytes | None]
) -> tuple[tuple[str, ...], tuple[Message, ...]]:
    """Return the texts that `read` accepts, and the different messages about the others.

    A picture may also show unrelated codes. Keep the accepted texts for `unpack`.
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
    """Return the results in codes. Raise `CodeError`.

    The codes may be in any order and may be repeated. `key_of` has the same meaning as for `read`.
    """
    sets: dict[tuple[str, bytes, int], dict[int, bytes]] = {}
    for text in texts:
        part = read(text, key_of)
        sets.setdefault((part.table, part.mark, part.of), {})[part.number] = part.data
    results: dict[str, tuple[Result, ...]] = {}
    newer: dict[str, int] = {}
    missing = []
    for (table, mark, of), parts in sorted(sets.items()):
        lacks = tuple(number for number in range(1, of + 1) if number not in parts)
        if lacks:
            missing.append(MissingCodes(table, lacks, of))
        else:
            whole = b"".join(parts[number] for number in range(1, of + 1))
            new, unread = _results(whole, mark)
            results[table] = results.get(table, ()) + new
            if unread:
                newer[table] = newer.get(table, 0) + unread
    return Unpacked(results, tuple(missing), newer)


def _results(data: bytes, mark: bytes) -> tuple[tuple[Result, ...], int]:
    """Return the results in a set, and the number of rows that only a later version can read."""
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        plain = unpacker.decompress(data, MOST_BYTES)
        rows = msgspec.msgpack.decode(plain, type=tuple[msgspec.Raw, ...])
        read = [_result(row) for row in rows]
    except (ValueError, RecursionError, zlib.error):
        raise CodeError(Message("club.code.damaged")) from None
    results = tuple(result for result in read if result is not None)
    if mark != _mark(data) or not unpacker.eof or not all(map(is_consistent, results)):
        raise CodeError(Message("club.code.damaged"))
    return results, len(read) - len(results)


def _result(row: msgspec.Raw) -> Result | None:
    """Return the result in a row, or None if a later version wrote the row in another form."""
    try:
        return msgspec.convert(msgspec.msgpack.decode(row, type=_Row), Result, from_attributes=True)
    except msgspec.ValidationError:
        first, *_ = msgspec.msgpack.decode(row, type=list[object]) or [""]
        msgspec.convert(first, Id)  # Every version begins a row with the id of the match.
        return None


def _code(part: CodePart, key: bytes) -> str:
    content = msgspec.msgpack.encode(msgspec.structs.astuple(part))
    return f"{MAGIC}{FORMAT}:{encode_base45(content + _signature(content, key))}"


def _signature(content: bytes, key: bytes) -> bytes:
    return hmac.digest(key, f"{MAGIC}{FORMAT}:".encode() + content, "sha256")[:SIGNATURE_BYTES]


def _mark(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:MARK_BYTES]


def encode_base45(data: bytes) -> str:
    """Return bytes as text: three characters for each two bytes, and two for a single last byte.

    >>> encode_base45(b"ietf!")
    'QED8WEX0'
    """
    signs = ""
    for at in range(0, len(data), 2):
        pair = data[at : at + 2]
        rest = int.from_bytes(pair)
        for _ in range(len(pair) + 1):
            rest, low = divmod(rest, 45)
            signs += ALPHABET[low]
    return signs


def decode_base45(text: str) -> bytes:
    """Return the bytes of a text. Raise `ValueError` if it is not valid base45.

    >>> decode_base45("QED8WEX0")
    b'ietf!'
    """
    data = b""
    for at in range(0, len(text), 3):
        signs = text[at : at + 3]
        try:
            value = sum(_VALUES[sign] * 45**n for n, sign in enumerate(signs))
            data += value.to_bytes(len(signs) - 1)
        except (KeyError, OverflowError):
            raise ValueError(text) from None
        if len(signs) == 1:
            raise ValueError(text)
    return data
