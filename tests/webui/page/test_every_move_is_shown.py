"""Whatever move is accepted, every page can be made of it: for each viewer, in each language.

Nobody waits without a word: a page says what its viewer can do, or for whom the table waits.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from referee import library, words
from referee.contract import By, Message, Ruling, Typed
from referee.match.commands import Begin, Move, Redo, Undo
from referee.match.running import Entry, Snapshot
from tests.bench.rules.randomplay import choose
from tests.breadth import breadth
from tests.matches import match_of
from tests.referee.known import known
from tests.webui.fake import FakeTable
from webui.app import create_app
from webui.page import log
from webui.page.moment import Viewer
from webui.page.state import PageState, PageStates

MOVES = int(os.environ.get("COYOTE_MATCHES", "100"))  # accepted, of each game
GATE = 25  # of these
MOST = 150  # of one match: one of many deals has thousands
COUNTS = re.compile(r"\d+ \w+ \d+[ \N{NO-BREAK SPACE}]+\d+ \w+ \d+")  # as in "2 of 3 3 of 18"


def viewers(seats: int, locale: str, *, host: bool = False) -> list[Viewer]:
    """Return everybody who may look: strangers, the big screen, seats."""
    each = (Viewer(locale, seat, host, seats=(seat,)) for seat in range(seats))
    return [Viewer(locale, host=host), Viewer(locale, host=host, big_screen=not host), *each]


def page_of(states: PageStates, viewer: Viewer) -> Any:
    return msgspec.json.decode(states.json(viewer), type=PageState)


def check_pages(states: PageStates, snapshot: Snapshot, some: int, random: Random) -> None:
    """Make the page of some viewers; each is JSON and has words for what was done."""
    ways = [(locale, host) for locale in words.LOCALES for host in (False, True)]
    every = [viewer for at, host in ways for viewer in viewers(snapshot.seats, at, host=host)]
    for viewer in random.sample(every, min(some, len(every))):
        state = page_of(states, viewer)
        assert state.seq == snapshot.seq
        assert state.last
        assert [text for text in texts(state) if COUNTS.search(text)] == []
        check_may(snapshot, viewer, state.offers)


def check_waits(states: PageStates, match: Snapshot) -> None:
    """Check that whoever waits is told for whom."""
    called = [words.seat(seat, "en", {}) for seat in range(match.seats)]
    for viewer in viewers(match.seats, "en") if match.outcome is None else ():
        page = page_of(states, viewer)
        acts = any(offer.by == By.SEAT for offer in page.offers)
        answer = " ".join((page.focus.label, page.waits_for, *(want.text for want in page.wants)))
        named = any(name in answer for name in called) or re.search(r"\b[Yy]ou", answer)
        assert acts or page.wants or page.question or named, (match.state, viewer, answer)


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


def check_may(snapshot: Snapshot, viewer: Viewer, shown: Sequence[Any]) -> None:
    """Whoever must act has each thing that they may do, in a word, with what to choose from.

    A page finds an offer again by its name. What the camera reads is typed in on a form.
    """
    theirs = [
        offer
        for offer in snapshot.offers
        if offer.by is not By.CLOCK
        and (viewer.host or (offer.by is By.SEAT and offer.seat == viewer.seat))
    ]
    results = [(entry.move, entry.seat, entry.given) for entry in shown]
    assert [
        their.move for their in theirs if (their.move, their.seat, their.given) not in results
    ] == []
    names = [(item.move, item.seat, str(item.given), item.shown.label) for item in shown]
    assert len(set(names)) == len(names)
    forms = [name[:-1] for offer, name in zip(shown, names, strict=True) if offer.by != By.SEAT]
    assert len(set(forms)) == len(forms)
    for entry in shown:
        assert entry.shown.label
        assert entry.by != By.CAMERA or (entry.ask and entry.typed == Typed.READING)
        for ask in entry.ask:
            assert not hasattr(ask, "choices") or all(choice.label for choice in ask.choices)
            assert getattr(ask, "seats", getattr(ask, "choices", (True,)))


@pytest.mark.parametrize("moves", breadth([GATE, MOVES]))
@pytest.mark.parametrize("name", library.names())
def test_what_is_accepted_is_shown_to_all_and_whoever_waits_is_told_for_whom(
    table: FakeTable, name: str, moves: int
) -> None:
    random = Random(f"pages of {name}")
    made = 0
    most = 15 if moves == GATE else 1000  # viewers
    states = create_app(table).extensions["web"].states
    while made < moves:
        plain, seats = known(name).settings(random)
        table.do(Begin(name, plain, seats))
        last = min(moves, made + MOST)
        while made < last and (match := match_of(table.desk)).outcome is None:
            match = table.desk.do(Move(choose(match.offers, random)))
            made += 1
            if random.random() < 0.02:
                check_pages(states, table.desk.do(Undo()), 2, random)
                match = table.desk.do(Redo())
            check_pages(states, match, 2, random)
            if made % 2:
                check_waits(states, match)
            if made % 50 == 0:
                check_pages(states, match, most, random)
        check_pages(states, match_of(table.desk), most, random)


def test_an_entry_that_cannot_be_said_leaves_the_others_alone(table: FakeTable) -> None:
    """Its stamp is past all years, or its ruling says nothing."""
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 3}))
    snapshot = match_of(table.desk)
    good = snapshot.log[-1]
    none: Any = None
    entries: list[Entry] = [
        replace(good, at_s=1e300),
        replace(good, at_s=float("nan")),
        replace(good, rulings=(Ruling("CY-2", none),)),
        replace(good, rulings=(Ruling("CY-2", Message("coyote.announced", {"seat": 0})),)),
    ]
    voice = words.Voice("en")
    for entry in entries:
        lines = log.log_lines(voice, snapshot.players, (good, entry, good))
        assert len(lines) == 3
        assert lines[0].text == lines[2].text == "●\N{NO-BREAK SPACE}Blue starts with 3."
        assert lines[1].text
