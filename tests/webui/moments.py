"""Every moment of a match, one after the other: what each page has to be able to show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.actor import CAMERA
from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from tests.laid_camps import amid_raids
from tests.laid_out import played
from tests.referee.coup.summary import summary_of
from tests.referee.recorded import match_lines
from tests.webui.fake import FakeTable, FakeVirtual, doubt, png


def moments(game: str, table: FakeTable, virtual: FakeVirtual) -> Iterator[str]:
    """Play a match of a game to its end; yield at each moment, by its name."""
    virtual.strict = True
    yield from {"coyote": coyote, "coup": coup}[game](table, virtual)


def lying(game: str, table: FakeTable) -> None:
    """Bring a game to a moment at which cards lie on the table: a trick, territories, raids."""
    if game == "ogallala":
        played(table.desk, 70, seats=5, seed=4)
    elif game == "plenty_coups":
        amid_raids(table.desk, ("Ada", "Ben", "Cleo", "Dan"), 10)
    elif game == "coup":
        _influence_lost(table)
    else:
        _trick(table, game)


def _influence_lost(table: FakeTable) -> None:
    do = _acts(table)
    table.do(Begin("coup", {}, 5))
    do("coins_set", seat=0, coins=7)
    do("declare", seat=0, action="coup", target=1)
    do("card_turned", cards=["contessa"], proof=["a"])


def _trick(table: FakeTable, game: str) -> None:
    do = _acts(table)
    table.do(Begin(game, {}, 4))
    for seat, card in enumerate(("AC", "9D", "9H", "9S")):
        do("card_drawn", player=seat, cards=[card])
    do("cleared")
    do("decline", seat=0)
    do("name_contract", seat=0, contract="victory")
    for seat, card in enumerate(("7C", "QC", "8C")):
        do("card_played", player=seat, cards=[card], proof=["abc"[seat]])


def _acts(table: FakeTable) -> Callable[..., None]:
    for name in "abcdef":
        table.pictures[name] = png(60 + 20 * ord(name) % 90)

    def do(move: str, **fields: Any) -> None:
        table.desk.do(Move({"move": move, **fields}), CAMERA)

    return do


def coyote(table: FakeTable, virtual: FakeVirtual) -> Iterator[str]:
    do = _acts(table)
    table.do(Begin("coyote", {"edition": "tomahawk", "strikes": 1}, 4))
    yield "before the deal"
    virtual.do(virtual_acts.Deal())
    yield "dealt"
    do("announce", seat=0, number=12)
    yield "opened"
    do("announce", seat=1, number=1_234_567)
    yield "raised"
    do("challenge", seat=2)
    yield "reveal"
    table.ask(doubt(table))
    yield "question"
    table.ask(None)
    do("cards_read", cards=["?", "20", "max-", "-5"], proof=["a", "b", "c", "d"])
    yield "draw"
    do("cards_read", cards=["?", "20", "max-", "-5", "x2"], proof=["a", "b", "c", "d", "e"])
    yield "counted"
    do("announce", seat=2, number=5)
    yield "next round"
    do("challenge", seat=3)
    do("cards_read", cards=["1", "2", "3"])
    do("announce", seat=2, number=5)
    do("challenge", seat=0)
    do("cards_read", cards=["1", "2"])
    yield "over"


def coup(table: FakeTable, virtual: FakeVirtual) -> Iterator[str]:
    """Play a recorded match, which has every phase, until one of the last two leaves."""
    head, *moves = match_lines("coup", "sheet-example")
    table.do(Begin("coup", head["options"], head["seats"]))
    yield "before the deal"
    virtual.do(virtual_acts.Deal())
    phases = set[str]()
    moves += [
        {"move": "leave", "seat": 1},
        {"move": "card_turned", "cards": ["assassin", "captain"]},
    ]
    for move in moves:
        table.pictures.update((name, png(60)) for name in move.get("proof", ()))
        phase = summary_of(table.desk.do(Move(move), CAMERA).state).phase
        if phase not in phases:
            yield phase
        phases.add(phase)
    assert phase == "over"
