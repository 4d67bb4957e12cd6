"""What a player types on a phone is done with the cards of the virtual table."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import Mock

from firmware.virtual.brief import Brief
from firmware.virtual.settling import Settling, settling_after
from referee.actor import CAMERA, Actor
from referee.contract import By
from referee.match.commands import Begin, Move, Redo, Undo
from referee.match.desk import Desk
from referee.reports import virtual_acts
from referee.table import Card, CardStatus, Laid, Layout, Zone
from tests.firmware.virtual.hands import Hands
from tests.live import StillVirtualTable
from tests.matches import match_of

MARKET = ("heron_4", "horse", "horse", "swallow_4")


def test_a_card_typed_as_taken_goes_into_the_hand_and_one_typed_as_laid_lies_there() -> None:
    table = Hands()
    table.deal()
    table.table.do(virtual_acts.Place(table.table.scene().hands[2][0], 400.0, 300.0))
    (lay,) = table.table.scene().placed
    where = Zone.parse(str(table.table.spread.zone_of(lay.x_mm, lay.y_mm)))
    free = Layout((Card(lay.card, where, status=CardStatus.FREE),))
    table.table.settle(Settling(free, 0))
    assert table.held() == [2, 1, 0]
    assert not table.table.scene().placed
    laid = Layout((Card(lay.card, Zone("seat", 0), status=CardStatus.STAYS),))
    table.layout = laid
    for _ in range(2):  # what lies there already is not laid again
        table.table.settle(Settling(Layout(), 0))
        (lay,) = table.table.scene().placed
        assert table.table.spread.zone_of(lay.x_mm, lay.y_mm) == "seat:0"
        assert table.held() == [1, 1, 0]


def test_hands_follow_a_move_that_was_made_and_leave_what_does_not_fit() -> None:
    table = Hands()
    table.deal()
    (card,) = table.table.scene().hands[0]
    lays = [virtual_acts.Show(card, "nowhere"), virtual_acts.Show(card, "seat:0")]
    table.table.settle(Mock(acts=Mock(return_value=lays)))
    assert [card.id for card in table.table.scene().placed] == [card]


# -- what is settled ----------------------------------------------------------------------------


def read(desk: Desk, *moves: dict[str, Any]) -> None:
    """Let the camera read these moves."""
    for move in moves:
        desk.do(Move(move), Actor(By.CAMERA))


def settlings(desk: Desk) -> list[Settling]:
    """Return a list in which every later settling comes."""
    last, results = match_of(desk), list[Settling]()

    def listen(match: Any) -> None:
        nonlocal last
        if (settling := settling_after(last, match)) is not None:
            results.append(settling)
        last = match

    desk.listen(listen)
    return results


def test_only_what_a_seat_or_the_host_typed_is_done_by_hands(desk: Desk) -> None:
    desk.do(Begin("plenty_coups", seats=2))
    given = settlings(desk)
    take = {"move": "take", "seat": 0, "cards": ["horse", "horse"]}
    desk.do(Move({"move": "market_read", "cards": MARKET}), Actor(By.HOST))
    read(desk, {**take, "proof": ["a", "b"]})
    desk.do(Undo(), Actor(By.HOST))
    assert [settling.hand for settling in given] == [None]  # the host's reading
    desk.do(Move(take), Actor(By.SEAT, 0))
    *_, typed = given
    assert typed.hand == 0
    assert [card.name for card in typed.was.cards] == list(MARKET)
    says = Brief.from_match(desk.snapshot()).offer_label(Laid("weapon_2", Zone("defence", 1)))
    assert says is not None
    assert says.key == "plenty_coups.offer.gift"


def test_going_back_lays_every_card_as_it_lay_and_what_was_drawn_stays_drawn(
    tmp_path: Path,
) -> None:
    table = StillVirtualTable(tmp_path)
    table.deal("ogallala", 2)
    (draws,) = table.virtual.scene().duties
    table.virtual.do(virtual_acts.CarryOut(draws.id, draws.cards[:1]))
    ((card, name),) = table.virtual.hands()[0].items()
    table.virtual.do(virtual_acts.Show(card, "grounds"))
    table.desk.do(Move({"move": "discard", "player": 0, "cards": [name]}), CAMERA)
    before = [placed.card for placed in table.virtual.scene().placed]
    for command, held in ((Undo(), [name]), (Redo(), []), (Undo(), [name])):
        table.desk.do(command, Actor(By.HOST))
        assert [*table.virtual.hands()[0].values()] == held
        assert [placed.card for placed in table.virtual.scene().placed] == before[len(held) :]
    assert not any(duty.cards == draws.cards for duty in table.virtual.scene().duties)
    table.close()
