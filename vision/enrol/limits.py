"""Derive a deck's limits from the mistakes in its self-test.

One confusable pair must not make the whole deck strict, so it gets its own limit. All other cards
share one limit, which also covers cards that were never seen. If a deck lacks cards, or may lack
some, its most certain mistake sets the limit, because the deck would mistake a missing card in the
same way. Only playing cards on a known list are an exception, since their missing cards are known.
If the king of spades is like the king of clubs, then the queen of spades, which has a picture, is
confusable with the queen of clubs, which has none.

The limits were measured on a drawn pack (`tests/vision/decks/suits`) in two styles, each time with
one half or the other without pictures. Cards with a picture were read 624 times, and cards without
one as often. With one limit for all cards, 278 readings of cards with a picture were certain, and 2
readings of the other cards were wrong. With limits for pairs, 343 were certain and none was wrong.
Without measured limits, 196 were wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from vision.decks.deck import Deck
from vision.reading import BACK

ERROR_MARGIN = 0.03  # A limit exceeds the highest trust of a wrong reading by this much.
INCOMPLETE_MARGIN = 0.01  # Additional margin for a deck that lacks cards.
MAX_TRUST = 0.99  # No reading of a camera's picture has a higher trust.
# The number of confusable pairs with their own limit, for each card of the deck; at least one.
# Wrong readings between other pairs raise the limit of all cards.
PAIRS_PER_CARD = 0.05

SUITED = re.compile(r"(?P<rank>[2-9ATJQK]|10)(?P<suit>[SHDC])")  # for example 10D, QH

Pair = frozenset[str]


def limits_of(
    deck: Deck, trust: float, taken_for: Mapping[tuple[str, str], float]
) -> dict[str, Any]:
    """Return limits for a deck that no mistake reaches, in the form of its file.

    `trust` is the limit for every deck. `taken_for` maps a pair of cards, one without a picture and
    the one it was read as, to the trust of the most certain such mistake.
    """
    surest: dict[Pair, float] = {}
    for pair, score in taken_for.items():
        surest[frozenset(pair)] = max(score, surest.get(frozenset(pair), 0.0))
    alike = _pair_errors(deck, surest)
    rest = [score for pair, score in surest.items() if pair not in alike]
    trust = max([trust, *(score + ERROR_MARGIN for score in rest)])
    stricter = 0.0 if deck.complete else INCOMPLETE_MARGIN
    pairs = [
        {"cards": sorted(pair), "trust": _rounded(score + ERROR_MARGIN + stricter)}
        for pair, score in sorted(alike.items(), key=lambda one: sorted(one[0]))
        if score + ERROR_MARGIN > trust
    ]
    kept = {name: limit for name, limit in deck.limits.items() if name != "pairs"}
    return {**kept, "trust": _rounded(trust + stricter)} | ({"pairs": pairs} if pairs else {})


def _pair_errors(deck: Deck, surest: Mapping[Pair, float]) -> dict[Pair, float]:
    """Map each pair with its own limit to the highest trust of a mistake in it."""
    surest = {pair: score for pair, score in surest.items() if BACK not in pair}
    alike: dict[Pair, float] = {}
    if not deck.whole:
        return alike  # A card that is not listed may look like any card.
    if deck.complete:
        rare = max(1, int(PAIRS_PER_CARD * len(deck.templates)))
        alike |= {pair: surest[pair] for pair in sorted(surest, key=lambda p: -surest[p])[:rare]}
    akin: dict[str, float] = {}
    for pair, score in surest.items():
        if kind := kinship(*pair):
            alike[pair] = score
            akin[kind] = max(score, akin.get(kind, 0.0))
    for missing in deck.missing:
        for card in deck.templates:
            if (kind := kinship(missing, card)) in akin:
                alike[frozenset((missing, card))] = akin[kind]
    return alike


def _rounded(trust: float) -> float:
    return round(float(min(trust, MAX_TRUST)), 3)


def rank_and_suit_groups(cards: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield ``rank`` or ``suit`` with the cards that have one in common; other cards are left out.

    >>> list(rank_and_suit_groups(["QH", "QS", "night"]))
    [('rank', ['QH', 'QS']), ('suit', ['QH']), ('suit', ['QS'])]
    """
    suited = [found for card in cards if (found := SUITED.fullmatch(card))]
    for part in ("rank", "suit"):
        alike: dict[str, list[str]] = {}
        for found in suited:
            alike.setdefault(found[part], []).append(found[0])
        yield from ((part, group) for group in alike.values())


def kinship(one: str, other: str) -> str:
    """Return ``colour`` or ``rank``: what two playing cards of the same rank share.

    Return an empty string for cards of different ranks and for other cards.

    >>> kinship("KC", "KS"), kinship("KC", "KH"), kinship("KC", "QC"), kinship("duke", "night")
    ('colour', 'rank', '', '')
    """
    first, second = SUITED.fullmatch(one), SUITED.fullmatch(other)
    if first is None or second is None or first["rank"] != second["rank"]:
        return ""
    return "colour" if (first["suit"] in "HD") == (second["suit"] in "HD") else "rank"
