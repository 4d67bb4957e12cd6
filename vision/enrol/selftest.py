"""Test a deck against itself and derive its limits.

Every card is read with synthetic wear, once with the whole deck and once as if the deck lacked it.
If a missing card is read with certainty, or would be without the pair verifier, that is a mistake,
and a limit is set above the mistake's trust. If a deck may lack cards, whole groups of similar
cards (a rank, a suit) are left out, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.decks.deck import Deck
from vision.enrol.limits import limits_of, rank_and_suit_groups
from vision.enrol.wear import FAR, HARD, MILD, worn
from vision.match.matcher import Match, Matcher
from vision.reading import Image

WEARS = (MILD, HARD, FAR)
# Two cards that were confused this many times cannot be told apart. Each kind of wear counts once
# at most.
MIN_CONFUSIONS = 2
CARDS_PER_GROUP = 3  # The test reads this many cards of each group; the others behave alike.


@dataclass(frozen=True, kw_only=True)
class SelfTest:
    """The result of a deck's self-test.

    `right` of `reads` readings were certain and right. The cards of `pairs` cannot be told apart
    safely: the first card was read as the second, or the two were both possible. `limits` are for
    the deck's file.
    """

    reads: int
    right: int
    wrong: int
    pairs: tuple[tuple[str, str], ...]
    limits: dict[str, Any]


def self_test(deck: Deck, progress: Callable[[int, int], None] | None = None) -> SelfTest:
    """Test a deck on its own pictures; `progress` is called with the cards done and the total."""
    names = [name for name in deck.names if name in deck.templates]
    groups = list(_groups(deck, names))
    matcher, doubts = Matcher(deck), Counter[tuple[str, str]]()
    taken_for: dict[tuple[str, str], float] = {}
    reads = right = wrong = 0
    for number, name in enumerate(names, 1):
        lacking = [group for group in groups if name in group[:CARDS_PER_GROUP]]
        for whole, *without in match_worn(matcher, deck.templates[name], name, lacking):
            certain = whole.decision.certain
            reads += 1
            right += certain and whole.card == name
            wrong += certain and whole.card != name
            other = _confused_card(whole, name)
            if other is not None and not (certain and whole.card == name):
                doubts[name, other] += 1
            for group, match in zip(lacking, without, strict=True):
                certain = match.decision.certain or match.decision.vetoed
                if certain and match.card is not None:
                    wrongly = name, match.card
                    taken_for[wrongly] = max(match.decision.score, taken_for.get(wrongly, 0.0))
                    if len(group) == 1:
                        doubts[wrongly] += MIN_CONFUSIONS
        if progress is not None:
            progress(number, len(names))
    pairs = tuple(sorted(pair for pair, times in doubts.items() if times >= MIN_CONFUSIONS))
    limits = limits_of(deck, matcher.limits.trust, taken_for)
    return SelfTest(reads=reads, right=right, wrong=wrong, pairs=pairs, limits=limits)


def match_worn(
    matcher: Matcher, picture: Image, name: str, excluded: Sequence[Sequence[str]]
) -> Iterator[list[Match]]:
    """Yield the matches of a worn card, one list for each kind of wear.

    The first match is with the whole deck, the others are without each set of `excluded` cards.
    """
    for number, wear in enumerate(WEARS):
        seed = [number, *name.encode()]
        seen, corners = worn(picture, wear, np.random.default_rng(seed))
        yield matcher.match_excluding(matcher.cut(seen, corners), [(), *excluded])


def _groups(deck: Deck, names: list[str]) -> Iterator[list[str]]:
    """Yield the sets of cards to leave out.

    Each card is left out alone. If the deck is incomplete, ranks and suits are left out, too.
    """
    for name in names:
        yield [name]
    if deck.complete:
        return
    for _, group in rank_and_suit_groups(names):
        if 1 < len(group) < len(names):
            yield group


def _confused_card(match: Match, name: str) -> str | None:
    """Return the card that competes with another in a match, if any."""
    if match.card not in (None, name):
        return match.card
    return next((card for card, _ in match.decision.runners_up if card != name), None)
