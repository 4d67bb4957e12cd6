"""The place of each hidden card in one possible deal, before and after a move.

A game says before and after a move which cards are hidden and how many of them are where
(`Hidden`). The difference tells which cards were played, drawn, laid face down or put back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from referee.determinization import (
    Chance,
    Down,
    Hands,
    Hidden,
    ImpossibleHand,
    KnownHands,
    check_known_hands,
    deal_hidden,
    shuffled,
)
from referee.table import Zone


class Dealt(NamedTuple):
    """The cards of each hand and of each face-down card (`Hidden.counts`), and of the pile."""

    hidden: Hidden
    hands: Hands
    pile: tuple[str, ...]

    def face_down(self, zone: Zone) -> tuple[str, ...]:
        """Return the cards that lie face down in a zone."""
        laid = zip(self.hidden.downs, self.hands[len(self.hidden.hands) :], strict=True)
        return tuple(card for down, (card,) in laid if down.zone == zone)


def deal(hidden: Hidden, own: KnownHands, chance: Chance) -> Dealt:
    """Return a random deal of the hidden cards with the `own` hands. Raise `ImpossibleHand`.

    A card that another hand showed was misread if the `own` hands leave no copy of it.
    """
    check_known_hands(own, hidden.counts)
    known, left = {**own}, Counter(hidden.cards) - Counter(chain.from_iterable(own.values()))
    for hand, cards in hidden.known.items():
        if hand not in own:
            known[hand] = tuple((Counter(cards) & left).elements())
            left -= Counter(known[hand])
        elif Counter(cards) - Counter(own[hand]):
            raise ImpossibleHand(hand, own[hand])
    hands, pile = deal_hidden(hidden.cards, known, hidden.counts, chance, hidden.lacks)
    return Dealt(hidden, tuple(tuple(sorted(hand)) for hand in hands), pile)


def possible_rests(dealt: Dealt, now: Hidden, seat: int) -> Iterator[tuple[str, ...]]:
    """Yield each hand that a seat may keep by a move that leads to `now`.

    If no card leaves its hand without being seen, it has no such choice: yield () once.
    """
    gone = _unseen_leavers(dealt, now, seat)
    if not gone:
        yield ()
        return
    seen = Counter(dealt.hidden.cards) - Counter(now.cards)
    rest = sorted((Counter(dealt.hands[seat]) - seen).elements())
    yield from dict.fromkeys(combinations(rest, len(rest) - gone))


def after_move(
    dealt: Dealt, now: Hidden, seat: int | None, kept: Sequence[str], chance: Chance
) -> Dealt:
    """Return where the cards are after a move of a seat, which kept these cards of its hand.

    Raise `ImpossibleHand` if the move showed a card that was elsewhere.
    """
    was = dealt.hidden
    if was.deal != now.deal:
        return deal(now, {}, chance)
    hands, pile = [Counter(hand) for hand in dealt.hands], Counter(dealt.pile)
    stay, lifted = _matched_downs(was, now)
    shrunk = [hand for hand, size in enumerate(now.hands) if size < was.hands[hand]]
    own = () if seat is None else (seat,)
    sources = [hands[entry] for entry in (*own, *lifted, *shrunk)]
    _remove(Counter(was.cards) - Counter(now.cards), [*sources, pile])
    laid = list[str]()
    if seat is not None and (gone := _unseen_leavers(dealt, now, seat)):
        rest = Counter(kept or shuffled(hands[seat].elements(), chance)[gone:])
        laid += (hands[seat] - rest).elements()
        hands[seat] &= rest
    back = Counter(now.cards) - Counter(was.cards)
    for hand, cards in now.known.items():
        seen = back & (Counter(cards) - Counter(was.known.get(hand, ())))
        hands[hand] += seen
        back -= seen
    new_downs = len(now.new_downs(was))
    loose = [*laid[new_downs:], *back.elements()]
    loose += (card for number in lifted for card in hands[number].elements())
    rest_of_pile = list(shuffled((*pile.elements(), *loose), chance))
    sizes = enumerate(now.hands)
    after = [_resized(hands[hand], size, rest_of_pile, chance) for hand, size in sizes]
    new = laid[:new_downs]
    for down in now.downs:
        old = stay.get(down)
        after.append(dealt.hands[old.pop(0)] if old else ((new or rest_of_pile).pop(),))
    return Dealt(now, tuple(after), tuple(rest_of_pile))


def _matched_downs(was: Hidden, now: Hidden) -> tuple[dict[Down, list[int]], list[int]]:
    """Return the hand numbers of the face-down cards that stay, and of the lifted ones."""
    left, stay, lifted = Counter(now.downs), dict[Down, list[int]](), list[int]()
    for number, down in enumerate(was.downs, len(was.hands)):
        if left[down]:
            left[down] -= 1
            stay.setdefault(down, []).append(number)
        else:
            lifted.append(number)
    return stay, lifted


def _unseen_leavers(dealt: Dealt, now: Hidden, seat: int | None) -> int:
    """Return how many cards leave the seat's hand without being seen."""
    was = dealt.hidden
    if seat is None or was.deal != now.deal:
        return 0
    seen = Counter(was.cards) - Counter(now.cards)
    shown = (seen & Counter(dealt.hands[seat])).total()
    own = [sum(down.seat == seat for down in hidden.downs) for hidden in (was, now)]
    return max(was.hands[seat] - now.hands[seat] - shown, own[1] - own[0], 0)


def _remove(seen: Counter[str], sources: Sequence[Counter[str]]) -> None:
    """Remove the cards that everybody sees now from the first places that have them."""
    for source in sources:
        counter = seen & source
        source -= counter
        seen -= counter
    if seen:
        raise ImpossibleHand(*seen)


def _resized(hand: Counter[str], size: int, pile: list[str], chance: Chance) -> tuple[str, ...]:
    """Return the hand with cards drawn from the pile, or put there at random, to fit its size."""
    cards = shuffled(hand.elements(), chance) if hand.total() > size else (*hand.elements(),)
    pile[:0] = cards[size:]
    drawn = [pile.pop() for _ in range(min(size - len(cards), len(pile)))]
    return tuple(sorted((*cards[:size], *drawn)))
