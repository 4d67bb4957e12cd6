"""A draft: the state and the rulings that a rule changes while it applies a move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.plenty_coups.state.phases import Phase
from referee.plenty_coups.state.state import Event, State, What
from referee.table import Card, CardStatus, Zone


class Draft:
    """A `state` under construction, and the `rulings` made so far. Only the rules use it."""

    __slots__ = ("rulings", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.rulings: list[Ruling] = []

    # -- rulings ------------------------------------------------------------------------

    def add_ruling(
        self, rule: str, key: str, *seats: int, proof: tuple[str, ...] = (), **params: Value
    ) -> None:
        """Add a ruling that concerns the given seats."""
        self.rulings.append(Ruling(rule, Message(key, params), (), seats, proof))

    def add_tribe_ruling(
        self,
        rule: str,
        key: str,
        tribe: int | None = None,
        proof: tuple[str, ...] = (),
        **params: Value,
    ) -> None:
        """Add a ruling about a tribe. By default this is the tribe on turn."""
        state = self.state
        tribe = state.turn if tribe is None else tribe
        said = Message(key, {"tribe_seat": tribe, **params})
        self.rulings.append(Ruling(rule, said, (), (state.player_of(tribe),), proof))

    # -- changes ------------------------------------------------------------------------

    def set_state(self, **fields: Any) -> None:
        """Replace fields of the state."""
        self.state = replace(self.state, **fields)

    def set_tribe(self, number: int, **fields: Any) -> None:
        """Replace fields of a tribe."""
        tribes = list(self.state.tribes)
        tribes[number] = replace(tribes[number], **fields)
        self.state = replace(self.state, tribes=tuple(tribes))

    def set_deck(self, **fields: Any) -> None:
        """Replace fields of the deck."""
        self.state = replace(self.state, deck=replace(self.state.deck, **fields))

    def enter_phase(self, phase: Phase, what: What = What.OTHER, target: int | None = None) -> None:
        """Enter a phase, and record the move that led to it as the last one."""
        state = self.state
        self.state = replace(state, phase=phase, last=Event(what, state.turn, target))

    # -- cards -------------------------------------------------------------------------------

    def play_cards(self, tribe: int, *cards: str, away: Zone | None = None) -> None:
        """Remove cards from a hand. If `away` is given, discard the cards from that zone."""
        state, deck = self.state, self.state.deck
        one, unseen = state.tribes[tribe], deck.unseen
        known = list(one.known)
        for card in cards:
            if card in known:
                known.remove(card)
            else:
                unseen = remove_cards(unseen, card)
        tribes = list(state.tribes)
        tribes[tribe] = replace(one, hand=one.hand - len(cards), known=tuple(known))
        self.state = replace(state, tribes=tuple(tribes), deck=replace(deck, unseen=unseen))
        if away is not None:
            self.discard(tribe, away, *cards)

    def add_used(self, *cards: str) -> None:
        """Add cards to the used cards."""
        self.set_deck(used=add_cards(self.state.deck.used, cards))

    def mark_to_clear(self, tribe: int, zone: Zone, *cards: str) -> None:
        """List used cards that players must still clear from a zone."""
        self.set_deck(away=self._with_cards_to_clear(tribe, zone, cards))

    def discard(self, tribe: int, zone: Zone, *cards: str) -> None:
        """Add a tribe's cards to the used ones, and require that players clear them from a zone."""
        used = add_cards(self.state.deck.used, cards)
        self.set_deck(used=used, away=self._with_cards_to_clear(tribe, zone, cards))

    def _with_cards_to_clear(
        self, tribe: int, zone: Zone, cards: tuple[str, ...]
    ) -> tuple[Card, ...]:
        seat = self.state.player_of(tribe)
        left = [Card(card, zone, status=CardStatus.TO_CLEAR, seat=seat) for card in cards]
        return (*self.state.deck.away, *left)

    def make_known(self, tribe: int, card: str) -> None:
        """Record that everybody has seen a card in a hand. The card stays there."""
        known = self.state.tribes[tribe].known
        if card not in known:
            self.set_tribe(tribe, known=tuple(sorted((*known, card))))
            self.set_deck(unseen=remove_cards(self.state.deck.unseen, card))

    def make_unknown(self, *tribes: int) -> None:
        """Forget the known cards of these hands, because their players exchanged hidden cards."""
        for tribe in tribes:
            known = self.state.tribes[tribe].known
            if known:
                self.set_deck(unseen=add_cards(self.state.deck.unseen, known))
                self.set_tribe(tribe, known=())

    def draw(self, many: int) -> bool:
        """Draw cards from the pile without revealing them.

        Return whether the discards had to be shuffled first (PC-6).
        """
        again = self.state.deck.pile < many
        if again:
            self.shuffle()
        if many:
            self.set_deck(pile=max(0, self.state.deck.pile - many))
        return again

    def shuffle(self) -> None:
        """Shuffle the discards into the pile (PC-6)."""
        deck = self.state.deck
        again = [card for card, many in deck.used.items() for _ in range(many)]
        self.set_deck(
            pile=deck.drawable_count,
            unseen=add_cards(deck.unseen, again),
            used={},
            away=(),
            before=(),
        )
        self.add_ruling("PC-6", "plenty_coups.shuffled", count=len(again))


def add_cards(counts: dict[str, int], cards: Iterable[str]) -> dict[str, int]:
    """Return `counts` with `cards` added."""
    found = dict(counts)
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found


def remove_cards(counts: dict[str, int], *cards: str) -> dict[str, int]:
    """Return `counts` with `cards` removed."""
    found = dict(counts)
    for card in cards:
        if found[card] > 1:
            found[card] -= 1
        else:
            del found[card]
    return found
