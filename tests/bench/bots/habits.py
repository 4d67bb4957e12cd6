"""What bots do in games of bluffs, counted: how they open and raise, when they claim and doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.contract import Game
from referee.coup.state import moves as coup
from referee.coup.state import phases as coup_phases
from referee.coup.state.cards import ACTIONS, ASSASSIN, ASSASSINATE, MUST_COUP
from referee.coyote.state import moves as coyote
from referee.coyote.state import phases as coyote_phases
from referee.coyote.state.cards import DRAW

AnyGame = Game[Any, Any, Any]
Counts = Counter[str]
DOUBTS = coup.Challenge | coyote.Challenge
OPENINGS = ((1, "1"), (2, "2"), (5, "3-5"), (10, "6-10"))  # up to a number, and how it is called
RAISES = ((1, "1"), (2, "2"), (5, "3-5"))


class Habit(NamedTuple):
    """How often a bot does `part` when it could: that is, in `whole` cases."""

    name: str
    part: str
    whole: str
    unit: str = "%"

    def value(self, counts: Mapping[str, float]) -> float | None:
        """Return the share in per cent, or the number per case. None if there was no case."""
        if not counts.get(self.whole):
            return None
        each = 100 if self.unit == "%" else 1
        return round(each * counts.get(self.part, 0) / counts[self.whole], 1)


BLUFF = Habit("claims that are bluffs", "bluffs", "claims")
DOUBT = Habit("challenges, when possible", "doubts", "chances to doubt")
HABITS: dict[str, tuple[Habit, ...]] = {
    "coyote": (
        *(Habit(f"opens with {one}", f"opens {one}", "opens") for one in ("1", "2", "3-5")),
        *(Habit(f"opens with {one}", f"opens {one}", "opens") for one in ("6-10", "11+")),
        *(Habit(f"raises by {one}", f"raises {one}", "raises") for one in ("1", "2", "3-5", "6+")),
        Habit("announcements that are bluffs", "bluffs", "claims"),
        DOUBT,
        Habit("announcements a round, at the table", "announcements", "rounds", "a round"),
    ),
    "coup": (
        Habit("coups with 7 to 9 coins", "coups", "rich"),
        Habit("assassinates with an Assassin and 3 to 9 coins", "assassinates", "armed"),
        BLUFF,
        DOUBT,
    ),
}


def habits(game: AnyGame, world: Any, move: Any) -> Iterator[str]:
    """Yield what a move of the player to move counts as: names of cases and of their parts."""
    if game.name not in HABITS:
        return
    if any(isinstance(one.move, DOUBTS) for one in world.legal_actions()):
        yield from _case("chances to doubt", "doubts", isinstance(move, DOUBTS))
    bluff = BLUFFS[game.name](game, world, move)
    if bluff is not None:
        yield from _case("claims", "bluffs", bluff)
    match move:
        case coyote.Announce(number=number):
            opens = isinstance(world.state.phase, coyote_phases.Counted) or not world.state.said
            if opens:
                yield from ("opens", f"opens {_called(number, OPENINGS)}")
            else:
                yield from ("raises", f"raises {_called(number - world.state.number, RAISES)}")
        case coup.Declare() if isinstance(world.state.phase, coup_phases.Turn):
            coins = world.state.coins[world.mover]
            if ACTIONS["coup"].cost <= coins < MUST_COUP:
                yield from _case("rich", "coups", move.action == "coup")
            paid = ACTIONS[ASSASSINATE].cost <= coins < MUST_COUP
            if paid and ASSASSIN in world.hands[world.mover]:
                yield from _case("armed", "assassinates", move.action == ASSASSINATE)


def rounds(move: Any) -> Iterator[str]:
    """Yield what a move of anybody counts as in the rounds of Coyote: a challenge ends a round."""
    if isinstance(move, coyote.Announce):
        yield "announcements"
    if isinstance(move, coyote.Challenge):
        yield "rounds"


def _case(whole: str, part: str, done: bool) -> Iterator[str]:
    yield whole
    if done:
        yield part


def _called(number: float, names: tuple[tuple[int, str], ...]) -> str:
    """Return the name of the range that a number is in."""
    for most, name in names:
        if number <= most:
            return name
    return f"{names[-1][0] + 1}+"


# -- what is a bluff -------------------------------------------------------------------------------


def _claimed(_game: AnyGame, world: Any, move: Any) -> bool | None:
    """Tell whether a character of Coup is claimed that is not held; None where none is claimed."""
    claims: tuple[str, ...] = ()
    match move:
        case coup.Declare(action=action):
            claims = tuple(filter(None, [ACTIONS[action].claims]))
        case coup.Block(card=card) | coup.NameCard(card=card):
            claims = (card,) if card else world.state.phase.play.action.blocks
    return {*claims}.isdisjoint(world.hands[world.mover]) if claims else None


def _announced(game: AnyGame, world: Any, move: Any) -> bool | None:
    """Tell whether more is announced than all cards count; None where nothing is announced."""
    if not isinstance(move, coyote.Announce):
        return None
    assert game.table.score is not None
    cards = [card for hand in world.hands for card in hand]
    options = game.rules.options(edition=world.state.setup.edition)
    return bool(
        move.number > game.table.score(options, cards, world.pile[: cards.count(DRAW)]).total
    )


BLUFFS: dict[str, Callable[[AnyGame, Any, Any], bool | None]] = {
    "coup": _claimed,
    "coyote": _announced,
}
