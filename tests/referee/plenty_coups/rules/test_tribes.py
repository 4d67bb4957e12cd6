"""PC-9: each player chooses a tribe before the match. Cards, camps and sentences use it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee import library, words
from referee.contract import BadOptions
from referee.plenty_coups import GAME
from tests.referee.asks import reads
from tests.referee.plenty_coups.changes import book, up
from tests.referee.plenty_coups.playing import Match, proposal

CHOSEN = ("moth", "heron", "swallow", "lizard")  # seats 0 to 3; nobody plays lynx and bee


def chosen(seats: int = 4, tribes: tuple[str, ...] = CHOSEN, **more: Any) -> Match:
    """Return a match of players who chose these tribes, in the turn of seat 0."""
    begun = GAME.rules.begin(library.options(GAME, {"clans": list(tribes)}), seats)
    match = Match(seats, **more)
    match.state = replace(match.state, setup=begun.setup)
    return match


def strength(match: Match, card: str) -> int:
    """Return the strength of a raid with one warrior on camp 2."""
    match.do("raid", card, camp=2)
    raid = match.state.tribes[2].raid
    assert raid is not None
    return int(match.state.strength(0, raid.cards))


def test_pc_9_a_tribe_is_stronger_by_the_warriors_of_the_clan_that_its_player_chose() -> None:
    assert strength(chosen(), "moth_2") == 3
    assert strength(chosen(), "heron_2") == 2
    assert strength(Match(4), "heron_2") == 3


def test_pc_9_alliances_go_by_the_chosen_clans() -> None:
    assert book(chosen(), up("heron_2", "proposal:0")) == ["propose"]
    match = chosen(proposals=(proposal(1, 0, "moth_3"),))
    assert book(match, up("heron_4", "alliance:0")) == ["accept"]
    assert match.state.ally(0) == 1
    neutral = chosen()
    assert book(neutral, up("lynx_2", "alliance:0")) == ["befriend"]
    assert chosen().refused("befriend", "lizard_2") == "PC-39 played_clan"
    assert chosen().refused("propose", "moth_2") == "PC-30 own_clan"
    (possible,) = [
        ask.possible
        for offer, ask in reads(GAME.rules.offers(chosen().state))
        if offer.move == "propose"
    ]
    assert {card.partition("_")[0] for card in possible} == {"heron", "swallow", "lizard"}


@pytest.mark.parametrize(
    ("tribes", "seats", "rule", "says"),
    [
        (
            ["moth", "moth", "bee"],
            3,
            "PC-9",
            "Two seats cannot both play Moth. Choose another tribe for one of them.",
        ),
        (["moth"], 3, "PC-9", "Choose a tribe for every seat: there are 3 seats, but you chose 1."),
        (
            ["moth", "wolf"],
            2,
            "form",
            "Tribes: “wolf” is not possible. Choose one of bee, heron, lizard, lynx, moth",
        ),
        ("moth", 2, "form", "Tribes"),
    ],
)
def test_pc_9_tribes_that_cannot_be_are_told_in_one_sentence(
    tribes: object, seats: int, rule: str, says: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.rules.begin(library.options(GAME, {"clans": tribes}), seats)
    assert refused.value.rule == rule
    assert words.say(refused.value.message).startswith(says)
