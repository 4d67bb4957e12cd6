"""Nobody waits without a word: a page says what its viewer can do, or for whom the table waits."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from referee import library, words
from referee.actor import HOST
from referee.contract import By
from referee.match.commands import Begin, Move
from referee.match.running import Snapshot
from tests.bench.rules.randomplay import choose
from tests.breadth import breadth
from tests.referee.known import known
from tests.webui.paged import PagedTable
from webui.page.moment import Viewer

MOVES = int(os.environ.get("COYOTE_MATCHES", "100"))  # of each game
FEW = 40
ALL_GAMES = pytest.mark.parametrize(
    ("name", "moves"),
    breadth(product(library.names(), (FEW, MOVES)), *((name, FEW) for name in library.names())),
)
COUNTS = re.compile(r"\d+ \w+ \d+[ \N{NO-BREAK SPACE}]+\d+ \w+ \d+")  # as in "2 of 3 3 of 18"


def play(paged: PagedTable, name: str, moves: int) -> Iterator[Snapshot]:
    """Play at random, and yield each moment."""
    random = Random(f"waits in {name}")
    while moves:
        plain, seats = known(name).settings(random)
        paged.table.do(Begin(name, plain, seats), HOST)
        yield paged.match
        while moves and paged.match.outcome is None:
            paged.table.desk.do(Move(choose(paged.match.offers, random)))
            moves -= 1
            yield paged.match


def viewers(match: Snapshot) -> list[Viewer]:
    seats = [Viewer("en", seat, seats=(seat,)) for seat in range(match.seats)]
    return [Viewer("en"), Viewer("en", big_screen=True), *seats]


@ALL_GAMES
def test_whoever_waits_is_told_for_whom_and_no_counts_stand_side_by_side(
    tmp_path: Path, name: str, moves: int
) -> None:
    paged = PagedTable(tmp_path / "journal.sqlite", is_virtual=False)
    every_second = islice(play(paged, name, moves), 0, None, 2)
    for match, locale in zip(every_second, cycle(("en", "fr", "de")), strict=False):
        page = paged.page(Viewer(locale, 0, seats=(0,)))
        assert [text for text in texts(page) if COUNTS.search(text)] == []
        if match.outcome is not None:
            continue
        called = [words.seat(seat, "en", {}) for seat in range(match.seats)]
        for viewer in viewers(match):
            page = paged.page(viewer)
            acts = any(offer.by == By.SEAT for offer in page.offers)
            answer = " ".join(
                (page.focus.label, page.waits_for, *(want.text for want in page.wants))
            )
            named = any(name in answer for name in called) or re.search(r"\b[Yy]ou", answer)
            assert acts or page.wants or page.question or named, (match.state, viewer, answer)
    paged.close()


def texts(page: Any) -> Iterator[str]:
    """Yield all texts of a page, also those that stand side by side."""

    def walk(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            if value and all(isinstance(entry, str) for entry in value):
                yield " ".join(value)
            for item in value:
                yield from walk(item)
        elif isinstance(value, dict):
            for entry in value.values():
                yield from walk(entry)

    yield from walk(msgspec.to_builtins(page))
    yield re.sub(r"\s*<[^>]*>\s*", " ", page.ending)
