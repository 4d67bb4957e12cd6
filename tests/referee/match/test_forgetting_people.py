"""A person is forgotten: no byte of the journal has the name, and nobody else's figures change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.actor import HOST
from referee.club.own_results import OwnResults
from referee.contract import IllegalMove
from referee.match.commands import (
    Begin,
    Command,
    ForgetPerson,
    HandOver,
    Move,
    NamePlayer,
)
from referee.match.desk import Desk
from referee.match.journal.journal import Journal
from referee.match.journal.rescue import check_journal
from referee.match.past.ended import ended_matches
from referee.match.past.history import match_summaries, past_match
from referee.match.past.players import rank_players
from referee.match.people.names import player_key
from referee.match.people.same_names import KEY as SAME
from referee.match.people.same_names import same_names
from tests.matches import match_of
from tests.referee.club.test_own_results import play
from tests.referee.test_records import COYOTE

ZOE, GUEST = "Zoë Quillfeather", "Guest X7QA"
SPELLINGS = (ZOE, "zoë  quillfeather", "ZOE\u0308 QUILLFEATHER")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "table.sqlite"


def traces(folder: Path, *names: str) -> list[str]:
    """Return the files with a name in any form in which one of our files may have it."""
    forms = set[bytes]()
    for name in names:
        for text in (name, name.casefold(), name.upper()):
            once = json.dumps(text)[1:-1]
            forms |= {text.encode(), once.encode(), json.dumps(once)[1:-1].encode()}
    files = [item for item in folder.rglob("*") if item.is_file()]
    assert files
    return [file.name for file in files if any(form in file.read_bytes() for form in forms)]


def evenings(desk: Desk) -> list[int]:
    """Play matches in which Zoë sits at every seat, under several spellings."""
    found = [play(desk, names=("Ada", SPELLINGS[at % 3], "Cy")) for at in range(6)]
    found.append(play(desk, names=(ZOE, "Zo", "Cy")))
    desk.do(NamePlayer(2, "zoë quillfeather"))
    desk.do(Begin("coyote", {}, 3, ("Ada", "Bo", "Cy")))
    return found


def forget(desk: Desk, name: str = ZOE) -> None:
    desk.do(ForgetPerson(name, GUEST), HOST)
    desk.journal.clear_unused()


def figures(desk: Desk) -> dict[str, object]:
    players = rank_players(ended_matches(desk)[0], "coyote", same_names(desk.get(SAME)))
    return {
        player.name: (player.matches, player.wins, player.rating, player.figures, player.times)
        for player in players
    }


def test_no_byte_has_the_name_and_everybody_elses_figures_are_as_they_were(
    desk: Desk, path: Path
) -> None:
    matches = evenings(desk)
    desk.put(SAME, {"zo": "zoë quillfeather"})
    own_results = OwnResults(desk, 0)
    before, results = figures(desk), own_results.all()
    match_summaries(desk, matches)
    live = match_of(desk)
    assert "table.sqlite" in str(traces(path.parent, ZOE))
    forget(desk, "ZOË quillfeather")
    for _ in range(2):  # also after a restart
        assert traces(path.parent, ZOE, '"Zo"', "zoë") == []
        assert figures(desk) == {
            GUEST if player_key(name) == player_key(ZOE) else name: one
            for name, one in before.items()
        }
        again = OwnResults(desk, 0).all()
        assert [(result.match, result.version, result.places) for result in again.values()] == [
            (item.match, item.version, item.places) for item in results.values()
        ]
        assert own_results.all() == again
        assert past_match(desk, matches[0]).players.names == ("Ada", GUEST, "Cy")
        assert desk.get(SAME) == {}
        assert match_of(desk) == live
        desk.close()
        assert check_journal(path) is None
        desk = Desk.open(path)
        assert desk.notices == ()
        own_results = OwnResults(desk, 0)
    desk.close()


@pytest.mark.parametrize(
    "before",
    [
        (HandOver(1, "Eve"),),
        (Begin("coyote", {}, 3, ("Ada", "Bo", "Cy")),),
        tuple(Move(item) for item in COYOTE),
    ],
)
def test_whoever_no_longer_plays_is_forgotten_and_the_match_on_the_table_goes_on(
    desk: Desk, path: Path, before: tuple[Command, ...]
) -> None:
    names = ("Ada", ZOE, "Cy")
    desk.do(Begin("coyote", {"starter": 0, "strikes": 2}, 3, names))
    with pytest.raises(IllegalMove, match="forget_plays"):
        forget(desk)
    for item in before:
        desk.do(item, HOST)
    was = match_of(desk)
    forget(desk)
    now = match_of(desk)
    assert (now.state, now.seq, now.offers) == (was.state, was.seq, was.offers)
    assert traces(path.parent, ZOE) == []
    if was.outcome is None:
        desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    else:
        assert now.names == ("Ada", GUEST, "Cy")


def test_a_power_cut_after_the_change_leaves_no_name_once_the_table_has_started_again(
    desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings(desk)
    monkeypatch.setattr(Journal, "_follow_database", lambda *_: None)
    desk.do(ForgetPerson(ZOE, GUEST), HOST)
    assert traces(path.parent, ZOE) != []
    monkeypatch.undo()
    desk.close()
    desk = Desk.open(path)
    assert desk.notices == ()
    assert traces(path.parent, ZOE) == []
    desk.close()
