"""What bots of Coyote conclude from the cards that they see and from what others announce."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee import library
from referee.bots.levels import Level
from referee.coyote.bots.listeners import Listeners
from referee.coyote.bots.lookahead import weigh
from referee.coyote.bots.sight import Sight
from referee.coyote.bots.solved import weigh_solved
from referee.coyote.rules.counting import score
from referee.coyote.state.editions import Options
from referee.coyote.state.moves import Announce, Challenge
from referee.determinization import Action, ImpossibleHand, Temper

GAME = library.game("coyote")
KEEN = Level.KEEN.value


def after(*numbers: int, seats: int = 2) -> Any:
    """Return the state after these announcements, seat 0 first."""
    state = GAME.rules.begin(library.options(GAME, {}), seats)
    for number in numbers:
        state, _ = GAME.rules.apply(state, Announce(state.turn, number))
    return state


def test_the_chances_are_those_of_the_count_and_an_announcement_tells_of_the_own_card() -> None:
    sight = Sight(after(seats=3), 0, {1: ("max0",), 2: ("10",)})
    for mine, face in enumerate(sight.faces):
        if face == "?":
            continue
        total = score(Options(), ["max0", "10", face]).total
        reached = [number for number in range(1, sight.top + 1) if sight.truth[mine, number] == 1]
        assert reached == [*range(1, total + 1)], face
    sight = Sight(after(), 0, {1: ("3",)})
    before, listeners = Listeners(sight, 1.0), Listeners(sight, 1.0)
    listeners.listen(0, 20, 0)
    high = [at for at, face in enumerate(sight.faces) if face in ("15", "20")]
    assert listeners.cards[high].sum() > before.cards[high].sum()
    with pytest.raises(ImpossibleHand):
        Sight(after(seats=3), 0, {1: ("20",), 2: ("20",)})


def test_a_number_that_no_card_reaches_is_challenged_and_never_announced() -> None:
    weights = weigh(after(30), 1, {0: ("-10",)}, KEEN)
    assert weights is not None
    assert max(weights, key=weights.__getitem__).move == Challenge(1)
    opening = weigh(after(), 0, {1: ("-10",)}, KEEN)
    assert opening is not None
    assert max(opening, key=opening.__getitem__).move.number <= 10
    assert weigh(after(seats=3), 0, {1: ("3",)}, KEEN) is None, "it does not see all other cards"


def test_for_two_the_best_bot_takes_its_gains_among_the_answers_of_the_solved_game() -> None:
    solved = weigh_solved(after(7), 1, "5", Temper.EVEN.value)
    assert solved is not None
    assert sum(solved.values()) == pytest.approx(1, abs=0.02)
    likely = weigh(after(7), 1, {0: ("5",)}, KEEN)
    assert likely is not None
    assert likely.keys() == solved.keys()
    liking = {action.move: part / solved[action] for action, part in likely.items()}
    assert liking[Announce(1, 9)] > liking[Announce(1, 15)], "15 is too high to be believed"
    challenge = likely[Action(Challenge(1))]
    bold = weigh(after(7), 1, {0: ("5",)}, KEEN._replace(temper=Temper.BOLD))
    assert bold is not None
    assert bold[Action(Challenge(1))] == pytest.approx(challenge * Temper.BOLD.value.doubts)
    higher = weigh(after(12), 1, {0: ("5",)}, KEEN)
    assert higher is not None
    assert higher[Action(Challenge(1))] > challenge
    known = {action.move.number for action in likely if isinstance(action.move, Announce)}
    assert known <= {8, 9, 10, 12, 15}
    changed = replace(after(7), setup=replace(after(7).setup, deck={"5": 20, "9": 20}))
    looked = weigh(changed, 1, {0: ("5",)}, KEEN)
    assert looked is not None
    assert max(looked.values()) == 1, "a deck that nobody solved is looked at while playing"
