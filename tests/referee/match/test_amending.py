"""A host sets a kept match right: all that is made from it follows, and the table plays on."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.actor import HOST
from referee.club.own_results import OwnResults
from referee.contract import IllegalMove
from referee.match import matchfile
from referee.match.back.correcting import CorrectionConflict
from referee.match.commands import (
    Amend,
    Begin,
    Correct,
    HandOver,
    Move,
    Redo,
    Rename,
    Step,
    SwapSeats,
    Undo,
)
from referee.match.desk import Desk, Snapshot, StaleMove
from referee.match.journal.rescue import check_journal
from referee.match.past.ended import ended_matches
from referee.match.past.history import match_summaries, past_match
from referee.match.past.players import rank_players
from referee.match.people.same_names import KEY as SAME
from tests.matches import match_of
from tests.referee.club.test_own_results import NAMES, play


def kept(desk: Desk, names: tuple[str, ...] = NAMES) -> int:
    """Play a match to its end, and begin another; return the first one's id."""
    match = play(desk, names=names)
    desk.do(Begin("coyote", {"strikes": 2, "starter": 0}, 3, ("Di", "Ed", "Flo")))
    return match


def amend(desk: Desk, match: int, change: Step | Rename | SwapSeats) -> None:
    desk.do(Amend(match, change, past_match(desk, match).seq), HOST)


def test_all_that_is_made_from_a_kept_match_follows_and_the_table_does_not_notice(
    desk: Desk, path: Path
) -> None:
    match = kept(desk)
    desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    results = OwnResults(desk, 0)
    (before,) = results.all().values()
    table = match_of(desk)
    heard: list[Snapshot] = []
    desk.listen(heard.append)
    amend(desk, match, SwapSeats(0, 2))
    amend(desk, match, Rename(1, "Bob"))
    (after,) = results.all().values()
    assert (after.match, after.places, after.ended_s) == (
        before.match,
        before.places,
        before.ended_s,
    )
    assert after.version > before.version
    assert after.players == ("Cy", "Bob", "Ada")
    (ended_match,) = ended_matches(desk)[0]
    assert {x.name: x.wins for x in rank_players([ended_match], "coyote")} == {
        "Ada": 1,
        "Bob": 0,
        "Cy": 0,
    }
    assert matchfile.replay(desk.export(match)).players.names == ("Cy", "Bob", "Ada")
    (summary,) = match_summaries(desk, [match])
    assert summary is not None
    assert summary.names == ("Cy", "Bob", "Ada")
    assert match_of(desk) is table
    assert heard == []
    desk.do(Move({"move": "announce", "seat": 1, "number": 6}), HOST)
    state = match_of(desk).state
    desk.close()
    assert check_journal(path) is None
    again = Desk.open(path)
    assert again.notices == ()
    assert match_of(again).state == state
    assert past_match(again, match).players.names == ("Cy", "Bob", "Ada")
    again.close()


def test_an_undo_takes_the_result_back_and_a_redo_gives_it_again(desk: Desk) -> None:
    match = kept(desk)
    was = past_match(desk, match)
    amend(desk, match, Undo())
    assert past_match(desk, match).outcome is None
    (waits,) = OwnResults(desk, 0).all().values()
    assert waits.places == ()
    amend(desk, match, Redo())
    assert past_match(desk, match).ending().places == was.ending().places
    assert past_match(desk, match).outcome == was.outcome


def test_a_card_that_the_rules_refuse_says_why_and_changes_nothing_unless_told_so(
    desk: Desk,
) -> None:
    match = kept(desk)
    lines = desk.journal.lines(match)
    first = next(entry for entry in past_match(desk, match).log if hasattr(entry.move, "cards"))
    before = past_match(desk, match)
    with pytest.raises(IllegalMove, match="card_cannot_be"):
        amend(desk, match, Correct(first.seq, 0, "no such card"))
    with pytest.raises(CorrectionConflict) as conflict:
        amend(desk, match, Correct(first.seq, 0, "2"))  # Another player goes on then.
    assert conflict.value.cut
    assert past_match(desk, match).ending().places == before.ending().places
    amend(desk, match, Correct(first.seq, 0, "2", back=True))
    assert past_match(desk, match).outcome is None
    amend(desk, match, Undo())
    assert past_match(desk, match).ending().places == before.ending().places
    assert desk.journal.lines(match)[: len(lines)] == lines, "nothing is lost"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (Rename(0, "BO"), "desk.named_there"),
        (Rename(0, "Bee"), "desk.named_there"),  # the same player as Bo
        (Rename(0, "Ada"), "desk.named_so"),
        (Rename(7, "Zoe"), "desk.no_such_seat"),
        (Rename(0, "Zoe", earlier=3), "desk.amended_meanwhile"),
        (SwapSeats(1, 1), "desk.swapped_one"),
        (SwapSeats(0, 3), "desk.no_such_seat"),
        (Redo(), "desk.nothing_to_redo"),
    ],
)
def test_what_cannot_be_so_is_refused_in_one_sentence(
    desk: Desk, change: Step | Rename | SwapSeats, key: str
) -> None:
    match = kept(desk)
    desk.put(SAME, {"bee": "bo"})
    lines = desk.journal.lines(match)
    with pytest.raises(IllegalMove) as refused:
        amend(desk, match, change)
    assert refused.value.message.key == key
    assert desk.journal.lines(match) == lines


def test_of_two_hosts_at_once_the_second_looks_again_and_the_table_is_not_set_right_here(
    desk: Desk,
) -> None:
    match = kept(desk)
    seen = past_match(desk, match).seq
    desk.do(Amend(match, Rename(0, "Eve"), seen), HOST)
    with pytest.raises(StaleMove, match="amended_meanwhile"):
        desk.do(Amend(match, SwapSeats(0, 1), seen), HOST)
    assert past_match(desk, match).players.names == ("Eve", "Bo", "Cy")
    with pytest.raises(IllegalMove, match="amend_on_table"):
        desk.do(Amend(match_of(desk).match, Rename(0, "Eve"), match_of(desk).seq), HOST)
    lesson = desk.do(Begin("coyote", {}, 3, lesson=True), HOST)
    desk.do(Begin("coyote", {}, 3), HOST)
    for gone, newest in ((10**9, seen), (lesson.match, lesson.seq)):
        with pytest.raises(IllegalMove, match="no_such_match"):
            desk.do(Amend(gone, Rename(0, "Eve"), newest), HOST)


def test_in_a_drawn_match_the_drawn_players_change_places_with_their_mark_and_no_other_comes(
    desk: Desk,
) -> None:
    desk.do(Begin("coyote", {"starter": 0, "strikes": 2}, 3, NAMES, drawn="a1b2:1"))
    match = match_of(desk).match
    desk.do(Move({"move": "announce", "seat": 0, "number": 3}), HOST)
    desk.do(HandOver(2, "Yan"), HOST)
    desk.do(Begin("coyote", {}, 3))
    for change in (Rename(0, "Zoe"), Rename(0, ""), Rename(2, "Zoe", earlier=1)):
        with pytest.raises(IllegalMove, match="drawn_kept"):
            amend(desk, match, change)
    amend(desk, match, Rename(2, "Yann"))
    with pytest.raises(IllegalMove, match="named_there"):
        amend(desk, match, Rename(2, "Ada"))
    amend(desk, match, Rename(2, "Cy"))  # Nobody had taken the seat over.
    amend(desk, match, SwapSeats(0, 1))
    players = past_match(desk, match).players
    assert (players.names, players.drawn) == (("Bo", "Ada", "Cy"), ("Bo", "Ada", "Cy"))
    (result,) = OwnResults(desk, 0).all().values()
    assert (result.players, result.drawn) == (("Bo", "Ada", "Cy"), "a1b2:1")
