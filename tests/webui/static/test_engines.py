"""A whole match of each game on a phone whose browser is no Chromium: WebKit, as half of all have
it, and Firefox."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest
from flask import Flask

from referee import library, words
from referee.contract import By, Offer
from referee.match.commands import Begin, Move
from referee.offers import AskCards, AskChoice, AskNumber, AskPlace, AskSeat
from tests.bench.rules.randomplay import play
from tests.matches import match_of
from tests.process import eventually
from tests.referee.coup_detat.dealing import Table, short_settings
from tests.webui.engines import ENGINES, Phone
from tests.webui.fake import FakeTable
from tests.webui.pages import unseen
from webui.serving.serve import Server

# What starts Firefox leaves its files for the garbage collector to close.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
Kind = tuple[Any, ...]  # a move, and the types of what it asks
NOTE = """document.addEventListener("beforetoggle", event => {
    if (event.newState === "open") document.body.dataset.showed = event.target.id;
}, true)"""
SEATS = {"coyote": 3, "coup": 3, "coup_detat": 3, "ogallala": 2, "plenty_coups": 3}
MINE = 0
LEAST = 3  # taps that a match asks of a seat, or the match is no test
MOST = 2  # taps of one kind: a third shows nothing that the second has not
OPTIONS: dict[str, dict[str, Any]] = {"coyote": {"edition": "tomahawk", "strikes": 2}}
# Short ones that are played to their end: that each state is shown is looked at in Chromium.
SEEDS = {"coyote": 1, "coup": 2, "coup_detat": 3, "ogallala": 1, "plenty_coups": 12}


@pytest.fixture(scope="module", params=ENGINES)
def phone(request: pytest.FixtureRequest) -> Iterator[Phone]:
    with ENGINES[request.param]() as started:
        yield started


def script(game: str, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a match's moves from first to last; where hands matter, by players who hold some."""
    random = Random(SEEDS[game])
    if game == "coup_detat":
        table = Table(dict(options), SEATS[game], random)
        while table.phase != "over":
            yield library.to_plain(table.step().move)
        return
    rules = library.game(game)
    for step in play(rules, library.options(rules, options), SEATS[game], random):
        yield library.to_plain(step.move)


def own(table: FakeTable, move: Mapping[str, Any]) -> Offer | None:
    """Return the phone's own offer that a move takes up."""
    for offer in match_of(table.desk).offers.for_seat(MINE):
        given = {"seat": MINE, "move": offer.move, **offer.given}
        if offer.by is By.SEAT and given.items() <= move.items():
            return offer
    return None


def kind(offer: Offer) -> Kind:
    return offer.move, *map(type, offer.ask)


def beyond(table: FakeTable, seq: int) -> bool:
    return match_of(table.desk).seq > seq


def take_up(phone: Phone, offer: Offer, move: Mapping[str, Any]) -> None:
    """Tap an offer, then all that a move answers to what it asks."""
    key = ".".join([offer.move, *map(str, offer.given.values())])
    button = f'#dock [data-key="{key}"]'
    among = words.say(offer.among) if offer.among else ""
    done = f'#dock [data-key="done"][data-move="{offer.move}"]'
    offered = (button, done, f'[data-key="among.{among}"]')

    def there() -> bool:
        if phone.shown("#sheet .main"):
            phone.tap("#sheet .main")  # a ruling that was read
        return any(map(phone.shown, offered))

    eventually(there, key)
    if among and not phone.shown(button):
        phone.tap(f'#dock [data-key="among.{among}"]')
    if not phone.shown(done):
        phone.tap(button, words.say(offer.label))
    quick = len(offer.ask) == 1 and isinstance(offer.ask[0], AskSeat | AskChoice)
    for ask in offer.ask:
        answer = move[ask.field]
        match ask:
            case AskSeat() | AskChoice() if quick and not phone.shown(done):
                phone.tap(f'#dock [data-key="{key}.{answer}"]')
            case AskSeat():
                phone.tap(f'#dock [data-key="{ask.field}{list(ask.seats).index(answer)}"]')
            case AskChoice():
                values = [choice.value for choice in ask.choices]
                phone.tap(f'#dock [data-key="{ask.field}{values.index(answer)}"]')
            case AskNumber():
                for digit in str(answer):
                    phone.tap(f'#dock [data-key="digit{digit}"]')
            case AskCards():
                for card in (Counter(answer) - Counter(ask.known)).elements():
                    phone.tap(f'#dock .card[data-card="{card}"]')
            case AskPlace():
                raise NotImplementedError(move)
    if phone.shown(done):
        phone.tap(done)


def sit_down(phone: Phone) -> None:
    phone.tap(f'.seat[data-seat="{MINE}"]')
    phone.tap("#sit [data-key=without]")
    eventually(lambda: phone.shown(".seat .you"), "a seat taken")


def test_a_challenge_takes_the_screen_for_a_while(
    phone: Phone, server: Server, table: FakeTable
) -> None:
    phone.open(server.url, fresh=True)
    phone.run(NOTE)
    sit_down(phone)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    eventually(lambda: phone.shown('body[data-seq="2"]'), "the announcement")
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    eventually(lambda: phone.shown('body[data-showed="moment"]'), "the moment")
    eventually(lambda: not phone.shown("#moment"), "the page again")
    assert phone.errors() == []


@pytest.mark.parametrize("game", SEEDS)
def test_a_whole_match_is_played_on_a_phone_of_any_make(
    phone: Phone, server: Server, app: Flask, table: FakeTable, game: str
) -> None:
    options = OPTIONS.get(game, {})
    if game == "coup_detat":
        options = short_settings(Random(SEEDS[game]))[0]
    table.do(Begin(game, options, SEATS[game]))
    phone.open(server.url)
    sit_down(phone)
    tapped, moves = Counter[Kind](), deque(script(game, options))
    while True:
        with unseen(app):
            while moves and (
                (offer := own(table, moves[0])) is None or tapped[kind(offer)] == MOST
            ):
                table.desk.do(Move(moves.popleft()))
        if not moves:
            break
        move, before = moves.popleft(), match_of(table.desk).seq
        assert offer is not None
        eventually(partial(phone.shown, f'body[data-seq="{before}"]'), f"state {before}")
        take_up(phone, offer, move)
        eventually(partial(beyond, table, before), str(move))
        tapped[kind(offer)] += 1
    assert match_of(table.desk).outcome is not None
    eventually(lambda: phone.shown('body[data-over="yes"]'), "the end")
    assert tapped.total() >= LEAST
    assert phone.errors() == []
