"""An evening at the hub, whatever its director does twice, too early or by mistake."""

from __future__ import annotations

import threading

import pytest

from referee.contract import IllegalMove, Message
from tests.firmware.hub.pages import Club, post, text
from tests.process import PATIENCE_S
from tests.webui.pages import say


def test_a_round_is_drawn_played_counted_and_the_next_one_drawn(club: Club) -> None:
    names = "Ada\nBo\nCy\n\nDi"
    assert (
        post(club, "/event/open", title="Cup", game="coyote", format="swiss_of_two", names=names)
        == 303
    )
    assert post(club, "/event/draw") == 303
    seated = club.post.seated
    assert [*seated] == [one.table for one in club.tables]
    assert sorted(name for one in seated.values() for name in one.players) == [
        "Ada",
        "Bo",
        "Cy",
        "Di",
    ]
    assert post(club, "/event/draw") == 409
    first, second = seated.values()
    club.tells(0, *first.players)
    assert [*club.post.seated.values()] == [second]
    club.tells(1, *second.players)
    assert club.post.seated == {}
    shown = text(club, "/standings")
    assert first.players[0] in shown
    assert "1" in shown
    assert post(club, "/event/draw") == 303
    assert {*club.post.seated.values()} != {first, second}
    met = {frozenset(one.players) for one in club.post.seated.values()}
    assert met.isdisjoint({frozenset(first.players), frozenset(second.players)})


def test_who_leaves_is_drawn_no_more_and_may_come_back(club: Club) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="swiss_of_two", names="A\nB\nC")
    post(club, "/event/leaves", name="c ")
    post(club, "/event/draw")
    (seated,) = club.post.seated.values()
    assert sorted(seated.players) == ["A", "B"]
    club.tells(0, *seated.players)
    post(club, "/event/comes", names="C")
    post(club, "/event/draw")
    (seated,) = club.post.seated.values()
    assert "C" in seated.players


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"title": " ", "game": "coyote", "format": "swiss"}, 400),
        ({"title": "Cup", "game": "chess", "format": "swiss"}, 409),
        ({"title": "Cup", "game": "coyote", "format": "none"}, 409),
        ({"title": "Cup", "game": "coyote", "format": "swiss", "names": "Ada"}, 303),
    ],
)
def test_an_event_that_cannot_be_is_refused(club: Club, form: dict[str, str], status: int) -> None:
    assert post(club, "/event/open", **form) == status
    if status == 303:  # one player alone
        assert post(club, "/event/draw") == 409


def test_an_event_that_was_closed_by_mistake_is_shown_and_opened_again(club: Club) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="swiss_of_two", names="A\nB\nC\nD")
    post(club, "/event/draw")
    first, second = seated = club.post.seated.values()
    club.tells(0, *first.players)
    lines = club.standings()
    assert post(club, "/event/close", sure="yes") == 303
    assert post(club, "/event/close") == 303
    assert club.post.seated == {}
    assert first.players[0] in text(club, "/standings")
    assert say("hub.event.closed") in text(club, "/round")
    for act in ("draw", "comes", "leaves"):
        assert post(club, f"/event/{act}", name="A", names="E") == 409
    assert post(club, "/event/reopen") == 303
    assert post(club, "/event/reopen") == 303
    assert [*club.post.seated.values()] == [second]
    assert club.standings() == lines
    assert len(seated) == 2


def test_an_event_is_not_opened_over_one_that_is_on(club: Club) -> None:
    cup = {"game": "coyote", "format": "swiss_of_two", "names": "Ada\nBo"}
    post(club, "/event/open", title="Cup", **cup)
    post(club, "/event/draw")
    seated = dict(club.post.seated)
    assert post(club, "/event/open", title="Cup", **cup) == 409
    assert club.post.seated == seated
    post(club, "/event/close", sure="yes")
    assert post(club, "/event/open", title="Next", **cup) == 303
    assert "Next" in text(club, "/round")


def test_what_is_played_after_a_free_event_was_closed_is_none_of_it(club: Club) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="free_play", names="Ada\nBo")
    club.tells(0, "Ada", "Bo")
    post(club, "/event/close")
    lines = club.standings()
    club.tells(0, "Bo", "Ada")
    assert club.standings() == lines


def test_a_name_entered_by_mistake_stands_in_no_standings(club: Club) -> None:
    cup = {"game": "coyote", "format": "free_play", "names": "Ada\nBo\nBob"}
    post(club, "/event/open", title="Cup", **cup)
    assert post(club, "/event/leaves", name="Nobody") == 409
    assert post(club, "/event/leaves", name="") == 409
    club.tells(0, "Ada", "Bo")
    for name in ("Bob", "Ada"):  # the one never played, the other goes home
        assert post(club, "/event/leaves", name=name) == 303
    assert [line.player for line in club.standings()] == ["ada", "bo"]


def test_players_whom_two_directors_add_at_once_are_all_there(club: Club) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="swiss", names="")
    names = [[f"{who}{number}" for number in range(8)] for who in "AB"]
    threads = [
        threading.Thread(target=club.hub.director.add_players, args=(some,)) for some in names
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join(PATIENCE_S)
    event = club.event()
    assert sorted(event.players.values()) == sorted([*names[0], *names[1]])


def test_a_second_player_of_one_name_is_told_at_once_and_nobody_is_taken_for_another(
    club: Club,
) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="swiss", names="Max\nAda")
    with pytest.raises(IllegalMove) as refusal:
        club.hub.director.add_players(["Zoe", " max"])
    assert refusal.value.message == Message("club.there", {"names": (" max",)})
    assert post(club, "/event/comes", names="max") == 409
    assert post(club, "/event/leaves", name="Max") == 303
    club.hub.director.add_players(["Zoe", "max"])  # who left and comes back is the same player
    event = club.event()
    assert sorted(event.players.values()) == ["Ada", "Max", "Zoe"]


def test_a_table_that_broke_down_holds_up_no_round(club: Club) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="swiss_of_two", names="A\nB\nC\nD")
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


def test_a_match_before_the_draw_or_beside_it_is_none_that_is_drawn_later(club: Club) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="swiss_of_two", names="A\nB\nC\nD")
    for one, other in ("AB", "AC", "AD", "BC", "BD", "CD"):
        club.tells(0, one, other)  # they warm up
    assert post(club, "/event/draw") == 303
    first, second = club.post.seated.values()
    club.tells(0, first.players[0], second.players[0])
    assert [*club.post.seated.values()] == [first, second]
    assert {line.points for line in club.standings()} == {0}
    for seated in (first, second):
        club.tells(0, *seated.players, began_s=1.0)  # by a clock of another year
    assert post(club, "/event/draw") == 303
    assert len(club.post.seated) == 2


def test_two_people_of_one_name_are_not_taken_for_one(club: Club) -> None:
    cup = {"title": "Cup", "game": "coyote", "format": "swiss_of_two"}
    assert post(club, "/event/open", names="Anna\nBo\nANNA ", **cup) == 409
    assert club.hub.events.current() is None
    assert post(club, "/event/open", names="Anna\nBo", **cup) == 303
    assert post(club, "/event/comes", names="Cy\ncy") == 409
    assert post(club, "/event/comes", names="Anna\nAnna B.") == 303  # the whole list once more
    event = club.event()
    assert [*event.players.values()] == ["Anna", "Bo", "Anna B."]


def test_a_line_of_the_list_is_one_player_whole_or_refused(club: Club) -> None:
    flag = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    whole = ["Battaglia, Gabriele", f"{flag} Eve", "x" * 60, "Zoé 👩\u200d👩\u200d👧"]
    cup = {"title": "Cup", "game": "coyote", "format": "swiss"}
    for bad in ("Ada, Bo, Cy", "x" * 61, "Zoé\nZoe\u0301", "O’Neill\nO'NEILL"):
        assert post(club, "/event/open", **cup, names=bad) in (400, 409), bad
    assert post(club, "/event/open", **cup, names="\n".join(whole)) == 303
    event = club.event()
    assert [event.players[one] for one in event.here] == whole
    post(club, "/event/draw")
    (seated,) = club.post.seated.values()
    assert sorted(seated.players) == sorted(whole)
