"""A match while a move is made: what the rules change step by step, and what they say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.plenty_coups.state.phases import Phase
from referee.plenty_coups.state.state import Event, State, What
from referee.table import Card, Lies, Zone


class Draft:
    """A `state` on its way to the next one, and the `rulings` so far; only a rule holds one."""

    __slots__ = ("rulings", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.rulings: list[Ruling] = []

    # -- what is said ------------------------------------------------------------------------

    def rule(
        self, rule: str, key: str, *seats: int, proof: tuple[str, ...] = (), **params: Value
    ) -> None:
        """Rule by `rule` what concerns some seats."""
        self.rulings.append(Ruling(rule, Message(key, params), (), seats, proof))

    def says(
        self,
        rule: str,
        key: str,
        tribe: int | None = None,
        proof: tuple[str, ...] = (),
        **params: Value,
    ) -> None:
        """Rule by `rule` what a tribe does, or (None) whose turn it is."""
        state = self.state
        tribe = state.turn if tribe is None else tribe
        said = Message(key, {"tribe_seat": tribe, **params})
        self.rulings.append(Ruling(rule, said, (), (state.player(tribe),), proof))

    # -- what changes ------------------------------------------------------------------------

    def set(self, **fields: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **fields)

    def tribe(self, number: int, **fields: Any) -> None:
        """Change fields of a tribe."""
        tribes = list(self.state.tribes)
        tribes[number] = replace(tribes[number], **fields)
        self.state = replace(self.state, tribes=tuple(tribes))

    def deck(self, **fields: Any) -> None:
        """Change fields of the deck."""
        self.state = replace(self.state, deck=replace(self.state.deck, **fields))

    def goes(self, phase: Phase, what: What = What.OTHER, target: int | None = None) -> None:
        """Go on to a phase, by what whose turn it is did."""
        state = self.state
        self.state = replace(state, phase=phase, last=Event(what, state.turn, target))

    # -- cards -------------------------------------------------------------------------------

    def play(self, tribe: int, *cards: str, away: Zone | None = None) -> None:
        """Take cards that it may hold from a hand; they are used up in the zone `away`."""
        state, deck = self.state, self.state.deck
        one, unseen = state.tribes[tribe], deck.unseen
        known = list(one.known)
        for card in cards:
            if card in known:
                known.remove(card)
            else:
                unseen = less(unseen, card)
        tribes = list(state.tribes)
        tribes[tribe] = replace(one, hand=one.hand - len(cards), known=tuple(known))
        self.state = replace(state, tribes=tuple(tribes), deck=replace(deck, unseen=unseen))
        if away is not None:
            self.discard(tribe, away, *cards)

    def use(self, *cards: str) -> None:
        """Put cards among the used ones."""
        self.deck(used=more(self.state.deck.used, cards))

    def leave(self, tribe: int, zone: Zone, *cards: str) -> None:
        """Have used cards of a tribe leave a zone."""
        self.deck(away=self._left(tribe, zone, cards))

    def discard(self, tribe: int, zone: Zone, *cards: str) -> None:
        """Use cards of a tribe up, which are to leave a zone."""
        used = more(self.state.deck.used, cards)
        self.deck(used=used, away=self._left(tribe, zone, cards))

    def _left(self, tribe: int, zone: Zone, cards: tuple[str, ...]) -> tuple[Card, ...]:
        seat = self.state.player(tribe)
        left = [Card(card, zone, lies=Lies.GOES, seat=seat) for card in cards]
        return (*self.state.deck.away, *left)

    def show(self, tribe: int, card: str) -> None:
        """Let everybody know a card of a hand that stays in it."""
        known = self.state.tribes[tribe].known
        if card not in known:
            self.tribe(tribe, known=tuple(sorted((*known, card))))
            self.deck(unseen=less(self.state.deck.unseen, card))

    def forget(self, *tribes: int) -> None:
        """Let nobody know any more what some hands hold: cards went unseen."""
        for tribe in tribes:
            known = self.state.tribes[tribe].known
            if known:
                self.deck(unseen=more(self.state.deck.unseen, known))
                self.tribe(tribe, known=())

    def draw(self, many: int) -> bool:
        """Take unseen cards from the pile; tell whether it was made anew first (PC-6)."""
        again = self.state.deck.pile < many
        if again:
            self.shuffle()
        if many:
            self.deck(pile=max(0, self.state.deck.pile - many))
        return again

    def shuffle(self) -> None:
        """Make the pile anew with the discards, wherever they lie (PC-6)."""
        deck = self.state.deck
        again = [card for card, many in deck.used.items() for _ in range(many)]
        self.deck(pile=deck.left, unseen=more(deck.unseen, again), used={}, away=(), before=())
        self.rule("PC-6", "plenty_coups.shuffled", count=len(again))


def more(counts: dict[str, int], cards: Iterable[str]) -> dict[str, int]:
    """Return counts of cards with some more."""
    found = dict(counts)
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found


def less(counts: dict[str, int], *cards: str) -> dict[str, int]:
    """Return counts of cards with some less."""
    found = dict(counts)
    for card in cards:
        if found[card] > 1:
            found[card] -= 1
        else:
            del found[card]
    return found
