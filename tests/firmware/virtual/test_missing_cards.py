"""A deal that goes back at the virtual table: what was gathered is where it was before."""

from __future__ import annotations

from contextlib import closing
from itertools import product
from pathlib import Path

from referee.actor import Actor
from referee.contract import By
from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from tests.live import StillVirtualTable

COUP = "coup"


class Table(StillVirtualTable):
    """Three play Coup d'État, seat 0 first: all moves are right."""

    def begin(self) -> None:
        """Begin a match, decline the coup, and name a contract."""
        self.desk.do(Begin("coup_detat", seats=3))
        for seat, card in enumerate(("AH", "KH", "9H")):
            self.read("card_drawn", player=seat, cards=[card])
        self.read("cleared")
        self.virtual.do(virtual_acts.Deal())
        holder = next(seat for seat, hand in enumerate(self.names) if COUP in hand)
        for seat, move in ((holder, {"move": "decline"}), (0, CONTRACT)):
            self.desk.do(Move({"seat": seat, **move}), Actor(By.SEAT, seat))

    @property
    def names(self) -> list[list[str]]:
        lay, _ = self.virtual.snapshot()
        return [[lay.pile.faces[card] for card in hand] for hand in lay.hands]

    @property
    def lies(self) -> list[str]:
        lay, _ = self.virtual.snapshot()
        return sorted(placed.card for placed in lay.placed if placed.face_up)

    def read(self, move: str, **fields: object) -> None:
        self.desk.do(Move({"move": move, **fields}), Actor(By.CAMERA))

    def play(self, seat: int, card: str) -> str:
        lay, _ = self.virtual.snapshot()
        card_id = next(hand for hand in lay.hands[seat] if lay.pile.faces[hand] == card)
        self.virtual.do(virtual_acts.Show(card_id, f"seat:{seat}"))
        self.read("card_played", player=seat, cards=[card])
        return card

    def trick(self, *, follow: bool) -> list[tuple[int, str]]:
        """Play a trick that all follow, or that nobody does; return whose is which card."""
        turn = self.match.pending[0].seat or 0
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
        for placed in self.virtual.scene().placed:
            if placed.face_up:
                self.virtual.do(virtual_acts.Take(placed.id))
        self.read("cleared")


CONTRACT = {"move": "name_contract", "contract": "victory"}


def test_a_card_taken_back_from_a_gathered_trick_is_in_hand_and_those_before_it_lie_there(
    tmp_path: Path,
) -> None:
    with closing(Table(tmp_path)) as table:
        table.begin()
        table.trick(follow=True)
        table.gather()
        before = table.names
        (leader, lead), (seat, _), _ = table.trick(follow=False)
        table.gather()
        table.desk.do(Move({"move": "take_back", "seat": seat}), Actor(By.SEAT, seat))
        assert table.lies == [lead]
        before[leader].remove(lead)
        assert [sorted(hand) for hand in table.names] == [sorted(hand) for hand in before]
        assert not table.virtual.scene().missed
