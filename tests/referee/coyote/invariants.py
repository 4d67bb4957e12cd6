"""What holds after every move of Coyote."""

from __future__ import annotations

from collections import Counter

from referee.coyote import GAME
from referee.coyote.state.moves import CardsCorrected, Leave
from referee.coyote.state.state import State, active_count, cards_held, is_in, pile_after_deal
from tests.bench.rules.randomplay import Transition
from tests.referee.asks import presses_are_lit
from tests.referee.coyote.summary import TALK, summary_of


def check(step: Transition) -> None:
    """Check the state after a move, and the strikes that the move gave."""
    assert presses_are_lit(GAME.rules.offers(step.after))
    check_cards(step.after)
    check_seats(step.after)
    check_strikes(step)


def check_cards(state: State) -> None:
    """Check that cards add up, and that no token of an action is used too often."""
    setup, acts = state.setup, state.acts
    assert all(0 < count <= setup.deck[card] for card, count in state.discards.items())
    assert pile_after_deal(state) >= 0
    assert sum(state.discards.values()) + cards_held(state) + pile_after_deal(state) == setup.size
    assert not Counter(acts.open_cards()) - Counter(setup.deck)
    assert not Counter(summary_of(state).cards) - Counter(setup.deck)
    assert acts.unread_swaps() >= 0
    if setup.rules.limit.one_a_seat:
        assert len(acts.used) == len({use.seat for use in acts.used})
    else:
        assert all(acts.times_used(action) <= setup.tokens[action] for action in setup.tokens)


def check_seats(state: State) -> None:
    """Check that whoever must act is in the round, and that the last one in has won."""
    acts, now = state.acts, summary_of(state)
    still_in = [seat for seat in range(len(state.strikes)) if is_in(state, seat)]
    assert (len(still_in) == 1) == (now.phase == "over")
    assert set(acts.sitting) <= {use.seat for use in acts.used if use.action == "know"}
    if now.phase in TALK:
        assert state.turn in still_in
        assert state.turn not in acts.sitting
        assert active_count(state) >= 2
        own = state.turn == state.announcer
        assert not own or now.phase in ("again", "declare") or acts.sitting
    if now.phase in ("reveal", "replaced"):
        assert {state.announcer, now.challenger}.isdisjoint(acts.sitting)


def check_strikes(step: Transition) -> None:
    """Check that one or two strikes go to one party of the challenge, or one for a wrong guess."""
    before, after = step.before, step.after
    assert all(0 <= strikes <= after.setup.limit for strikes in after.strikes)
    if isinstance(step.move, CardsCorrected):
        return
    gained = [new - old for old, new in zip(before.strikes, after.strikes, strict=True)]
    if isinstance(step.move, Leave):
        assert sum(gained) == gained[step.move.seat] > 0
        return
    result = summary_of(after).result
    if result is None or summary_of(before).result is not None:
        assert not any(gained)
        return
    assert sum(gained) == gained[result.loser] == result.strikes
    if result.total is None:
        assert summary_of(before).phase == "look"
        assert result.strikes == 1
        return
    assert {result.loser, result.winner} == {before.announcer, summary_of(before).challenger}
    assert (result.loser == before.announcer) == (result.total < before.number)
    room = before.setup.limit - before.strikes[result.loser]
    assert result.strikes == min(room, 2 if before.acts.doubled else 1)
