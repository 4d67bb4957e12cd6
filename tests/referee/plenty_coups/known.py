"""The facts about Plenty Coups that tests of all games need."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.plenty_coups.state.cards import CLANS
from referee.plenty_coups.view.action_offers import ACTIONS_WITH_EFFECT, CAMP_ACTIONS
from tests.referee.known import Known, Settings
from tests.referee.phase import phases

ACTIONS = (
    *("alliance", "breed", "coup", "defence", "disdain"),
    *("gift", "give_horses", "hunt", "raid"),
)


def settings(random: Random) -> Settings:
    """Return random options and a number of seats."""
    seats = random.randint(2, 6)
    options: dict[str, Any] = {"elder": random.randrange(seats)}
    if random.random() < 0.5:
        options["clans"] = random.sample(CLANS, len(CLANS))
    return options, seats


def keys() -> dict[str, frozenset[str] | None]:
    """Return the message keys of focus lines, actions, effects and clans."""
    focus = phases("plenty_coups") - {"over"} | {"take_for", "act_for"}  # there is how it ended
    values = {f"plenty_coups.focus.{phase}": None for phase in focus}
    first = phases("plenty_coups") - {"over"}
    values |= {f"plenty_coups.does.{phase}": None for phase in first}
    grouped = (*CAMP_ACTIONS, "horses_set", "prestige_set", "hand_set")
    values |= {f"plenty_coups.among.{move}": None for move in grouped}
    values |= {f"plenty_coups.effect.{move}": None for move in ACTIONS_WITH_EFFECT}
    named = {f"plenty_coups.clan.{clan}" for clan in CLANS}
    named |= {f"plenty_coups.action.{name}" for name in ACTIONS}
    return {**values, "plenty_coups.phase.deal": None, **dict.fromkeys(named, frozenset[str]())}


RULES = {*range(1, 23), *range(30, 42), *range(50, 54), *range(80, 85)}

KNOWN = Known(settings, {None: RULES}, {None: 9}, keys=keys)
