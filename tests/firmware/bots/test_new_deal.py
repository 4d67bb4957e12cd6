"""A deal made again at a table with bots: cards, hands and phones forget the annulled one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.actor import HOST
from referee.contract import IllegalMove, Message
from referee.match.commands import DealAnew, Move, Redo, Undo
from referee.reports import virtual_acts
from tests.breadth import breadth
from tests.firmware.bots.seated import Seated

GAMES = {"coyote": 4, "coup": 3, "coup_detat": 4, "plenty_coups": 3}


@contextmanager
def seated(folder: Path) -> Iterator[Seated]:
    table = Seated(folder)
    if table.desk.snapshot() is not None:
        table.table._follow(table.match)
    try:
        yield table
    finally:
        table.close()


def cards(table: Seated) -> Counter[str]:
    """Every card of the virtual table, each of which is in one place."""
    lay, _ = table.virtual.snapshot()
    piles = (*lay.pile.draw, *lay.pile.discards, *lay.pile.aside)
    ids = [*piles, *(placed.id for placed in lay.placed)]
    ids += [card for _, card in lay.held_cards()]
    assert len(ids) == len(set(ids))
    return Counter(lay.pile.faces[card] for card in ids)


def hands(table: Seated) -> list[list[str]]:
    lay, _ = table.virtual.snapshot()
    return [sorted(lay.pile.faces[card] for card in hand) for hand in lay.hands]


@pytest.mark.parametrize(("game", "seats"), breadth(GAMES.items()))
@pytest.mark.parametrize("restarts", breadth([True, False]))
def test_all_cards_come_back_and_bots_play_on_with_the_hands_that_are_dealt_anew(
    game: str, seats: int, restarts: bool, tmp_path: Path
) -> None:
    with seated(tmp_path) as table:
        table.begin(game, *["gentle"] * seats)
        table.play(13 if game == "coup_detat" else 5)
        whole, held, state = cards(table), hands(table), table.match.state
        laid = [placed.card for placed in table.virtual.snapshot()[0].placed]
        assert table.match.deal_moves
        table.desk.do(DealAnew(table.match.seq), HOST)
        assert (cards(table), any(hands(table)), table.virtual.is_dealt()) == (whole, False, False)
        assert table.virtual.snapshot()[0].placed == []
        table.desk.do(Undo(table.match.seq), HOST)
        assert (hands(table), table.match.state) == (held, state)
        assert [item.card for item in table.virtual.snapshot()[0].placed] == laid
        table.desk.do(Redo(table.match.seq), HOST)
        assert not table.virtual.is_dealt()
        if not restarts:
            table.play(12)
            assert cards(table) == whole
    if restarts:
        with seated(tmp_path) as table:
            assert not table.virtual.is_dealt()
            table.play(12)
            assert cards(table) == whole


@pytest.mark.parametrize(("game", "seats"), GAMES.items())
def test_a_deal_is_made_again_only_if_somebody_says_so_as_when_a_hand_has_too_many_cards(
    game: str, seats: int, tmp_path: Path
) -> None:
    with seated(tmp_path) as table:
        table.begin(game, *[""] * seats)
        if game == "coup_detat":
            for seat, card in enumerate(("AC", "9D", "9H", "9S")):
                table.desk.do(Move({"move": "card_drawn", "player": seat, "cards": [card]}))
            table.desk.do(Move({"move": "cleared"}))
        table.virtual.do(virtual_acts.Deal())
        assert table.virtual.unfinished_chore() is None
        dealt = hands(table)
        with pytest.raises(IllegalMove, match=r"virtual\.dealt"):
            table.virtual.do(virtual_acts.Deal())  # Somebody else dealt just before.
        assert hands(table) == dealt
        table.virtual.do(virtual_acts.Hold(table.virtual.snapshot()[0].hands[1][0], 0))
        message = table.virtual.unfinished_chore()
        given = len(dealt[0]) + 1
        assert message == Message(
            "table.virtual.misdealt", {"seat": 0, "given": given, "number": given - 1}
        )
        table.virtual.do(virtual_acts.Deal(again=True))
        assert table.virtual.unfinished_chore() is None
