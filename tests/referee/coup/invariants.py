"""What holds after every move of Coup."""

from __future__ import annotations

from collections import Counter

from referee.coup import GAME
from referee.coup.state.cards import CHARACTERS, COINS
from referee.coup.state.moves import CardsCorrected
from referee.coup.state.state import State, hidden_cards, influence, is_in, treasury
from tests.bench.rules.randomplay import Transition
from tests.referee.asks import presses_are_lit
from tests.referee.coup.summary import summary_of


def check(step: Transition) -> None:
    """Check the state after a move, and what the move changed."""
    assert presses_are_lit(GAME.rules.offers(step.after))
    check_state(step.after)
    before, after = step.before, step.after
    corrected = isinstance(step.move, CardsCorrected)
    assert all(ruling.rule.startswith(("CP-", "SL-17")) for ruling in step.rulings)
    was, now = summary_of(before).phase, summary_of(after).phase
    if was != now != "over":
        assert corrected or after.window > before.window, "a press of before must not act now"
    for old, new in zip(before.faces, after.faces, strict=True):
        assert new[: len(old)] == old or corrected


def check_state(state: State) -> None:
    """Check that there are 50 coins and all cards, and that whoever is waited for is in."""
    seats = range(len(state.coins))
    assert sum(state.coins) + treasury(state) == COINS
    assert min(*state.coins, treasury(state)) >= 0
    face_up = Counter(card for cards in state.faces for card in cards)
    assert set(face_up) <= set(CHARACTERS)
    assert face_up + Counter(hidden_cards(state)) == Counter(state.options.deck)
    still_in = [seat for seat in seats if is_in(state, seat)]
    assert all(0 <= influence(state, seat) <= 2 for seat in seats)
    assert all(state.coins[seat] == 0 for seat in seats if seat not in still_in)
    now = summary_of(state)
    assert (len(still_in) == 1) == (now.phase == "over")
    for seat in (now.loser, now.blocker if now.phase == "counter" else None):
        assert seat is None or seat in still_in
    assert now.loser is not None or now.phase != "lose"
