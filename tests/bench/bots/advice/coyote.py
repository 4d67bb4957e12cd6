"""Coyote: add up what is seen, take the own card for a middling one, and go no further."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from referee.contract import Game
from referee.coyote.state.cards import DRAW
from referee.coyote.state.moves import Announce, Challenge
from referee.coyote.state.state import State, undiscarded
from referee.determinization import Action, KnownHands

DRAWN = "5"  # what a draw card is taken to turn up
MARGIN = 2  # how far above the expected total a number may be: its announcer saw the own card
BOLD = 0.05  # how often a number is as high as expected at once


def liking(
    game: Game[Any, Any, Any], state: State, _seat: int, own: KnownHands, random: Random
) -> Callable[[Action], float]:
    """Return how much each act is liked."""
    likely = expected(game, state, own)
    bold = random.random() < BOLD

    def like(act: Action) -> float:
        match act.move:
            case Challenge():
                return 1.0
            case Announce(number=number) if not state.number:
                return -abs(number - (likely if bold else likely // 2))
            case Announce(number=number) if number <= likely + MARGIN:
                return 2 + number if bold else 2 + 1 / number
        return 0.0

    return like


def expected(game: Game[Any, Any, Any], state: State, own: KnownHands) -> int:
    """Return the total that half of the cards reach which the own one may be."""
    assert game.table.score is not None
    options = game.rules.options(edition=state.setup.edition)
    seen = [card for hand in own.values() for card in hand]
    totals = []
    for card, many in (Counter(undiscarded(state)) - Counter(seen)).items():
        cards = [*seen, card]
        total = game.table.score(options, cards, [DRAWN] * cards.count(DRAW)).total
        totals += [total] * many
    return sorted(totals)[len(totals) // 2] if totals else 0
