"""A deal that goes back at the virtual table: what was gathered is where it was before."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from firmware.mats import load_mats
from firmware.virtual.brief import Briefs
from firmware.virtual.following import Follower
from firmware.virtual.table import VirtualTable
from referee.actor import Actor
from referee.contract import By
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.match.running import Snapshot
from referee.reports import virtual_acts

COUP = "coup"


class Table:
    """A virtual table at which three play Coup d'État, seat 0 first: all moves are right."""

    def __init__(self, folder: Path, *moves: str) -> None:
        self.desk = Desk.open(folder / "journal.sqlite")
        self.table = VirtualTable(
            load_mats("coup_detat", 3),
            get=lambda _: None,
            put=lambda *_: None,
            brief=Briefs(self.desk.snapshot),
            press=lambda *_: None,
            changed=lambda: None,
            seed=3,
        )
        self.follower = Follower(self.table)
        self.desk.listen(self._follow)
        self.desk.do(Begin("coup_detat", seats=3))
        for seat, card in enumerate(("AH", "KH", "9H")):
            self.read("card_drawn", player=seat, cards=[card])
        self.read("cleared")
        self.table.do(virtual_acts.Deal())
        self.holder = next(seat for seat, hand in enumerate(self.names) if COUP in hand)
        for move in moves:
            self.say(move, self.holder)

    def _follow(self, match: Snapshot) -> None:
        self.table.set_out(match.match, "coup_detat", {}, match.seats, load_mats("coup_detat", 3))
        self.follower.follow(match)

    @property
    def names(self) -> list[list[str]]:
        lay, _ = self.table.snapshot()
        return [[lay.pile.faces[card] for card in hand] for hand in lay.hands]

    @property
    def lies(self) -> list[str]:
        lay, _ = self.table.snapshot()
        return sorted(placed.card for placed in lay.placed if placed.face_up)

    def read(self, move: str, **fields: object) -> None:
        self.desk.do(Move({"move": move, **fields}), Actor(By.CAMERA))

    def say(self, move: str, seat: int, **fields: object) -> None:
        self.desk.do(Move({"move": move, "seat": seat, **fields}), Actor(By.SEAT, seat))

    def play(self, seat: int, card: str) -> str:
        lay, _ = self.table.snapshot()
        card_id = next(hand for hand in lay.hands[seat] if lay.pile.faces[hand] == card)
        self.table.do(virtual_acts.Show(card_id, f"seat:{seat}"))
        self.read("card_played", player=seat, cards=[card])
        return card

    def trick(self, *, follow: bool) -> list[tuple[int, str]]:
        """Play a trick that all follow, or that nobody does; return whose is which card."""
        match = self.desk.snapshot()
        assert match is not None
        turn = match.pending[0].seat or 0
        lead, second, third = (
            [card for card in self.names[(turn + step) % 3] if card != COUP] for step in range(3)
        )
        cards = next(
            cards
            for cards in product(lead, second, third)
            if all((card[-1] == cards[0][-1]) is follow for card in cards[1:])
        )
        return [
            ((turn + step) % 3, self.play((turn + step) % 3, card))
            for step, card in enumerate(cards)
        ]

    def gather(self) -> None:
        for placed in self.table.scene().placed:
            if placed.face_up:
                self.table.do(virtual_acts.Take(placed.id))
        self.read("cleared")


@pytest.fixture
def declined(tmp_path: Path) -> Table:
    table = Table(tmp_path, "decline")
    table.say("name_contract", 0, contract="victory")
    return table


def test_a_card_taken_back_from_a_gathered_trick_is_in_hand_and_those_before_it_lie_there(
    declined: Table,
) -> None:
    declined.trick(follow=True)
    declined.gather()
    before = declined.names
    (leader, lead), (seat, _), _ = declined.trick(follow=False)
    declined.gather()
    declined.say("take_back", seat)
    assert declined.lies == [lead]
    before[leader].remove(lead)
    assert [sorted(hand) for hand in declined.names] == [sorted(hand) for hand in before]
    assert not declined.table.scene().missed
