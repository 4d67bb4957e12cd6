"""The limits that a deck needs, from which card was taken for which when it was tested.

One alike pair must not make a whole deck strict: it has a limit of its own. For all other cards
one limit holds, also against cards that nobody has seen yet. A deck that lacks cards, or of which
nobody says that it does not, is held to the surest of all errors, as what it lacks is what it would
mistake. Only of playing cards whose missing ones are listed is it known which: if the king of
spades is like the king of clubs, then the queen of spades, of which there is a picture, has a twin
in the queen of clubs, of which there is none.

Measured on a drawn pack (`tests/vision/decks/suits`), half of it without pictures, in two styles
and two halves, 624 readings of cards with a picture and 624 of those without: one limit for all
left 278 certain and 2 of the others wrong; limits by pair leave 343, none wrong. Without measured
limits 196 are wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vision.deck import Deck
from vision.enrol.groups import kinship
from vision.reading import BACK

ABOVE = 0.03  # of trust: how far a limit is put above the surest error
LACKING = 0.01  # of trust: how far a deck that lacks cards is limited above a whole one
MOST = 0.99  # of trust: more than that no camera's picture reaches
RARE = 0.05  # pairs a card of the deck that may be alike, one at least, before all cards count

Pair = frozenset[str]


def limits_of(
    deck: Deck, trust: float, taken_for: Mapping[tuple[str, str], float]
) -> dict[str, Any]:
    """Return the limits of a deck, as they stand in its file, that no error reaches.

    `trust` is what any deck demands, and `taken_for` the trust of the surest error by which one
    card, of which the deck had no picture, was taken for another.
    """
    surest: dict[Pair, float] = {}
    for pair, score in taken_for.items():
        surest[frozenset(pair)] = max(score, surest.get(frozenset(pair), 0.0))
    alike = _pair_errors(deck, surest)
    rest = [score for pair, score in surest.items() if pair not in alike]
    trust = max([trust, *(score + ABOVE for score in rest)])
    stricter = 0.0 if deck.complete else LACKING
    pairs = [
        {"cards": sorted(pair), "trust": _rounded(score + ABOVE + stricter)}
        for pair, score in sorted(alike.items(), key=lambda one: sorted(one[0]))
        if score + ABOVE > trust
    ]
    kept = {name: limit for name, limit in deck.limits.items() if name != "pairs"}
    return {**kept, "trust": _rounded(trust + stricter)} | ({"pairs": pairs} if pairs else {})


def _pair_errors(deck: Deck, surest: Mapping[Pair, float]) -> dict[Pair, float]:
    """Return the pairs that have a limit of their own, and the surest error in each."""
    surest = {pair: score for pair, score in surest.items() if BACK not in pair}
    alike: dict[Pair, float] = {}
    if not deck.whole:
        return alike  # any card may be shown that is like one of them
    if deck.complete:
        rare = max(1, int(RARE * len(deck.templates)))
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
    return round(float(min(trust, MOST)), 3)
