"""The state of the virtual table: each card is on the mat, in a hand, in a pile or discarded."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from firmware.virtual.laid_cards import UNKNOWN, LaidCard
from firmware.virtual.pile import Pile
from firmware.virtual.placement import Box, Spot
from referee.contract import Deal
from referee.reports.tabletop import PILE, Placed


def is_pile(card_id: str) -> bool:
    """Whether this id stands for the top card of a pile."""
    return card_id == PILE or card_id.startswith(f"{PILE}:")


class TableState(msgspec.Struct, omit_defaults=True):
    """The position of every card, by id. It is stored as JSON, so that it survives a power cut.

    `dealt` is the number of the round for which the hands were dealt. `came` maps each card that
    has left a hand to that hand, and `laid` each card to when it was last laid on the mat. `left`
    maps each card that was discarded from the mat to its former position there. `drawn` has a pair
    for each card that was drawn: the number of the last journal entry at that time, and the hand.
    """

    deck: str
    match: int
    pile: Pile
    hands: list[list[str]]
    placed: list[Placed] = []
    dealt: int = 0
    faults: dict[str, bool] = {}
    came: dict[str, int] = {}
    laid: dict[str, LaidCard] = {}
    left: dict[str, Placed] = {}
    drawn: list[tuple[int, int]] = []

    @classmethod
    def from_stored(cls, plain: Any) -> TableState:
        """Return a stored state, or an empty one if there is none or it is outdated."""
        try:
            return cls("", -1, Pile(), []) if plain is None else msgspec.convert(plain, cls)
        except msgspec.ValidationError:
            return cls("", -1, Pile(), [])

    def copy(self) -> TableState:
        """Return a deep copy."""
        return msgspec.convert(msgspec.to_builtins(self), TableState)

    def held_cards(self) -> list[tuple[int, str]]:
        """Return the cards in hands, as pairs of seat and card."""
        return [(seat, card) for seat, hand in enumerate(self.hands) for card in hand]

    def holder(self, card_id: str) -> int | None:
        """Return the seat that holds a card, or None."""
        return next((seat for seat, card in self.held_cards() if card == card_id), None)

    def put_back(self, card_id: str, chance: random.Random) -> None:
        """Shuffle a card back into the pile. Raise `LookupError` if it is not on the table."""
        self.lift(card_id)
        self.came.pop(card_id, None)
        self.pile.put_back([card_id], chance)

    def discard(self, card_id: str) -> None:
        """Discard a card from the mat or a hand. Raise `LookupError` if it is in neither."""
        lay = next((placed for placed in self.placed if placed.id == card_id), None)
        if lay is None and self.holder(card_id) is None:
            raise LookupError(card_id)
        self.lift(card_id)
        self.pile.discards.append(card_id)
        self.left.pop(card_id, None)
        if lay is not None:
            self.left[card_id] = lay

    def recall(self) -> None:
        """Return the card discarded last to its former spot on the mat, or to the hand it came
        from. Raise `LookupError` if there is none.
        """
        card_id = next(iter(self.recallable()), "")
        if not card_id:
            raise LookupError("discards")
        self.pile.discards.remove(card_id)
        if (lay := self.left.pop(card_id, None)) is not None:
            self.placed.append(lay)
        else:
            self.hands[self.came.pop(card_id)].append(card_id)

    def recallable(self) -> tuple[str, ...]:
        """Return the cards that were discarded since the last deal and can return, newest first."""
        known = (
            discard
            for discard in reversed(self.pile.discards)
            if discard in self.left or discard in self.came
        )
        return tuple(known)

    def give(self, card_id: str, seat: int, chance: random.Random) -> None:
        """Put a card, or the pile's top card, into a hand. Raise `LookupError` if it is not there.

        The hand is shuffled and all its cards get new ids, so nobody can tell the new card from the
        old ones.
        """
        card_id = self.pick(card_id, chance)
        self.came.pop(card_id, None)
        hand = [*self.hands[seat], card_id]
        chance.shuffle(hand)
        self.hands[seat] = [self.pile.new_id(card) for card in hand]

    def lay_of(self, card_id: str) -> LaidCard:
        """Return when a card on the mat was laid, as far as it is known."""
        return self.laid.get(card_id, UNKNOWN)

    def drawn_after(self, seq: int, hand: int | None) -> int:
        """Return how many cards a hand has drawn since the journal entry `seq`."""
        return sum(since == (seq, hand) for since in self.drawn)

    def note_drawn(self, seq: int, hand: int) -> None:
        """Count one more card that a hand has drawn since the journal entry `seq`."""
        self.drawn = [*(since for since in self.drawn if since[0] == seq), (seq, hand)]

    def pick(self, card_id: str, chance: random.Random) -> str:
        """Pick up a card by its id, or the pile's top card, and return its id."""
        if is_pile(card_id):
            number = card_id.removeprefix(PILE).removeprefix(":")
            card_id = self.pile.take_top(chance, int(number) if number.isdecimal() else None)
            self.came.pop(card_id, None)
            return card_id
        self.lift(card_id)
        return card_id

    def lift(self, card_id: str) -> None:
        """Pick up a card from the mat, a hand, the set-aside cards or the discards. Raise
        `LookupError` if it is not there.
        """
        for seat, hand in enumerate(self.hands):
            if card_id in hand:
                hand.remove(card_id)
                self.came[card_id] = seat
                return
        for cards in (self.pile.aside, self.pile.discards):
            if card_id in cards:
                cards.remove(card_id)
                self.left.pop(card_id, None)
                return
        left = [placed for placed in self.placed if placed.id != card_id]
        if len(left) == len(self.placed):
            raise LookupError(card_id)
        self.placed = left

    def put(self, card_id: str, at: Spot, face_up: bool = True) -> None:
        """Lay a card on the mat after it was picked up."""
        self.placed.append(Placed(card_id, self.pile.faces[card_id], *at, face_up))

    def tops(self, boxes: Mapping[str, Box]) -> tuple[Placed, ...]:
        """Return the top card of each pile, face down in its box."""
        heights = zip(boxes.items(), self.pile.heights, strict=False)
        card = next(iter(self.pile.faces.values()), "")  # Any card will do: only its back shows.
        return tuple(
            Placed(zone, card, (left + right) / 2, (top + bottom) / 2, 0.0, False)
            for (zone, (left, top, right, bottom)), height in heights
            if height
        )

    def clear(self, chance: random.Random) -> None:
        """Shuffle all cards on the mat back into the pile."""
        self.pile.put_back([placed.id for placed in self.placed], chance)
        self.placed = []

    def has_dealt(self, due: Deal) -> bool:
        """Whether a round's cards have been dealt, or drawn into the hands one by one.

        After a deal, the cards in the hands are those of its round, until the next deal. Return
        False if a seat that gets no cards still holds some: they were dealt before its player left.
        """
        held = tuple(len(hand) for hand in self.hands)
        by_hand = not self.dealt and held == due.cards and any(held) and not due.table
        gone = any(due.cards) and any(
            held[seat] and not many for seat, many in enumerate(due.cards[: len(held)])
        )
        return (self.dealt == due.round and not gone) or (by_hand and not self.placed)

    def with_cards_of(self, earlier: TableState, seq: int) -> TableState:
        """Return the table with the cards as they lay earlier in the match.

        Its last journal entry is `seq` now, and the cards drawn then still count as drawn.
        """
        earlier.faults, earlier.pile.ids = self.faults, max(earlier.pile.ids, self.pile.ids)
        earlier.drawn = [(seq, hand) for _, hand in earlier.drawn]
        return earlier

    def take_up(self, without: Sequence[str], chance: random.Random) -> None:
        """Shuffle all cards of this deal back into the pile, except those named in `without`."""
        back = self.recallable()
        self.pile.discards = [card for card in self.pile.discards if card not in back]
        self.pile.return_set_aside()
        self.pile.put_back([*self._lift_all(), *back], chance)
        self.pile.set_aside(without)
        self.dealt, self.drawn = 0, []

    def _lift_all(self) -> list[str]:
        """Take all cards from the mat and the hands, and return them."""
        cards = [placed.id for placed in self.placed] + [card for _, card in self.held_cards()]
        self.placed, self.came, self.left, self.laid = [], {}, {}, {}
        self.hands = [[] for _ in self.hands]
        return cards

    def deal(self, due: Deal, without: Sequence[str], chance: random.Random) -> tuple[str, ...]:
        """Clear the mat and the hands, shuffle if necessary, and deal. Return the face-down cards.

        Cards that were dealt earlier for the same round go back into the pile, because they were
        never counted. Cards of another round are discarded. Cards named in `without` are set aside.
        """
        cards = self._lift_all()
        if self.dealt == due.round:
            self.pile.put_back(cards, chance)
        else:
            self.pile.discards += cards
        if due.shuffle or len(self.pile.draw) < sum(due.cards) + due.table:
            self.pile.return_set_aside()
            self.pile.gather(chance)
        self.pile.set_aside(without)
        self.hands = [[self.pile.take_top(chance) for _ in range(number)] for number in due.cards]
        self.dealt = due.round
        return tuple(self.pile.take_top(chance) for _ in range(due.table))
