"""The codes that a hub has read so far, while some codes of a set are still missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.club.results import Result
from referee.club.signed import CodeError, read, sift, unpack
from referee.values import Frozen, Message

MOST_SETS = 4  # Unfinished sets to keep of each table: about 75 kB. People show one set at a time.


class CodeReading(Frozen):
    """The results of the sets that are now complete, by table, and what to tell the director."""

    results: dict[str, tuple[Result, ...]]
    messages: tuple[Message, ...]


class CodeSets:
    """The unfinished sets of each table. No table's codes affect those of another table."""

    def __init__(self) -> None:
        self._sets: dict[str, dict[tuple[bytes, int], dict[int, str]]] = {}

    def add(self, texts: Iterable[str], key_of: Callable[[str], bytes | None]) -> CodeReading:
        """Add the codes of a picture, and return the results of the sets that they complete.

        A set that cannot be unpacked is reported and forgotten. `key_of` has the same meaning as
        for `signed.read`.
        """
        taken, refused = sift(texts, key_of)
        touched = dict.fromkeys(self._keep(text, key_of) for text in taken)
        results: dict[str, tuple[Result, ...]] = {}
        messages: list[Message] = []
        for table, key in touched:
            codes = self._sets[table][key]
            try:
                read = unpack(codes.values(), key_of)
            except CodeError as error:  # The table may also have got a new key meanwhile.
                del self._sets[table][key]
                messages.append(error.message)
                continue
            messages += read.messages
            if not read.missing:
                del self._sets[table][key]
                results[table] = results.get(table, ()) + read.results[table]
        return CodeReading(results, (*messages, *refused))

    def _keep(
        self, text: str, key_of: Callable[[str], bytes | None]
    ) -> tuple[str, tuple[bytes, int]]:
        """Add a code to its set, and return the table and the key of that set."""
        part = read(text, key_of)
        sets, key = self._sets.setdefault(part.table, {}), (part.mark, part.of)
        codes = sets.pop(key, {})
        sets[key] = codes | {part.number: text}  # The newest set is the last one.
        for oldest in [*sets][:-MOST_SETS]:
            del sets[oldest]
        return part.table, key
