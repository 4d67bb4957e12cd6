"""The match that a table begins with: the one that was asked for, else none."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware.commands.table.run import begin_match
from referee.contract import BadOptions
from referee.match.desk import Desk
from referee.words import Voice
from tests.matches import match_of

KIDULT = ("approve", "double", "reverse", "extra", "again", "next_is")
NONE: dict[str, Any] = {
    "chosen": (),
    "edition": None,
    "game": None,
    "new": False,
    "seats": None,
}


@pytest.mark.parametrize(
    ("asked", "begun"),
    [
        ({}, None),  # a host's page then offers the games
        ({"game": "coup"}, ("coup", 3)),
        ({"seats": 4}, ("coyote", 4)),
        ({"edition": "kidult"}, ("coyote", 3)),
        ({"new": True}, ("coyote", 3)),
        ({"game": "plenty_coups", "chosen": ("clans=bee, moth,heron",)}, ("plenty_coups", 3)),
    ],
)
def test_a_first_start_begins_what_was_asked_for_and_nothing_else(
    desk: Desk, asked: dict[str, Any], begun: tuple[str, int] | None
) -> None:
    begin_match(desk, NONE | asked)
    match = desk.snapshot()
    if match is not None and "chosen" in asked:
        assert match.options.clans == ("bee", "moth", "heron")
    assert (match and (match.game.name, match.seats)) == begun


def test_a_match_that_goes_on_ends_only_if_a_new_one_is_asked_for(desk: Desk) -> None:
    for asked, seats in (({}, 3), ({"seats": 2}, 3), ({"seats": 2, "new": True}, 2)):
        begin_match(desk, NONE | {"game": "coup"} | asked)
        assert match_of(desk).seats == seats


@pytest.mark.parametrize(
    ("chosen", "tokens"),
    [
        ((), {}),
        (("actions=false",), {}),
        (("actions=true", "edition=kidult"), dict.fromkeys(KIDULT, 1)),
        (("actions=again, double",), {"double": 1, "again": 1}),
        (('actions=["skip", "open"]', "edition=oliphante"), {"open": 2, "skip": 2}),
        (("actions=true", 'tokens={"approve": 1, "again": 0}'), {"approve": 1}),
    ],
)
def test_all_none_or_some_of_the_optional_actions_are_chosen_by_name(
    tmp_path: Path, chosen: tuple[str, ...], tokens: dict[str, int]
) -> None:
    with closing(Desk.open(tmp_path / "journal.sqlite")) as desk:
        begin_match(desk, NONE | {"game": "coyote", "chosen": chosen})
        match = desk.snapshot()
        assert match is not None
        assert match.state.setup.tokens == tokens
    with closing(Desk.open(tmp_path / "journal.sqlite")) as again:
        opened = again.snapshot()
        assert opened is not None
        assert opened.state == match.state


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        ("coyote", "actions=skip"),
        ("coyote", "actions=double,"),
        ("plenty_coups", "clans=bee,bee,moth"),
        ("plenty_coups", "clans=bee,wolf,moth"),
        ("plenty_coups", "clans=7"),
    ],
)
def test_an_option_that_the_game_lacks_is_refused_in_one_sentence(
    desk: Desk, game: str, chosen: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        begin_match(desk, NONE | {"game": game, "chosen": (chosen,)})
    assert Voice("en").say(refused.value.message)
    assert desk.snapshot() is None
