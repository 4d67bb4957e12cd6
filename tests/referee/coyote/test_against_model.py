"""The referee against an independent model with a real pile, by the same moves.

Where they differ, the rule file decides, not either of the two.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from referee import library
from referee.contract import BadOptions
from tests.referee.conftest import Match
from tests.referee.coyote.beside import GAME, Differences, Plain
from tests.referee.coyote.random_match import RandomMatch
from tests.referee.coyote.seen import seen
from tests.referee.models.coyote import EDITIONS

MATCHES = max(50, int(os.environ.get("COYOTE_MATCHES", "50")))  # of each edition
KINDS = (
    "legal talk refused",
    "illegal talk accepted",
    "legal talk not offered",
    "offered talk refused",
    "legal reading refused",
    "illegal reading accepted",
    "legal reading not offered",
    "legal reading not wanted",
    "offered reading refused",
)


def settings(edition: str, random: Random) -> tuple[Plain, int]:
    """Return options and seats that the sheet allows; often a deck that runs out."""
    rules = EDITIONS[edition]
    seats = random.choice([*rules.players, 2, 3, 3, 4])
    limit = random.choice([1, 2, 3, 3, 4, 5, 6])
    if not rules.allows(seats, limit):
        seats, limit = max(seats, rules.players[0]), 3
    plain: Plain = {"edition": edition, "strikes": limit, "starter": random.randrange(seats)}
    if random.random() < 0.7:
        faces = ["1", "2", "5", "10", "20", "-5", "-10", "0", "max0", "x2", "night"]
        if edition != "kidult":  # what x2 does to a card that max- turned, its sheet cannot tell
            faces.append("max-")
        deck = Counter({"?": random.randint(0, 4)})
        size = max(seats + random.randint(0, 8), deck.total())
        deck.update(random.choice(faces) for _ in range(size - deck.total()))
        plain["deck"] = dict(+deck)
    return plain, seats


@cache
def played(edition: str) -> Differences:
    """Play all matches of an edition once, for all tests of them."""
    differences = Differences()
    for number in range(MATCHES):
        random = Random(f"{edition} {number}")
        plain, seats = settings(edition, random)
        RandomMatch(plain, seats, random, differences).play()
        differences.matches += 1
    return differences


def tell(differences: str) -> None:
    """Fail with the shortest matches in full."""
    if differences:
        pytest.fail(differences, pytrace=False)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_may_be_done_and_what_not(edition: str, kind: str) -> None:
    tell(played(edition).of(kind))


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_holds_after_every_move(edition: str) -> None:
    tell(played(edition).of("state") + played(edition).of("rule"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_kind_of_move_was_tried(edition: str) -> None:
    moves = played(edition).moves
    for move in ("announce", "challenge", "cards_read", "cards_corrected"):
        assert moves[f"{move} legal"] > MATCHES / 2
        assert moves[f"{move} illegal"] > MATCHES / 2
    for where in ("none drawn", "drawn from the pile", "from the discards"):
        assert moves[f"reading, {where}"] > MATCHES / 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_players_and_strikes_are_those_of_the_sheet(edition: str) -> None:
    for seats in range(1, 14):
        for strikes in range(8):
            plain = {"edition": edition, "strikes": strikes}
            try:
                GAME.begin(library.options(GAME, plain), seats)
                begun = True
            except BadOptions:
                begun = False
            assert begun == EDITIONS[edition].allows(seats, strikes), (seats, strikes)


# The shortest matches that the random ones led to


def test_a_card_drawn_from_the_shuffled_discards_is_offered(match: Callable[..., Match]) -> None:
    """CY-21 and CY-8: an empty pile is made of the discards, and the card turned up lies there."""
    played = match(seats=2, deck={"?": 1, "1": 1, "2": 1, "3": 1})
    played.round(1, cards=["1", "2"])
    played.round(1)
    for cards in (["?", "3", "1"], ["?", "3", "2"]):
        assert {"move": "cards_read", "cards": cards} in GAME.offers(played.state)
    played.do("cards_read", cards=["?", "3", "1"])
    assert {"move": "cards_corrected", "cards": ["?", "3", "2"]} in GAME.offers(played.state)
    played.do("cards_corrected", cards=["?", "3", "2"])


def test_what_a_drawn_draw_card_turned_up_is_read_with_it(match: Callable[..., Match]) -> None:
    """CY-21: each draw card draws; both lie there, however late they are read."""
    played = match(seats=2, deck={"?": 2, "1": 1, "4": 1, "5": 1})
    played.round(1, cards=["?", "1"])
    assert {"move": "cards_read", "cards": ["?", "1", "?", "4"]} in GAME.offers(played.state)
    played.do("cards_read", cards=["?", "1", "?", "4"])
    assert seen(played.state).result.total == 5


def test_no_draw_card_turns_itself_up(match: Callable[..., Match]) -> None:
    """CY-11 and CY-21: without a draw card among the players' cards nothing is turned up."""
    played = match(seats=2, deck={"?": 1, "1": 1, "2": 1, "3": 1, "4": 1})
    played.round(1, cards=["?", "1", "2"])
    played.round(1)
    refused = played.refused("cards_read", cards=["3", "4", "?"])
    assert refused.rule == "CY-11"
