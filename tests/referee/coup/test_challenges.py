"""CP-20 to CP-33: challenges, blocks, and what is lost by them."""

from __future__ import annotations

import pytest

from referee import notation, words
from referee.contract import BadOptions, IllegalMove
from referee.coup.state.state import influence, unanswered_seats
from referee.pending import Lay
from tests.referee.coup.playing import Coup


def test_cp_20_everybody_but_the_claimer_may_challenge() -> None:
    for seat in (1, 2, 3):
        match = Coup(4)
        match.declare("extort", 1)
        match.challenge(seat, "captain")
        assert match.seen.loser == seat
    match = Coup(4)
    match.declare("extort", 1)
    assert match.refused("challenge", seat=0).rule == "CP-20"
    match.passes()
    match.do("block", seat=1, card="captain")
    assert match.refused("challenge", seat=1).rule == "CP-20"
    assert unanswered_seats(match.state) == (2, 3, 0)


def test_cp_21_challenge_then_block_then_challenge_of_the_block_then_the_effect() -> None:
    match = Coup()
    match.purse(0, 3)
    match.declare("assassinate", 1)
    phases = [match.seen.phase]
    assert match.refused("block", seat=1).rule == "CP-21"
    match.passes()
    phases.append(match.seen.phase)
    match.do("block", seat=1)
    phases.append(match.seen.phase)
    assert match.refused("block", seat=1).rule == "CP-21"
    match.challenge(2, None)
    match.loses("duke")
    phases.append(match.seen.phase)
    assert phases == ["challenge", "block", "counter", "lose"]
    assert match.seen.loser == 1


def test_cp_22_the_window_closes_when_all_have_passed() -> None:
    match = Coup(4)
    match.declare("tax")
    match.do("pass", seat=2)
    assert unanswered_seats(match.state) == (1, 3)
    assert match.refused("pass", seat=2).message.key == "coup.refused.has_passed"
    assert match.refused("challenge", seat=2).message.key == "coup.refused.has_passed"
    assert match.refused("pass", seat=0).message.key == "coup.refused.not_asked"
    match.do("pass", seat=1)
    match.do("pass", seat=3)
    assert (match.seen.phase, match.state.turn) == ("turn", 1)


def test_cp_22_or_when_the_active_player_moves_on_after_the_least_time() -> None:
    match = Coup(4, least_s=4)
    match.declare("tax")
    assert match.refused("move_on", seat=1).rule == "CP-22"
    (offer,) = (o for o in match.game.rules.offers(match.state) if o.move == "move_on")
    assert (offer.seat, offer.shown.after_s) == (0, 4.0)
    match.do("move_on", seat=0)
    assert match.state.coins[0] == 5


def test_cp_22_or_when_the_set_time_runs_out() -> None:
    match = Coup(4, most_s=9)
    match.declare("tax")
    (offer,) = (o for o in match.game.rules.offers(match.state) if o.by == "clock")
    assert (offer.move, offer.shown.after_s) == ("window_closed", 9.0)
    match.do("window_closed")
    assert match.state.coins[0] == 5
    assert match.refused("window_closed").message.key == "coup.refused.no_window"


def test_cp_22_a_table_may_play_without_a_time_limit() -> None:
    match = Coup(4, most_s=0, least_s=5)
    match.declare("tax")
    assert not [o for o in match.game.rules.offers(match.state) if o.by == "clock"]
    assert match.refused("window_closed").message.key == "coup.refused.no_time_limit"
    for times in ({"least_s": -1}, {"most_s": 601}, {"least_s": 9, "most_s": 8}):
        with pytest.raises(BadOptions) as refusal:
            Coup(3, **times)
        assert refusal.value.rule == "CP-22"


def after(*course: str) -> Coup:
    """Return a match of three after these moves, in the notation of moves."""
    match = Coup()
    match.purse(0, 3)
    for move in course:
        read = notation.read_move(match.game, move)
        match.state, match.rulings = match.game.rules.apply(match.state, read)
    return match


STEALS, TAX = "declare 0 extort target=1", ("declare 0 tax", "challenge 1")
WRONG = (*TAX, "card_shown [captain]")  # The shown card must be taken back.


@pytest.mark.parametrize(
    ("course", "move", "rule", "key"),
    [
        (TAX, "challenge 2", "CP-23", "challenged_first"),
        (TAX, "challenge 1", "CP-23", "challenged_first"),
        ((*TAX, "concede 0"), "challenge 2", "CP-23", "challenged_first"),
        (("declare 0 foreign_aid", "block 1"), "block 2", "CP-21", "blocked_first"),
        ((STEALS, "pass 1", "pass 2", "block 1"), "challenge 2", "CP-21", "names_first"),
        ((STEALS, "pass 1", "pass 2"), "challenge 2", "CP-22", "challenge_over"),
        ((STEALS,), "block 1", "CP-21", "blocks_later"),
        ((STEALS, "challenge 2"), "block 1", "CP-21", "blocks_later"),
        ((STEALS, "challenge 2", "card_shown [captain]"), "block 1", "CP-21", "blocks_later"),
        ((STEALS, "challenge 2", "concede 0"), "block 1", "CP-21", "nothing_to_block"),
        ((STEALS,), "block 2", "CP-15", "not_the_target"),
        (("declare 0 tax",), "block 1", "CP-21", "unblockable"),
        (WRONG, "card_shown [duke]", "CP-42", "return_first"),
        (WRONG, "declare 1 income", "CP-42", "return_first"),
        (WRONG, "card_turned [duke]", "CP-42", "return_first"),
        ((*TAX, "card_shown [duke]"), "card_shown [duke]", "CP-26", "turns_up_first"),
        ((*TAX, "card_shown [duke]"), "card_returned", "CP-26", "turns_up_first"),
        (("declare 0 income", "leave 2"), "leave 1", "CP-52", "leaves_first"),
    ],
)
def test_each_refusal_names_the_first_condition_that_is_not_met(
    course: tuple[str, ...], move: str, rule: str, key: str
) -> None:
    match = after(*course)
    with pytest.raises(IllegalMove) as refusal:
        match.game.rules.apply(match.state, notation.read_move(match.game, move))
    assert (refusal.value.rule, refusal.value.message.key) == (rule, f"coup.refused.{key}")


def test_cp_23_a_second_challenger_is_told_who_was_first() -> None:
    late = after(*TAX).refused("challenge", seat=2).message
    assert words.say(late, to=2).endswith("Vermilion was first and has challenged already.")
    assert words.say(late, to=1) == "You have challenged already."


def test_cp_26_the_possible_cards_are_those_that_may_be_turned_up_now() -> None:
    match = Coup()
    match.coup(0, "duke")
    match.comes_to(0)
    match.declare("exchange")
    match.challenge(1, "contessa")
    match.do("card_returned")
    refusal = match.refused("card_turned", cards=["duke", "captain"])
    assert refusal.message.params["cards"] == ("contessa",)


def test_cp_23_the_ruling_says_by_how_much_the_first_was_first() -> None:
    match = Coup(4)
    match.declare("tax")
    behind = [{"seat": 3, "ms": 41.5}, {"seat": 1, "ms": 2.0}]
    match.do("challenge", seat=2, behind=behind)
    ruling = match.ruling("CP-23")
    assert ruling.message.key == "coup.first"
    assert ruling.message.params == {"seat": 2, "behind_seat": 1, "ms": 2.0}
    assert match.seen.challenger == 2
    match = Coup(4)
    match.declare("foreign_aid")
    match.do("block", seat=2, behind=[{"seat": 1, "ms": 37}])
    assert match.ruling("CP-23").message.params["ms"] == 37


def test_cp_23_an_exact_tie_goes_to_the_seat_nearest_clockwise_from_the_claimer() -> None:
    match = Coup(4, starter=2)
    match.declare("tax")
    races = [o.seat for o in match.game.rules.offers(match.state) if o.shown.race]
    assert races == [3, 0, 1]
    match.do("challenge", seat=3, behind=[{"seat": 0, "ms": 0.0}])
    assert match.ruling("CP-23").message.key == "coup.first_by_place"


def test_cp_24_the_claimed_card_is_shown_and_the_challenger_loses() -> None:
    match = Coup()
    match.declare("tax")
    match.do("challenge", seat=2)
    assert match.refused("concede", seat=2).rule == "CP-24"
    for cards in ([], ["duke", "duke"]):
        assert match.refused("card_shown", cards=cards).rule == "CP-24"
    (lay,) = match.game.table.pending(match.state)
    assert isinstance(lay, Lay)
    assert lay.honest_cards(["contessa", "duke"]) == ["duke"]
    match.do("card_shown", cards=["duke"], proof=["p"])
    assert match.seen.loser == 2
    assert match.ruling("CP-24").proof == ("p",)


def test_cp_25_a_shown_card_goes_back_and_costs_no_influence() -> None:
    match = Coup()
    match.declare("tax")
    match.challenge(2, "duke")
    match.loses("captain")
    assert match.seen.phase == "return"
    match.do("card_returned")
    assert match.ruling("CP-25").message.params == {"seat": 0, "card": "duke"}
    assert influence(match.state, 0) == 2
    assert match.state.coins == (5, 2, 2)


def test_cp_26_whoever_loses_an_influence_chooses_the_card() -> None:
    match = Coup()
    match.purse(0, 7)
    match.declare("coup", 1)
    (offer,) = (o for o in match.game.rules.offers(match.state) if o.by == "camera")
    (ask,) = offer.ask
    assert set(ask.possible) == {"duke", "assassin", "captain", "ambassador", "contessa"}  # type: ignore[union-attr]
    assert match.refused("card_turned", cards=["jester"]).rule == "CP-40"
    match.loses("contessa")
    assert match.state.faces == ((), ("contessa",), ())
    assert match.refused("card_turned", cards=["duke"]).rule == "CP-26"


def test_cp_27_a_challenged_action_fails_and_its_cost_comes_back() -> None:
    match = Coup()
    match.purse(0, 3)
    match.declare("assassinate", 1)
    match.challenge(2, None)
    match.loses("duke")
    assert match.state.coins == (3, 2, 2)
    assert influence(match.state, 1) == 2
    assert match.by("CP-27").message.params["count"] == 3


def test_cp_29_a_lost_challenge_lets_the_action_go_on() -> None:
    match = Coup()
    match.declare("extort", 1)
    match.challenge(2, "captain")
    match.loses("duke")
    match.do("card_returned")
    assert (match.seen.phase, unanswered_seats(match.state)) == ("block", (1,))


def assassinated(**options: object) -> Coup:
    match = Coup(**options)  # type: ignore[arg-type]
    match.purse(0, 3)
    match.declare("assassinate", 1)
    return match


def test_cp_30_a_strict_table_lets_nobody_block_after_a_lost_challenge() -> None:
    match = assassinated(strict_contessa=True)
    match.challenge(1, "assassin")
    match.loses("duke")
    match.do("card_returned")
    assert (match.seen.phase, match.seen.loser) == ("lose", 1)
    match = assassinated(strict_contessa=True)
    match.challenge(2, "assassin")
    match.loses("duke")
    match.do("card_returned")
    assert match.seen.phase == "block", "somebody else lost the challenge"


def test_cp_31_a_target_who_is_out_cannot_block_and_the_cost_stays_spent() -> None:
    for action, coins in (("assassinate", 0), ("extort", 3)):
        match = Coup()
        match.coup(1, "captain")
        match.comes_to(0)
        match.purse(0, 3)
        match.declare(action, 1)
        match.challenge(1, {"assassinate": "assassin", "extort": "captain"}[action])
        match.loses("duke")
        match.do("card_returned")
        assert (match.seen.phase, match.state.turn) == ("turn", 2)
        assert match.by("CP-31").message.params["target_seat"] == 1
        assert match.state.coins[0] == coins
        assert match.state.coins[1] == 0


def test_cp_32_an_actor_who_is_out_by_a_challenge_fails_and_the_next_one_plays() -> None:
    match = Coup()
    match.coup(1, "duke")
    match.comes_to(1)
    match.purse(1, 3)
    match.declare("assassinate", 2)
    match.challenge(0, None)
    match.loses("captain")
    assert (match.state.turn, match.state.coins[1]) == (2, 0)
    assert "CP-27" in match.rules()
    assert influence(match.state, 2) == 2


def test_cp_33_with_the_target_out_no_block_window_opens() -> None:
    match = Coup(4)
    match.coup(1, "captain")
    match.comes_to(0)
    match.declare("extort", 1)
    match.challenge(1, "captain")
    match.loses("duke")
    match.do("card_returned")
    assert match.seen.phase == "turn"
    assert match.refused("block", seat=1).rule == "CP-6"
    assert match.refused("block", seat=2).rule == "CP-21"
