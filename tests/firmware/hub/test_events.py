"""The director opens and closes events, and does things twice, too early or by mistake."""

from __future__ import annotations

import pytest

from referee.contract import IllegalMove, Message
from tests.firmware.hub.pages import Club, post, text
from tests.webui.pages import say

PAIR = {"title": "Cup", "game": "coyote", "format": "swiss_of_two"}


def test_a_round_is_drawn_played_counted_and_the_next_one_drawn(club: Club) -> None:
    assert post(club, "/event/open", **PAIR, names="Ada\nBo\nCy\n\nDi\nEd") == 303
    assert post(club, "/event/leaves", name="ed ") == 303
    assert post(club, "/event/draw") == 303
    seated = club.post.seated
    assert [*seated] == [table.table for table in club.tables]
    players = sorted(name for item in seated.values() for name in item.players)
    assert players == ["Ada", "Bo", "Cy", "Di"]
    assert post(club, "/event/draw") == 409, "nobody has played"
    first, second = seated.values()
    club.tells(0, *first.players)
    assert [*club.post.seated.values()] == [second]
    club.tells(1, *second.players)
    assert club.post.seated == {}
    assert first.players[0] in text(club, "/standings")
    post(club, "/event/comes", names="Ed\nFay")
    assert post(club, "/event/draw") == 303
    met = {frozenset(seated.players) for seated in club.post.seated.values()}
    assert met.isdisjoint({frozenset(first.players), frozenset(second.players)})
    assert {"Ed", "Fay"} <= {
        name for pair in club.event().pairings[-1].tables for name in map(str.title, pair)
    }


@pytest.mark.parametrize(
    ("changed", "status"),
    [({"title": " "}, 400), ({"game": "chess"}, 409), ({"format": "none"}, 409), ({}, 303)],
)
def test_an_event_that_cannot_be_is_refused(
    club: Club, changed: dict[str, str], status: int
) -> None:
    assert post(club, "/event/open", names="Ada", **PAIR | changed) == status
    assert post(club, "/event/draw") == 409, "one player alone"


def test_an_event_that_was_closed_by_mistake_is_shown_and_opened_again(club: Club) -> None:
    post(club, "/event/open", **PAIR, names="A\nB\nC\nD")
    post(club, "/event/draw")
    first, second = seated = club.post.seated.values()
    assert post(club, "/event/open", **PAIR, names="A\nB") == 409, "an event is open"
    assert [*club.post.seated.values()] == [*seated]
    club.tells(0, *first.players)
    lines = club.standings()
    assert post(club, "/event/close", sure="yes") == 303
    assert post(club, "/event/close") == 303
    assert club.post.seated == {}
    assert first.players[0] in text(club, "/standings")
    assert say("hub.event.closed") in text(club, "/round")
    for act in ("draw", "comes", "leaves"):
        assert post(club, f"/event/{act}", name="A", names="E") == 409
    for _ in range(2):
        assert post(club, "/event/reopen") == 303
    assert [*club.post.seated.values()] == [second]
    assert club.standings() == lines
    post(club, "/event/close", sure="yes")
    assert post(club, "/event/open", **PAIR | {"title": "Next"}) == 303
    assert "Next" in text(club, "/round")


def test_the_standings_of_a_free_event_have_who_played_while_it_was_open(club: Club) -> None:
    post(club, "/event/open", **PAIR | {"format": "free_play"}, names="Ada\nBo\nBob")
    for name in ("Nobody", ""):
        assert post(club, "/event/leaves", name=name) == 409
    club.tells(0, "Ada", "Bo")
    for name in ("Bob", "Ada"):  # Bob never played, and Ada goes home.
        assert post(club, "/event/leaves", name=name) == 303
    lines = club.standings()
    assert [line.player for line in lines] == ["ada", "bo"]
    post(club, "/event/close")
    club.tells(0, "Bo", "Ada")
    assert club.standings() == lines


def test_a_table_that_broke_down_holds_up_no_round(club: Club) -> None:
    post(club, "/event/open", **PAIR, names="A\nB\nC\nD")
    post(club, "/event/draw")
    first, second = club.post.seated.values()
    club.tells(0, *first.players)
    assert post(club, "/round/1/1", seat0="1", seat1="2") == 409, "it was told of"
    assert post(club, "/round/1/2", seat0="1") == 400
    assert club.client().post("/round/1/2", data={"seat0": "1"}).status_code == 403
    assert 'action="/round/1/2"' in text(club, "/round", director=True)
    assert 'action="/round/1/2"' not in text(club, "/round")
    assert post(club, "/round/1/2", seat0="2", seat1="1") == 303
    assert post(club, "/round/1/2", seat0="1", seat1="2") == 409, "a second tap"
    best = {line.player for line in club.standings() if line.points == 1}
    assert best == {first.players[0].lower(), second.players[1].lower()}
    assert say("club.director_said") in text(club, "/matches")
    assert post(club, "/event/draw") == 303
    assert post(club, "/round/1/2", seat0="1", seat1="2") == 409, "of a round that is over"


def test_two_people_of_one_name_are_not_taken_for_one(club: Club) -> None:
    assert post(club, "/event/open", names="Anna\nBo\nANNA ", **PAIR) == 409
    assert club.hub.events.current() is None
    assert post(club, "/event/open", names="Anna\nBo", **PAIR) == 303
    with pytest.raises(IllegalMove) as refusal:
        club.hub.director.add_players(["Zoe", " anna"])
    assert refusal.value.message == Message("club.there", {"names": (" anna",)})
    for names in ("Cy\ncy", "anna"):
        assert post(club, "/event/comes", names=names) == 409
    assert post(club, "/event/comes", names="Anna\nAnna B.") == 303  # the whole list once more
    assert [*club.event().players.values()] == ["Anna", "Bo", "Anna B."]
    assert post(club, "/event/leaves", name="Anna") == 303
    assert post(club, "/event/comes", names="anna") == 303  # She comes back.
    assert sorted(club.event().players) == ["anna", "anna b.", "bo"]
