"""The claims that the public record proves true or false.

A hand has at most two cards, so all hands that fit the record can be listed. A forward pass through
the record follows what each possible hand could become. A backward pass then drops the hands that
contradict later events. A claim is proved if all remaining hands agree. Nothing is guessed, and an
exchange erases all knowledge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from referee.contract import Frozen
from referee.coup.state.cards import INFLUENCE
from referee.coup.state.state import Event, EventKind, State

Hand = tuple[str, ...]  # sorted
Hands = frozenset[Hand]


class Claim(Frozen):
    """A claim and what became of it.

    `fate` is `SHOWN` or `FAILED` after a challenge, and `CLAIMED` without one. `true` is None if
    the record does not prove the claim true or false.
    """

    seat: int
    cards: tuple[str, ...]
    round: int
    fate: EventKind
    true: bool | None


def claims(state: State) -> tuple[Claim, ...]:
    """Return all claims of the match, in order."""
    deck = tuple(state.options.deck.items())
    return _claims(state.history, deck, len(state.faces))


@lru_cache(maxsize=4)  # Each seat's view of an ended match needs the same claims.
def _claims(
    history: tuple[Event, ...], deck: tuple[tuple[str, int], ...], seats: int
) -> tuple[Claim, ...]:
    hands = [_possible_hands(history, dict(deck), seat) for seat in range(seats)]
    followed: dict[int, EventKind] = {}  # The next event of each seat.
    results = []
    for at in range(len(history) - 1, -1, -1):
        event = history[at]
        if event.what is EventKind.CLAIMED:
            after = followed.get(event.seat)
            fate = after if after in (EventKind.SHOWN, EventKind.FAILED) else EventKind.CLAIMED
            true = _verdict(hands[event.seat][at], event.cards)
            results.append(Claim(event.seat, event.cards, event.round, fate, true))
        followed[event.seat] = event.what
    return tuple(reversed(results))


def _verdict(hands: Hands, cards: Sequence[str]) -> bool | None:
    """Return True if every hand holds one of `cards`, False if none does, or None otherwise."""
    answers = {any(card in hand for card in cards) for hand in hands}
    return answers.pop() if len(answers) == 1 else None


def _possible_hands(history: Sequence[Event], deck: Mapping[str, int], seat: int) -> list[Hands]:
    """Return the hands that a seat may have held just before each event."""
    of_all = _hands_of(deck)
    every = {size: _of_size(of_all, size) for size in range(INFLUENCE + 1)}
    hands = every[INFLUENCE]
    before: list[Hands] = []
    steps: list[dict[Hand, Hands]] = []
    hidden = dict(deck)
    fit = of_all
    for event in history:
        if _seen_elsewhere(event, seat):
            hands = hands & _hands_of(_minus(hidden, event.cards))
        else:
            hands = hands & fit
        before.append(hands)
        step = (
            {hand: _hands_after(hand, event, every) for hand in hands} if event.seat == seat else {}
        )
        if event.seat == seat:
            hands = frozenset().union(*step.values())
        steps.append(step)
        if event.what is EventKind.TURNED:
            hidden = _minus(hidden, event.cards)
            fit = _hands_of(hidden)
    last = hands & fit
    for at in range(len(history) - 1, -1, -1):
        if history[at].seat == seat:
            last = frozenset(hand for hand in before[at] if steps[at][hand] & last)
        else:
            last &= before[at]
        before[at] = last
    return before


def _minus(hidden: Mapping[str, int], cards: Sequence[str]) -> dict[str, int]:
    left = dict(hidden)
    for card in cards:
        left[card] = left.get(card, 0) - 1
    return left


def _hands_of(hidden: Mapping[str, int]) -> Hands:
    """Return all hands, of any size, that the cards can form."""
    return _all_hands(tuple(sorted(hidden.items())))


@lru_cache(maxsize=256)  # Few cards are face up, and their order does not matter.
def _all_hands(hidden: tuple[tuple[str, int], ...]) -> Hands:
    there = dict(hidden)
    return frozenset(
        hand
        for size in range(INFLUENCE + 1)
        for hand in combinations_with_replacement(there, size)
        if all(hand.count(card) <= there[card] for card in hand)
    )


def _of_size(hands: Hands, size: int) -> Hands:
    return frozenset(hand for hand in hands if len(hand) == size)


def _seen_elsewhere(event: Event, seat: int) -> bool:
    return event.seat != seat and event.what in (
        EventKind.SHOWN,
        EventKind.FAILED,
        EventKind.TURNED,
    )


def _hands_after(hand: Hand, event: Event, every: Mapping[int, Hands]) -> Hands:
    """Return the hands that `hand` may become by an event. A contradiction leaves none."""
    if event.what is EventKind.CLAIMED or (event.what is EventKind.FAILED and not event.cards):
        return frozenset((hand,))
    if event.what is EventKind.EXCHANGED:
        return every[len(hand)]
    (card,) = event.cards
    if card not in hand:
        return frozenset()
    if event.what in (EventKind.SHOWN, EventKind.FAILED):
        return frozenset((hand,))
    at = hand.index(card)
    rest = (*hand[:at], *hand[at + 1 :])
    if event.what is EventKind.TURNED:
        return frozenset((rest,))
    return frozenset(tuple(sorted((*rest, *drawn))) for drawn in every[1])
