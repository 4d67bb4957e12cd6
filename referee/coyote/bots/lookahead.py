"""The value of announcements and challenges of Coyote to a bot.

It goes through the round as it will probably be: each other player challenges or raises by one, and
when its own turn comes, the bot does the better of both. A lost round costs 1; if another player
loses it, this is worth a share of 1. So the others' thoughts (`listeners`) decide, not a deal of
cards: this is faster and stronger than a search over samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp, log

from referee.coyote.bots.listeners import Listeners
from referee.coyote.bots.sight import Array, Sight
from referee.coyote.bots.solved import weigh_solved
from referee.coyote.rules.reveal import next_round
from referee.coyote.rules.talk import may_challenge
from referee.coyote.state import phases
from referee.coyote.state.moves import Announce, Challenge
from referee.coyote.state.state import State, is_in
from referee.determinization import BEST_STEPS, Action, KnownHands, Skill, Tastes

RAISES = (1, 2, 3, 4, 5, 7, 9, 12)
OPENINGS = 25  # The maximum number of opening numbers to examine.
# A bot that thinks for `BEST_STEPS` is at its best. Then it looks ahead by `TURNS` own turns for
# each player, and a value that is lower by `CLOSE` has less than half of the weight. For two, 8
# turns won only 38 % against 3 turns: they trusted bold players too much. For a bot that thinks
# less, `LOOSE` replaces `CLOSE`. With it, fair wins 38 % against keen.
TURNS, CLOSE, LOOSE = 2.5, 0.018, 0.77
# For two, the best bots play by the solved game. But if the look ahead values an action at a lost
# round more, they choose it `e ** GREED` times as often. So they gain by the mistakes of others.
GREED = 10
FAR = 2.3  # Actions that are worse by this many times `CLOSE` are never chosen.
# A raise by `HIGH` more than 1 is a bluff. A taste of e is worth `LIKING` of a lost round.
HIGH, LIKING = 4, 0.06
SILLY = 0.08  # A number that the total reaches less often is announced only as a raise by one.
RARE = 0.01  # Less likely continuations are ignored.


def weigh(
    state: State, seat: int, own: KnownHands, skill: Skill, *_: object
) -> Mapping[Action, float] | None:
    """Return the weight of each announcement and of the challenge, 1 for the best one.

    Return None if optional actions change the round, or if the seat does not see all other cards.
    """
    if type(state.phase) is phases.Counted:
        state = next_round(state, state.phase)
    if type(state.phase) is not phases.Talking or state.acts.used or own.get(seat):
        return None
    others = [
        number for number in range(len(state.strikes)) if number != seat and is_in(state, number)
    ]
    if any(len(own.get(other, ())) != 1 for other in others):
        return None
    share, tastes = min(1.0, skill.steps / BEST_STEPS), skill.temper.value
    ahead = _Lookahead(state, seat, own, share)
    if len(others) == 1 and share == 1:
        solved = weigh_solved(state, seat, own[others[0]][0], tastes)
        if solved is not None:
            return {act: part * exp(GREED * ahead.value(act)) for act, part in solved.items()}
    values = {act: ahead.value(act) + _liking(act, state.number, tastes) for act in ahead.actions()}
    best, close = max(values.values()), CLOSE if share == 1 else LOOSE
    return {
        action: exp((value - best) / close * skill.strictness)
        for action, value in values.items()
        if best - value < FAR * close
    }


def _liking(action: Action, standing: int, tastes: Tastes) -> float:
    """Return what an action is worth to a bot with these tastes besides what it gains."""
    if not isinstance(action.move, Announce):
        return LIKING * log(tastes.doubts)
    higher = (action.move.number - standing - 1) / HIGH
    return LIKING * log(tastes.bluffs) * min(1.0, higher)


class _Lookahead:
    """The round as a seat expects it, from its view and the announcements."""

    def __init__(self, state: State, seat: int, own: KnownHands, attention: float) -> None:
        self._sight = sight = Sight(state, seat, own)
        self._state, self._seat = state, seat
        self._turns = round(TURNS * (len(sight.others) + 1) * attention)
        self._share = 1 / len(sight.others)
        self._now = Listeners(sight, attention)
        places, standing = {other: at for at, other in enumerate(sight.others)}, 0
        for announcement in state.said:
            self._now.listen(places.get(announcement.seat), announcement.number, standing)
            standing = announcement.number

    def actions(self) -> Iterator[Action]:
        """Yield the actions to examine."""
        standing, top = self._state.number, max(self._sight.top, 2)
        raises = RAISES if standing else range(1, top, -(-top // OPENINGS))
        for by in raises:
            if by == 1 or self._may_be(standing + by):
                yield Action(Announce(self._seat, standing + by))
        if may_challenge(self._state):
            yield Action(Challenge(self._seat))

    def value(self, action: Action) -> float:
        """Return the value of an action."""
        if isinstance(action.move, Challenge):
            return self._challenge(self._now.cards, self._state.number)
        return self._announce(self._now, action.move.number, self._turns)

    def _may_be(self, number: int) -> bool:
        """Whether the total may well reach a number: others would laugh at a higher one."""
        return float((self._now.cards * self._reached(number)).sum()) >= SILLY

    def _challenge(self, cards: Array, number: int) -> float:
        """Return the value of a challenge."""
        wrong = float((cards * self._reached(number)).sum() / cards.sum())
        return (1 - wrong) * self._share - wrong

    def _announce(self, before: Listeners, number: int, turns: int) -> float:
        """Return the value of an announcement."""
        after, value = before.copy(), 0.0
        after.hear(None, number)
        cards = after.cards
        for other in range(len(self._sight.others)):
            challenged = after.challenge(other, number) * cards
            if other:  # Two others settle it.
                value += self._share * float(challenged.sum())
            else:
                right = self._reached(number)
                value += float((challenged * (right * self._share - (1 - right))).sum())
            cards = cards - challenged
            after.go_on(other, number)
            if cards.sum() < RARE:
                return value
            number += 1
            after.hear(other, number)
        left = float(cards.sum())
        after.cards = cards / left
        best = self._challenge(cards, number)
        if turns and number < self._sight.top:
            best = max(best, self._announce(after, number + 1, turns - 1))
        return value + left * best

    def _reached(self, number: int) -> Array:
        truth: Array = self._sight.truth[:, min(number, self._sight.top)]
        return truth
