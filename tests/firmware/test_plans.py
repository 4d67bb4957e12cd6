"""The plan of a match's table: zones and cells where the mats have them."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware.checking.case import Case
from firmware.checking.reading import decks as examined_decks
from firmware.decks import Decks, known_decks
from firmware.mats import Mats, load_mats
from firmware.plans import Plans, plan_of
from referee.library.locations import DECKS, folders
from referee.match.commands import Begin
from referee.match.desk import Desk
from vision.art import art_names, deck_art
from vision.decks.deck import DeckError
from vision.decks.shelves import set_shelves
from vision.spread import Spread

GAMES = [("coyote", 6), ("coup", 4), ("coup_detat", 4), ("ogallala", 5), ("plenty_coups", 6)]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_zones_and_cells_lie_where_the_camera_and_the_virtual_table_have_them(
    game: str, seats: int
) -> None:
    mats = load_mats(game, seats)
    spread = Spread.side_by_side(mats)
    deck = "coyote-tomahawk" if game == "coyote" else game
    plan = plan_of(mats, deck)
    assert (plan.zones, plan.size_mm) == (spread.zones, spread.size_mm)
    assert plan.card_mm == deck_art(deck).size_mm
    assert len(plan.mats) == len(mats)
    for name, grid in plan.grids.items():
        for row in range(grid.rows):
            for column in range(grid.columns):
                x, y, _ = spread.cell_mm(name, row, column)
                assert grid.middle(row, column) == pytest.approx((x, y), abs=0.1)
    for zone, places in plan.places.items():
        left, top, right, bottom = plan.zones[zone]
        assert all(left < x < right and top < y < bottom for x, y in places)
    assert {zone.partition(":")[0] for zone in plan.places} >= (
        {"market", "raid"} if game == "plenty_coups" else set()
    )
    for drawing in (plan.drawing, plan.back):
        assert ElementTree.fromstring(drawing).tag.endswith("svg")


@pytest.mark.parametrize(
    "text",
    [
        b"size_mm = [63",
        b"\xfe\xfd",
        b"size_mm = [63, 88]\n"
        + b"".join(b'[[cards]]\ncard = "%d"\ncount = 1\n' % n for n in range(100_000)),
        None,
    ],
    ids=["cut", "no text", "100,000 cards", "a pipe"],
)
@pytest.mark.parametrize("chosen_in", ["an option", "the workshop"])
def test_a_deck_that_cannot_be_used_costs_no_page_its_table(
    tmp_path: Path, text: bytes | None, chosen_in: str
) -> None:
    (folder := tmp_path / "mine").mkdir()
    if text is None:
        os.mkfifo(folder / "deck.toml")
    else:
        (folder / "deck.toml").write_bytes(text)
    desk = Desk.open(tmp_path / "journal.sqlite")
    decks = Decks(desk, str(folder) if chosen_in == "an option" else None)
    if chosen_in == "the workshop":
        decks.choose("coup", folder)
    desk.do(Begin("coup", {}, 4))
    assert Plans(desk, Mats(), decks).current().card_mm == (63.0, 88.0)
    match = desk.snapshot()
    assert match is not None
    with pytest.raises(DeckError) as refused:
        decks.read_by(match).load()
    assert "\n" not in str(refused.value)
    desk.close()


def test_a_bad_deck_on_the_shelf_is_named_and_costs_no_other_deck(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "deck.toml").write_text("size_mm = 63")
    shelves = [folder / DECKS for folder in folders()]
    set_shelves(*shelves, tmp_path)
    try:
        broken = [deck for deck in known_decks(pictures=False) if isinstance(deck, DeckError)]
        assert [str(tmp_path) in str(error) for error in broken] == [True]
        assert {"coup", "ogallala"} <= set(art_names())
        (finding,) = examined_decks(Case())
        assert str(tmp_path) in str(finding.message.params)
    finally:
        set_shelves(*shelves)
