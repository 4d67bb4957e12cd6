"""A table's own results: of its journal alone, as it stands."""

from __future__ import annotations

from referee.actor import HOST
from referee.club.own_results import OwnResults
from referee.club.results import Result, count_result
from referee.club.standings import standings
from referee.match.commands import Again, Begin, Forget, Move, Undo
from referee.match.desk import Desk
from referee.match.ending import stopped_outcome
from tests.matches import match_of
from tests.referee.club.evening import named
from tests.referee.test_records import COYOTE

NAMES = ("Ada", "Bo", "Cy")
LAST = len(COYOTE) - 1


def play(desk: Desk, many: int = len(COYOTE), names: tuple[str, ...] = NAMES) -> int:
    """Play a number of moves of Coyote: all of them end a match, seat 2 wins."""
    match = desk.do(Begin("coyote", {"starter": 0, "strikes": 2}, 3, names=names)).match
    for move in COYOTE[:many]:
        desk.do(Move(move))
    return match


def told(desk: Desk, since: int = 0) -> list[Result]:
    return [*OwnResults(desk, since).all().values()]


def test_a_match_is_told_once_it_has_ended_with_who_came_in_where(desk: Desk) -> None:
    play(desk, LAST)
    assert told(desk) == []
    desk.do(Move(COYOTE[LAST]))
    (result,) = told(desk)
    assert result.players == NAMES
    assert result.places == ((2,), (1,), (0,))
    assert result.version == (match_of(desk).seq, 0)
    assert count_result(result).places == result.places


def test_a_drawn_match_is_told_with_the_mark_of_its_draw_and_a_rematch_without(desk: Desk) -> None:
    options = {"starter": 0, "strikes": 2}
    desk.do(Begin("coyote", options, 3, names=NAMES, drawn="a1b2:3"))
    for move in COYOTE:
        desk.do(Move(move))
    desk.do(Again())
    for move in COYOTE:
        desk.do(Move(move))
    assert [result.drawn for result in told(desk)] == ["a1b2:3", ""]


def test_what_is_undone_after_the_end_is_told_as_a_later_version_that_waits(desk: Desk) -> None:
    play(desk)
    (first,) = told(desk)
    desk.do(Undo())
    (open_again,) = told(desk)
    assert open_again.match == first.match
    assert open_again.version > first.version
    assert count_result(open_again).places == ()
    desk.do(Move({"move": "cards_read", "cards": ["10", "-10"]}))
    (newest,) = told(desk)
    assert newest.version > open_again.version


def test_only_matches_since_the_table_joined_are_told(desk: Desk) -> None:
    before = play(desk)
    play(desk)
    assert len(told(desk)) == 2
    assert len(told(desk, before)) == 1


def test_a_match_that_the_host_deletes_is_told_no_more(desk: Desk) -> None:
    match = play(desk)
    play(desk)
    assert len(told(desk)) == 2
    desk.do(Forget(match), HOST)
    assert len(told(desk)) == 1


def coups(desk: Desk, *lost: tuple[int, list[str]]) -> None:
    """Begin a match of Coup in which the first seat coups the others, who turn up these cards."""
    desk.do(Begin("coup", {"starter": 0}, 3, names=NAMES))
    for seat, cards in lost:
        while (turn := match_of(desk).state.turn) != 0:
            desk.do(Move({"move": "declare", "seat": turn, "action": "income"}))
        desk.do(Move({"move": "coins_set", "seat": 0, "coins": 7}), HOST)
        desk.do(Move({"move": "declare", "seat": 0, "action": "coup", "target": seat}))
        desk.do(Move({"move": "card_turned", "cards": cards}))


FIRST_OUT = ((2, ["duke"]), (2, ["duke", "captain"]))


def test_cp_7_all_but_the_winner_share_a_place_and_its_points_in_a_league(desk: Desk) -> None:
    coups(desk, *FIRST_OUT, (1, ["contessa"]), (1, ["contessa", "duke"]))
    (result,) = told(desk)
    assert result.places == ((0,), (1, 2))
    lines = standings(named("league"), ("ada", "bo", "cy"), (), [count_result(result)])
    assert {line.player: line.points for line in lines} == {"ada": 12, "bo": 3, "cy": 3}


def test_cp_7_the_others_share_a_place_in_a_match_that_people_stop(desk: Desk) -> None:
    coups(desk, *FIRST_OUT, (1, ["contessa"]))
    left = match_of(desk)
    stopped = stopped_outcome(left.game, (*left.earlier[::-1], left.state), 3)
    assert stopped.ranking == ((0,), (1, 2))
