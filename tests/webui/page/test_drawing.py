"""The table as it is drawn, on the server: what lies where in millimetres, for whose eyes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from firmware.mats import load_mats
from firmware.plans import plan_of
from referee.contract import AskPlace
from referee.judging import Judgement, Refusal
from referee.match.commands import Begin
from referee.pending import PendingAction
from referee.reports.tabletop import Box, Plan
from referee.table import (
    ANYWHERE,
    Backs,
    Card,
    CardStatus,
    Laid,
    Layout,
    Moved,
    Piece,
    Pile,
    Zone,
)
from referee.values import Message
from referee.words import Voice
from tests.matches import match_of
from tests.webui.drawn import drawn
from tests.webui.fake import FakeTable
from webui.page.border import Words
from webui.page.leaves import form, tell
from webui.page.pictures import digest
from webui.page.tabletop.ground import Ground
from webui.page.tabletop.shapes import TableBox, TableCard
from webui.page.tabletop.table import TableSection, table_section

SEATS = 4
MIDDLE = Zone("middle")
SAID = Message("page.menu")
TRICK = Layout(
    tuple(Card(card, Zone("seat", seat)) for seat, card in enumerate(("7C", "QC", "8C")))
)


def plan(game: str, seats: int = SEATS) -> Plan:
    return plan_of(load_mats(game, seats), None if game == "coyote" else game)


def lies(
    table: FakeTable, *layouts: Layout, game: str, seat: int | None = None, **more: Any
) -> Any:
    """Return how layouts of a match's last states are drawn on a game's mats, the newest last."""
    match = match_of(table.desk)
    on = plan(game, match.seats)
    *earlier, now = range(len(layouts))
    played = replace(
        match.game,
        table=replace(
            match.game.table,
            layout=lambda number: layouts[number],
            pending=lambda _state: more.get("draws", ()),
            judge=lambda _state, _changes: Judgement(pending=more.get("waits", ())),
        ),
    )
    match = replace(match, game=played, state=now, earlier=tuple(reversed(earlier)), outcome=None)
    words = Words(Voice(more.get("locale", "en"), seat=seat), drawn)
    judged, asked = more.get("judged", Judgement()), more.get("asked", ())
    how = {name: more[name] for name in ("facts", "near", "starts") if name in more}
    section = table_section(words, match, on, judged=judged, asked=asked, **how)
    shown: Any = msgspec.convert(tell(section, words), form(TableSection))
    assert shown.table is not None
    return shown.table  # With words in place of messages.


@pytest.fixture
def table(table: FakeTable) -> FakeTable:
    """A table of four."""
    table.do(Begin("coup", {}, SEATS))
    return table


def box_of(card: TableCard) -> Box:
    wide, high = card.width / 2, card.height / 2
    return card.x - wide, card.y - high, card.x + wide, card.y + high


def within(card: TableCard, box: Box) -> bool:
    left, top, right, bottom = box_of(card)
    return box[0] <= left and box[1] <= top and right <= box[2] and bottom <= box[3]


# -- where it lies -------------------------------------------------------------------------------


def test_each_card_lies_in_its_zone_and_whoever_looks_sits_at_the_bottom(table: FakeTable) -> None:
    for seat in (None, *range(SEATS)):
        shown = lies(table, TRICK, game="coup_detat", seat=seat)
        ground = Ground.seen_from(plan("coup_detat"), seat)
        for entry in shown.lying:
            assert within(entry, ground.zones[Zone.parse(entry.zone)])
        assert [item.picture for item in shown.lying] == [
            f"/face/{c}.svg?{d}" for c, d in digests()
        ]
        at = {place.seat: place.edge for place in shown.places}
        assert at[seat or 0] == "bottom"
        assert at[((seat or 0) + 1) % SEATS] == "left"  # round the table clockwise


def digests() -> list[tuple[str, str]]:
    return [(card.name, digest(drawn(card.name))) for card in TRICK.cards]


def test_a_card_in_a_grid_lies_in_its_cell_and_free_cells_are_shown_to_their_player_alone(
    table: FakeTable,
) -> None:
    zone = Zone("territory", 1)
    before = Layout((Card("fur", zone, (1, 0)),), floats=(zone,))
    after = Layout((*before.cards, Card("tent", zone, (1, -1))), floats=(zone,))
    fur, tent = lies(table, before, after, game="ogallala").lying
    grid = plan("ogallala").grids["territory:1"]
    cells = [grid.middle(1, column) for column in range(grid.columns)]
    assert cells.index((fur.x, fur.y)) - cells.index((tent.x, tent.y)) == 1
    (alone,) = lies(table, before, game="ogallala").lying
    assert (alone.x, alone.y) == (fur.x, fur.y)
    assert (fur.fresh, tent.fresh) == (False, True)
    for first in (-9, 30):  # as far along as it may count, all is on the mat
        far = Layout(tuple(Card("fur", zone, (0, first + n)) for n in range(14)), floats=(zone,))
        at = lies(table, far, game="ogallala").lying
        assert [(entry.x, entry.y) for entry in at] == [grid.middle(0, n) for n in range(14)]
    ask = AskPlace("laid", "territory:0", (), {"5": ((1, 4), (0, 4)), "6": ((1, 4),)})
    gone = AskPlace("laid", "territory:0", (), {"6": ((1, 4),)}, leaves=True)
    layout = Layout((Card("fur", Zone("territory", 0), (1, 3)),))
    shown = lies(table, layout, game="ogallala", asked=(ask, gone))
    own = plan("ogallala").grids["territory:0"]
    free = {(entry.x, entry.y): entry.card for entry in shown.free}
    assert free == {own.middle(1, 4): "", own.middle(0, 4): "5"}
    assert lies(table, layout, game="ogallala").free == ()


# -- what has changed, what is due, what is amiss ----------------------------------------------


def test_the_last_change_is_marked_until_the_next_one(table: FakeTable) -> None:
    goes = Card("9C", Zone("seat", 3), status=CardStatus.TO_CLEAR)
    before = Layout((*TRICK.cards[:2], goes), (Pile(MIDDLE, 1, "9H"),))
    after = Layout(TRICK.cards[1:], (Pile(MIDDLE, 2, "7C"),))
    shown = lies(table, before, after, after, game="coup_detat")  # a move that left all as it lay
    fresh = {(entry.kind, entry.card): entry.fresh for entry in shown.lying}
    assert fresh == {("pile", "7C"): True, ("card", "QC"): False, ("card", "8C"): True}
    (gone,) = shown.gone  # one that was to go is not missed
    (was,) = (item for item in lies(table, before, game="coup_detat").lying if item.card == "7C")
    assert (gone.x + gone.width / 2, gone.y + gone.height / 2) == pytest.approx(
        (was.x, was.y), abs=0.2
    )


def test_what_is_due_glows_for_whom_and_says_how_much_is_there(table: FakeTable) -> None:
    waits = (PendingAction(SAID, Zone("seat", 3), 3), PendingAction(SAID, ANYWHERE, None, 2, 3))
    shown = lies(table, TRICK, game="coup_detat", waits=waits)
    zones = plan("coup_detat").zones
    results = {glow.seat: (glow.zone, glow.have, glow.count, glow.box.x) for glow in shown.glows}
    assert results == {
        3: ("seat:3", 0, 1, zones["seat:3"][0]),
        None: ("mat", 2, 3, zones["middle"][0]),
    }
    judged = Judgement(pending=(PendingAction(SAID, MIDDLE, 1),))
    (answer,) = lies(table, TRICK, game="coup_detat", waits=waits, judged=judged).glows
    assert (answer.zone, answer.seat) == ("middle", 1)  # the table knows better what lies there


def test_a_wrong_card_is_shown_where_it_lies_with_its_sentence(
    table: FakeTable,
) -> None:
    zone = Zone("seat", 0)
    refusals = (
        Refusal("SL-3", SAID, (Laid("9D", zone),), (0, 3), (Zone("seat", 3),)),
        Refusal("SL-12", SAID, (Laid("AS", MIDDLE, down=True),), (1,)),
        Refusal("SL-4", SAID, (Moved(TRICK.cards[1], Zone("seat", 2)),), (2,)),
        Refusal("SL-2", SAID, (Laid("10H"),)),
    )
    shown = lies(table, TRICK, game="coup_detat", judged=Judgement(refusals=refusals))
    wrong, down, moved, nowhere = shown.amiss
    assert (wrong.card, wrong.zone, wrong.seats) == ("9D", "seat:0", (0, 3))
    assert wrong.text == Voice("en").say(SAID)
    assert inside(wrong.spot, plan("coup_detat").zones["seat:0"])
    assert (down.card, down.label, down.picture, down.down) == ("", "", "", True)
    assert (moved.card, moved.zone) == ("QC", "seat:2")
    assert nowhere.spot is None
    assert [(glow.zone, glow.seat) for glow in shown.glows] == [("seat:3", None)]


def inside(spot: TableBox | None, box: Box) -> bool:
    assert spot is not None
    return box[0] <= spot.x <= box[2] and box[1] <= spot.y <= box[3]


# -- for whose eyes, in words --------------------------------------------------------------------


@pytest.mark.parametrize("game", ["coup", "coyote", "plenty_coups"])
def test_every_page_draws_its_games_own_layout_for_everybody_alike(
    client: Any, table: FakeTable, game: str
) -> None:
    table.do(Begin(game, {}, SEATS))
    match = match_of(table.desk)
    shown = client.get("/api/state?view=table").get_json()["table"]
    known = {card.name for card in match.layout.cards} | {pile.top for pile in match.layout.piles}
    assert {entry["card"] for entry in shown["lying"]} <= known | {""}
    assert shown["lying"]
    assert client.get(shown["mat"]).mimetype == "image/svg+xml"
    assert "immutable" in client.get(shown["back"]).headers["Cache-Control"]


def test_zone_by_zone_it_is_said_what_lies_there(table: FakeTable) -> None:
    layout = Layout(
        (
            *TRICK.cards[:1],
            Card("9C", Zone("seat", 0), status=CardStatus.TO_CLEAR),
            Card("", Zone("seat", 1)),
        ),
        (Pile(MIDDLE, 12, "QC"),),
        (Backs(Zone("seat", 1), 1),),
        (Piece("coin", Zone("seat", 1), 3),),
        words=((MIDDLE, SAID),),
    )
    waits = (PendingAction(Message("page.lies.pile"), Zone("seat", 3), 3),)
    menu = Voice("en").say(SAID)
    assert lies(table, layout, game="coup_detat", waits=waits).texts == (
        f"In the middle: 12 cards, Q♣ on top, and {menu}.",
        "In front of ▲\N{NO-BREAK SPACE}Vermilion: 2 cards face down and 3 coins.",
        "In front of ●\N{NO-BREAK SPACE}Blue: 7♣ and 9♣ (take it away).",
        "a pile",
    )
    french = lies(table, layout, game="coup_detat", locale="fr").texts
    plain = " ".join(french[1].split())  # the language's own spaces aside
    assert plain == "Devant ▲ Vermillon : 2 cartes face cachée et 3 pièces."


# -- what is looked at ---------------------------------------------------------------------------
