"""Hearts: pass the highest cards, duck every trick, and dump the queen of spades at once.

It remembers nothing of the cards that were played.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.contract import Game
from referee.determinization import Action, KnownHands

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def _rank(card: str) -> int:
    return RANKS.index(card[:-1])


def choose(
    _game: Game[Any, Any, Any],
    state: Any,
    _seat: int,
    _own: KnownHands,
    acts: Sequence[Action],
    _random: Random,
) -> Action:
    """Return the pass that keeps the lowest cards, or the card to play."""
    if acts[0].kept:
        return min(acts, key=lambda act: sum(map(_rank, act.kept)))
    plays = {act.move.cards[0]: act for act in acts if hasattr(act.move, "cards")}
    if not plays:
        return acts[0]
    return plays[_card([*plays], state.trick.cards, state.trick.suit)]


def _card(cards: Sequence[str], trick: Sequence[str], suit: str) -> str:
    if not trick:
        return min(cards, key=_rank)
    if cards[0][-1] != suit:
        return max(cards, key=lambda card: (card == "QS", card[-1] == "H", _rank(card)))
    best = max(_rank(card) for card in trick if card[-1] == suit)
    under = [card for card in cards if _rank(card) < best]
    if under:
        return max(under, key=lambda card: (card == "QS", _rank(card)))
    return min(cards, key=_rank)
