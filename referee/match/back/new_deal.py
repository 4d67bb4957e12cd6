"""Finds the deal that the host may annul, and says what a new deal means (SL-26).

`View.deal` says which states wait for a deal, so no game needs rules for this.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.contract import Game, IllegalMove, Message, Ruling
from referee.match.back.steps import Step, Steps
from referee.match.log import AppliedMove, Entry, applied_moves
from referee.proposals import NEW_DEAL

RULE = "SL-26"
MISDEAL = "SL-16"


class NewDeals:
    """Finds out how many moves were made since the hands were dealt.

    Each move is looked at once, because a match asks after every move.
    """

    def __init__(self, game: Game[Any, Any, Any], begun: Any) -> None:
        self._game, self._begun = game, begun
        self._known: dict[AppliedMove | None, int | None] = {}

    def moves_since(self, last: AppliedMove | None) -> int | None:
        """Return how many moves were made since the deal, or None if no hands were dealt."""
        passed: list[AppliedMove] = []
        made = last
        while made not in self._known:
            if self._is_before_deal(made):
                self._known[made] = 0
            elif made is None:
                self._known[made] = None
            else:
                passed.append(made)
                made = made.before
        for step in reversed(passed):
            since = self._known[step.before]
            self._known[step] = None if since is None else since + 1
        return self._known[last]

    def kept_moves(self, last: AppliedMove | None) -> int:
        """Return how many moves were made before the deal. Raise `IllegalMove` without a deal."""
        since = self.moves_since(last)
        if since is None:
            raise IllegalMove(RULE, Message("desk.no_deal"))
        return sum(1 for _ in applied_moves(last)) - since

    def _is_before_deal(self, made: AppliedMove | None) -> bool:
        """Whether people deal hands after this move, or at the beginning (None)."""
        deal = self._game.shown.view(self._begun if made is None else made.state, None).deal
        return deal is not None and any(deal.cards)


def rule_of(proposed: Any) -> str:
    """Return the rule by which a move, or a new deal, was proposed to everybody."""
    return MISDEAL if proposed == NEW_DEAL else "desk"


def new_deal_step(entry: Entry, kept: int, steps: Steps) -> Step:
    """Return the step of a new deal that annuls all but the first `kept` moves."""
    made = [*applied_moves(steps.last)][::-1]
    after = made[kept - 1] if kept else None
    cut = frozenset(step.entry.seq for step in made[kept:])
    key = "desk.dealt_anew" if cut else "desk.dealt_anew_at_once"
    ruling = Ruling(RULE, Message(key, {"count": len(cut)}))
    entry = replace(entry, rulings=(ruling,), cut=len(cut))
    return Step(entry, steps.last, after, cut | steps.corrections_of(cut))
