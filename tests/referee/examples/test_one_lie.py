"""One Lie: its rules, and the contract of all games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.contract import BadOptions, IllegalMove
from referee.examples.one_lie import GAME, Believe, Claim, Doubt, Move, Options, State, TurnUp
from referee.table import Card, Laid, Taken, Zone, diff_layouts
from tests.bench.rules.promises import check_move, check_state, check_table
from tests.bench.rules.randomplay import play
from tests.referee.shelved import shelve


def after(*moves: Move, **options: Any) -> State:
    """Return the state of a match of three after these moves."""
    state = GAME.rules.begin(Options(**options), 3)
    for move in moves:
        state, _ = GAME.rules.apply(state, move)
    return state


def test_ol_1_no_rank_is_lower_than_the_last() -> None:
    state = after(Claim(0, "K"), Believe(1))
    assert GAME.rules.apply(state, Claim(1, "K"))[0].said == "K"
    for move in (Claim(1, "Q"), Claim(2, "A"), Claim(1, "10"), Doubt(2), TurnUp(("KS",))):
        with pytest.raises(IllegalMove, match="OL-1"):
            GAME.rules.apply(state, move)
    with pytest.raises(BadOptions, match="OL-1"):
        GAME.rules.begin(Options(starter=3), 3)


def test_ol_2_a_card_that_is_believed_stays_unseen_and_the_cards_are_dealt_again() -> None:
    turns = [(Claim(seat, "A"), Believe((seat + 1) % 3)) for seat in (0, 1, 2) * 2]
    state = after(*(move for turn in turns for move in turn))
    assert (state.deal, state.hands, state.seen, state.least) == (2, (2, 2, 2), (), "J")


@pytest.mark.parametrize(("card", "lives"), [("KS", (2, 1, 2)), ("QS", (1, 2, 2))])
def test_ol_3_a_doubt_costs_the_liar_or_the_doubter_a_life(
    card: str, lives: tuple[int, ...]
) -> None:
    state = after(Claim(0, "K"), Doubt(1), TurnUp((card,)))
    assert (state.lives, state.turn, state.least) == (lives, 1, "J")
    with pytest.raises(IllegalMove):
        GAME.rules.apply(after(Claim(0, "K"), Doubt(1)), TurnUp(("2S",)))


def test_a_card_lies_face_down_until_it_is_turned_over_in_its_place() -> None:
    state, zone = after(Claim(0, "K")), Zone("seat", 0)
    back = Card("", zone, seat=0)
    assert diff_layouts(GAME.table.layout(after()), GAME.table.layout(state)) == (
        Laid("", zone, down=True),
    )
    gone = GAME.table.judge(state, (Taken(back),))
    assert [(card.message.key, card.zone, card.seat) for card in gone.missing] == [
        ("table.gone.back", zone, 0)
    ]
    up = Laid("QS", zone, turned=True)
    assert [refusal.rule for refusal in GAME.table.judge(state, (up,)).refusals] == [
        "SL-12"
    ]  # too early
    assert [item.rule for item in GAME.table.judge(after(), (up,)).refusals] == ["SL-12"]
    doubted, _ = GAME.rules.apply(state, Doubt(1))
    turned, _ = GAME.rules.apply(doubted, TurnUp(("QS",)))
    assert diff_layouts(GAME.table.layout(doubted), GAME.table.layout(turned)) == (up,)
    assert [move.move for move in GAME.table.judge(doubted, (up,)).moves] == [TurnUp(("QS",))]


def test_ol_4_who_has_most_lives_wins_once_somebody_has_none() -> None:
    won = GAME.rules.outcome(after(Claim(0, "K"), Doubt(1), TurnUp(("QS",)), lives=1))
    assert won is not None
    assert won.winners == (1, 2)


def test_random_play_keeps_the_promises_of_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    shelve(monkeypatch, GAME)
    random = Random("one lie")
    for seats in GAME.seats:
        options = Options(lives=random.randint(1, 9))
        for step in play(GAME, options, seats, random, 300):
            before = GAME.rules.offers(step.before)
            counts = GAME.table.cards.counts(options)
            check_move(GAME, counts, step, before, GAME.rules.offers(step.after))
            check_table(GAME, counts, step, before)
            check_state(GAME, step, random)
