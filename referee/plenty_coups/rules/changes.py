"""The small changes of which the rules are made: to a tribe, to the deck, to the phase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from referee.kit import compare_cards, replaced
from referee.plenty_coups.state.phases import Phase
from referee.plenty_coups.state.state import Deck, Event, State, What
from referee.table import Card, CardStatus, Zone


def change_tribe(state: State, tribe: int, **fields: Any) -> State:
    """Replace fields of a tribe."""
    changed = replace(state.tribes[tribe], **fields)
    return replace(state, tribes=replaced(state.tribes, tribe, changed))


def change_deck(state: State, **fields: Any) -> State:
    """Replace fields of the deck."""
    return replace(state, deck=replace(state.deck, **fields))


def enter_phase(
    state: State, phase: Phase, what: What = What.OTHER, target: int | None = None
) -> State:
    """Enter a phase, and record the move that led to it as the last one."""
    return replace(state, phase=phase, last=Event(what, state.turn, target))


# -- cards of a hand -------------------------------------------------------------------------------


def play_cards(state: State, tribe: int, *cards: str, away: Zone | None = None) -> State:
    """Remove cards from a hand. If `away` is given, discard the cards from that zone."""
    owner, known = state.tribes[tribe], state.tribes[tribe].known
    hidden: Iterable[str] = cards
    if known:
        hidden, left = compare_cards(cards, known)
        known = tuple(left)
    fields = {} if away is None else _discarded(state, tribe, away, cards)
    deck = replace(state.deck, unseen=remove_cards(state.deck.unseen, *hidden), **fields)
    played = replace(owner, hand=owner.hand - len(cards), known=known)
    return replace(state, tribes=replaced(state.tribes, tribe, played), deck=deck)


def make_known(state: State, tribe: int, card: str) -> State:
    """Record that everybody has seen a card in a hand. The card stays there."""
    known = state.tribes[tribe].known
    if card in known:
        return state
    state = change_tribe(state, tribe, known=tuple(sorted((*known, card))))
    return change_deck(state, unseen=remove_cards(state.deck.unseen, card))


def make_unknown(state: State, *tribes: int) -> State:
    """Forget the known cards of these hands, because their players exchanged hidden cards."""
    for tribe in tribes:
        known = state.tribes[tribe].known
        if known:
            state = change_deck(state, unseen=add_cards(state.deck.unseen, known))
            state = change_tribe(state, tribe, known=())
    return state


# -- used cards and the pile -----------------------------------------------------------------------


def add_used(state: State, *cards: str) -> State:
    """Add cards to the used cards."""
    return change_deck(state, used=add_cards(state.deck.used, cards))


def mark_to_clear(state: State, tribe: int, zone: Zone, *cards: str) -> State:
    """List a tribe's used cards that players must still clear from a zone."""
    return change_deck(state, away=_discarded(state, tribe, zone, cards)["away"])


def discard(state: State, tribe: int, zone: Zone, *cards: str) -> State:
    """Add a tribe's cards to the used ones, and require that players clear them from a zone."""
    return change_deck(state, **_discarded(state, tribe, zone, cards))


def _discarded(state: State, tribe: int, zone: Zone, cards: Iterable[str]) -> dict[str, Any]:
    """Return the fields of the deck that change with the discard of a tribe's cards."""
    deck, seat = state.deck, state.player_of(tribe)
    left = [Card(card, zone, status=CardStatus.TO_CLEAR, seat=seat) for card in cards]
    return {"used": add_cards(deck.used, cards), "away": (*deck.away, *left)}


def draw(state: State, many: int, *shown: str) -> State:
    """Draw cards from the pile. It may have to be shuffled first (PC-6). All see those `shown`."""
    if must_shuffle(state, many):
        state = shuffle(state)
    if not many:
        return state
    deck = state.deck
    unseen = remove_cards(deck.unseen, *shown) if shown else deck.unseen
    return change_deck(state, pile=max(0, deck.pile - many), unseen=unseen)


def must_shuffle(state: State, many: int) -> bool:
    """Whether the discards must be shuffled before this many cards can be drawn (PC-6)."""
    return state.deck.pile < many


def shuffle(state: State) -> State:
    """Shuffle the discards into the pile (PC-6)."""
    deck = state.deck
    again = [card for card, many in deck.used.items() for _ in range(many)]
    state = replace(state, deck=Deck(deck.drawable_count, add_cards(deck.unseen, again)))
    return state.say("PC-6", "plenty_coups.shuffled", count=len(again))


def add_cards(counts: dict[str, int], cards: Iterable[str]) -> dict[str, int]:
    """Return `counts` with `cards` added."""
    results = dict(counts)
    for card in cards:
        results[card] = results.get(card, 0) + 1
    return results


def remove_cards(counts: dict[str, int], *cards: str) -> dict[str, int]:
    """Return `counts` with `cards` removed."""
    remaining = dict(counts)
    for card in cards:
        if remaining[card] > 1:
            remaining[card] -= 1
        else:
            del remaining[card]
    return remaining
