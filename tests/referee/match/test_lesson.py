"""A teach-in is a match in the journal like any other, and counts for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.contract import IllegalMove
from referee.match.commands import Again, Begin, Move, Undo
from referee.match.desk import Desk
from referee.match.past.ended import ended_matches
from referee.match.past.history import past_match, past_match_ids
from tests.matches import match_of

ONE_STRIKE = {"strikes": 1, "actions": True, "starter": 2}


def play_it(desk: Desk) -> None:
    desk.do(Move({"move": "announce", "seat": 2, "number": 50}))
    desk.do(Move({"move": "challenge", "seat": 0}))
    desk.do(Move({"move": "cards_read", "cards": ["1", "2", "3"]}))


def test_after_its_round_the_real_match_begins_with_its_own_options(desk: Desk) -> None:
    desk.do(Begin("coyote", ONE_STRIKE, 3, ("Ada", "Ben", "Cy"), lesson=True))
    assert match_of(desk).lesson
    assert (match_of(desk).options.actions, match_of(desk).options.strikes) == (False, 1)
    play_it(desk)
    texts = match_of(desk).lesson_texts()
    assert texts is not None
    assert texts.last
    real = desk.do(Again())
    assert not real.lesson
    assert real.lesson_texts() is None
    assert real.options.actions
    assert real.options.starter == 2  # and not as the teach-in ended
    assert real.names == ("Ada", "Ben", "Cy")


def test_it_is_left_out_of_history_ratings_and_what_follows(desk: Desk) -> None:
    lesson = desk.do(Begin("coyote", ONE_STRIKE, 3, lesson=True))
    play_it(desk)
    assert match_of(desk).outcome is None  # three played: two are left
    desk.do(Begin("coyote", {"strikes": 1}, 2, lesson=True))
    desk.do(Move({"move": "announce", "seat": 0, "number": 50}))
    desk.do(Move({"move": "challenge", "seat": 1}))
    desk.do(Move({"move": "cards_read", "cards": ["1", "2"]}))
    assert match_of(desk).outcome is not None
    assert desk.last_options() == {}
    assert past_match_ids(desk, 10) == ()
    assert ended_matches(desk) == ((), 0)
    with pytest.raises(IllegalMove, match=r"desk\.no_such_match"):
        past_match(desk, lesson.match)
    real = desk.do(Again())
    desk.do(Begin("coyote", {}, 3))
    assert past_match_ids(desk, 10) == (real.match,)


def test_nobody_has_played_until_the_first_move(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    desk = Desk.open(path)
    desk.do(Begin("coup", {}, 3))
    assert desk.untried
    desk.close()
    desk = Desk.open(path)
    assert desk.untried
    desk.do(Move({"move": "declare", "seat": 0, "action": "income"}))
    desk.do(Undo())
    assert not desk.untried
    desk.close()
    desk = Desk.open(path)
    assert not desk.untried
    desk.close()
