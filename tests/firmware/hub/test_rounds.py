"""The director's rounds: what counts for them, how one is taken back, and who comes late."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from referee.hub.messages import Seated
from referee.hub.rounds import late_message
from tests.firmware.hub.pages import Club, post, text
from tests.webui.pages import say
from webui.access.guard import FORM

PAIR = {"title": "Cup", "game": "coyote", "format": "swiss_of_two"}
FOUR = {"title": "Cup", "game": "coyote", "format": "swiss"}


def opened(club: Club, names: str, form: dict[str, str] = PAIR, **more: str) -> list[Seated]:
    """Open an event with players of one letter each, and draw a round."""
    assert post(club, "/event/open", names="\n".join(names), **form, **more) == 303
    return drawn(club)


def drawn(club: Club) -> list[Seated]:
    assert post(club, "/event/draw") == 303
    return [*club.post.seated.values()]


def points(club: Club) -> dict[str, float]:
    return {line.player: line.points for line in club.standings()}


def refusal(club: Club, path: str, **form: str) -> str:
    """Return what the hub says to a request that it refuses."""
    answer = club.client(director=True).post(path, data=form, content_type=FORM)
    assert answer.status_code in (400, 409), answer.status_code
    return answer.get_data(as_text=True)


def names(seated: Seated) -> tuple[str, ...]:
    return tuple(name.lower() for name in seated.players)


# -- which result counts ---------------------------------------------------------------------

# What a table reports first and then: from the table of the draw (0) or another one (1), the
# winner (0 or 1), the table's clock, and whether it was begun for the draw. Then who has won.
Report = tuple[int, int, float, bool]
REPORTS: list[tuple[Report, Report, int]] = [
    ((0, 0, 900.0, False), (1, 1, 1.0, False), 0),  # a clock of 1970 at another table
    ((1, 1, 1.0, False), (0, 0, 900.0, False), 0),  # it came first
    ((0, 0, 900.0, False), (0, 1, 1.0, False), 0),  # a second match at the same table
    ((0, 1, 1.0, False), (0, 0, 900.0, True), 0),  # a match for practice, then the drawn one
    ((1, 0, 900.0, True), (0, 1, 1.0, False), 0),  # they carried the match to another table
]


@pytest.mark.parametrize(("first", "second", "winner"), REPORTS)
def test_where_a_match_was_drawn_decides_and_no_tables_clock(
    club: Club, first: Report, second: Report, winner: int
) -> None:
    seated, _ = opened(club, "ABCD")
    matches = []
    for at, won, began_s, begun in (first, second):
        players = seated.players if won == 0 else seated.players[::-1]
        mark = seated.drawn if begun else ""
        matches.append(club.tells(at, *players, began_s=began_s, drawn=mark))
    name, other = names(seated)
    assert points(club)[(name, other)[winner]] == 1
    assert points(club)[(name, other)[1 - winner]] == 0
    assert say("hub.round.rivals") in text(club, "/round"), "everybody sees that they differ"
    beaten = matches[0] if first[1] != winner else matches[1]
    assert f'action="/matches/{beaten}"' in text(club, "/round", director=True)
    assert post(club, f"/matches/{beaten}", say="this", to="round") == 303
    assert points(club)[(name, other)[winner]] == 0
    assert say("hub.round.rivals") not in text(club, "/round"), "the director has decided"


# -- a round that is taken back ----------------------------------------------------------------


def test_a_round_is_taken_back_and_drawn_anew_until_a_result_of_it_counts(club: Club) -> None:
    first, _ = opened(club, "ABCD")
    assert post(club, "/event/undraw") == 303
    assert club.post.seated == {}, "the tables are told"
    assert say("hub.round.none") in refusal(club, "/event/undraw")
    assert post(club, "/event/comes", names="E\nF") == 303
    again = drawn(club)
    there = {name for seated in again for name in seated.players}
    assert {item.round for item in again} == {1}
    assert first.drawn not in {seated.drawn for seated in again}
    club.tells(0, *first.players, drawn=first.drawn)
    assert {*points(club).values()} == {0}, "a match that began for the old draw"
    club.tells(0, *again[0].players, drawn=again[0].drawn)
    assert points(club)[names(again[0])[0]] == 1
    reason = refusal(club, "/event/undraw")
    assert " – ".join(again[0].players) in reason
    assert "/event/undraw" not in text(club, "/round", director=True)
    assert post(club, f"/matches/{club.newest_match().result.match}", say="struck") == 303
    assert post(club, "/event/undraw") == 303
    assert len(there) == 4


# The event, who comes late, and the sentence and the table that they get.
LATE: list[tuple[dict[str, str], str, str, tuple[str, ...]]] = [
    (FOUR, "ABCDEFG", "hub.late.joins", ("Z",)),
    (PAIR, "AB", "hub.late.bye", ()),
]


@pytest.mark.parametrize(("form", "players", "key", "there"), LATE)
def test_who_comes_late_gets_into_the_round_that_is_drawn(
    club: Club, form: dict[str, str], players: str, key: str, there: tuple[str, ...]
) -> None:
    before = opened(club, players, form)
    post(club, "/event/comes", names="Z")
    event = club.event()
    (late,) = club.hub.events.late(event)
    assert late_message(late, event).key == key
    assert post(club, "/event/late", name="z") == 303
    assert post(club, "/event/late", name="z") == 409, "a second tap"
    assert post(club, "/event/late", name="nobody") == 409
    both = [seated for seated in club.post.seated.values() if "Z" in seated.players]
    assert tuple(player for seated in both for player in seated.players if player == "Z") == there
    event = club.event()
    assert club.hub.events.late(event) == []
    assert ("z" in event.pairings[-1].byes) == (not there)
    for number, seated in enumerate(club.post.seated.values()):
        if {"Z"} & {*seated.players} or seated.drawn in {item.drawn for item in before}:
            club.tells(number, *seated.players, drawn=seated.drawn)
    assert post(club, "/event/draw") == (409 if event.is_over else 303)


# -- the director's day --------------------------------------------------------------------------


def test_the_number_of_rounds_is_set_on_the_page_and_does_not_change_as_people_leave(
    club: Club,
) -> None:
    seated = opened(club, "ABCD")
    assert (club.event().rounds_needed, club.event().is_over) == (2, False)
    for number, table in enumerate(seated):
        club.tells(number, *table.players)
    for name in "AB":
        post(club, "/event/leaves", name=name)
    assert (club.event().rounds_needed, club.event().is_over) == (2, False)
    wrong = say("hub.event.bad_rounds", most=1000)
    for given in ("0", "-1", "x", "9999", "1.5"):
        assert wrong in refusal(club, "/event/rounds", rounds=given), given
    assert post(club, "/event/rounds", rounds="1") == 303
    assert say("club.no_more_rounds", count=1) in refusal(club, "/event/draw")
    assert post(club, "/event/rounds", rounds="3") == 303
    drawn(club)
    assert say("hub.event.rounds_drawn", count=2) in refusal(club, "/event/rounds", rounds="1")
    assert say("hub.event.rounds.drawn", drawn=2, needed=3) in text(club, "/round")


@pytest.mark.parametrize(("game", "places"), [("coyote", "21"), ("ogallala", "113")])
def test_a_result_is_entered_and_corrected_on_the_page_of_the_round(
    club: Club, game: str, places: str
) -> None:
    opened(club, "ABC"[: len(places)], {**(PAIR if len(places) == 2 else FOUR), "game": game})
    assert post(club, "/round/1/1", **{f"seat{at}": seat for at, seat in enumerate(places)}) == 303
    assert say("hub.round.correct") in text(club, "/round", director=True)
    assert say("hub.round.correct") not in text(club, "/round")
    match = club.newest_match().result.match
    assert f'action="/matches/{match}"' in text(club, "/round", director=True)
    turned = {f"seat{at}": str(len(places) - at) for at in range(len(places))}
    form = {"say": "places", "to": "round", **turned}
    answer = club.client(director=True).post(f"/matches/{match}", data=form, content_type=FORM)
    assert answer.headers["Location"] == "/round"
    last = club.event().pairings[0].tables[0][-1]
    assert points(club)[last] == max(points(club).values())
    assert post(club, f"/matches/{match}", say="places", **dict.fromkeys(turned, "2")) == 400


def test_more_matches_than_tables_go_to_whichever_table_is_free_first(club: Club) -> None:
    opened(club, "ABCDEFGH")  # four matches at two tables
    first, second = (table.table for table in club.tables)
    assert say("hub.round.next_table") in text(club, "/round")
    before = dict(club.post.seated)
    club.tells(1, *before[second].players, drawn=before[second].drawn)
    third = club.post.seated[second]
    assert third.number == 3
    club.tells(0, *before[first].players, drawn=before[first].drawn)
    assert club.post.seated[second] == third, "who sits there stays"
    assert club.post.seated[first].number == 4
    club.tells(0, *club.post.seated[first].players, drawn=club.post.seated[first].drawn)
    assert club.post.seated == {second: third}
    club.tells(1, *third.players, drawn=third.drawn)
    assert club.post.seated == {}
    assert sorted(points(club).values()) == [0, 0, 0, 0, 1, 1, 1, 1]
    assert post(club, "/event/draw") == 303


def test_the_page_says_why_no_round_can_be_drawn_and_asks_before_it_closes(club: Club) -> None:
    first, other = opened(club, "ABCD")
    club.tells(0, *first.players)
    open_ = (" – ".join(other.players),)
    shown = text(club, "/round", director=True)
    assert say("hub.event.waits", names=open_) in shown
    draw = re.search(r'action="/event/draw"><button([^>]*)>', shown)
    assert draw is not None
    assert "disabled" in draw[1]
    assert say("hub.event.close_waits", names=open_) in refusal(club, "/event/close")
    event = club.event()
    assert not event.closed
    assert post(club, "/event/close", sure="yes") == 303
    post(club, "/event/reopen")
    club.tells(1, *other.players)
    assert "disabled" not in text(club, "/round", director=True).split("/event/draw")[1][:60]
    assert post(club, "/event/close") == 303


def test_the_standings_are_there_as_a_spreadsheet_on_paper_and_as_a_file(club: Club) -> None:
    post(club, "/event/open", names="=1+1\nBo <b>", **PAIR)
    for path in ("/standings.csv", "/standings.html", "/standings/print"):
        assert club.client().get(path).status_code == 200
    (seated,) = drawn(club)
    club.tells(0, *seated.players)
    client = club.client()
    table = client.get("/standings.csv").get_data().decode("utf-8-sig").splitlines()
    assert len(table) == 3
    assert table[1].startswith('"1",')
    assert any("'=1+1" in line for line in table), "no spreadsheet takes it for a formula"
    for path in ("/standings.html", "/standings/print"):
        sheet = client.get(path).get_data(as_text=True)
        assert "Bo &lt;b&gt;" in sheet
        assert say("hub.round.number", number=1) in sheet
    kept = client.get("/standings.html")
    assert "attachment" in kept.headers["Content-Disposition"]
    assert "/static/" not in kept.get_data(as_text=True), "it needs nothing else"


# -- a whole evening -------------------------------------------------------------------------------


def report(club: Club, chance: Random, seated: Seated, at: int) -> str:
    """Have tables report a match, the right one among others, and return its winner's key.

    The table of the draw tells the truth, by a clock of any year. Another one may contradict it.
    """
    truth = seated.players if chance.random() < 0.5 else seated.players[::-1]
    mark = seated.drawn if chance.random() < 0.7 else ""
    reports = [(at, truth, mark)]
    if chance.random() < 0.4:
        reports.append(((at + 1) % len(club.tables), truth[::-1], ""))
    if mark and chance.random() < 0.4:
        reports.append((at, truth[::-1], ""))  # they played for fun before or after
    chance.shuffle(reports)
    for where, players, drawn_ in reports:
        club.tells(where, *players, drawn=drawn_, began_s=chance.choice([0.0, 2e9, 5e8]))
    return truth[0].lower()


@pytest.mark.parametrize("seed", range(6))
def test_every_point_is_right_however_the_results_of_an_evening_arrive(
    club: Club, seed: int
) -> None:
    chance, should = Random(seed), Counter[str]()
    old = opened(club, "ABCDEFG", rounds="4")
    for number in range(1, 5):
        if number > 1:
            old = drawn(club)
        if chance.random() < 0.6:  # somebody comes late
            name = f"Z{number}"
            assert post(club, "/event/comes", names=name) == 303
            if chance.random() < 0.5:
                assert post(club, "/event/late", name=name) == 303
            else:
                assert post(club, "/event/undraw") == 303
                drawn(club)
                club.tells(0, *old[0].players, drawn=old[0].drawn)  # it counts for nothing
        texts = set[str]()
        while club.post.seated:
            table, seated = chance.choice([*club.post.seated.items()])
            at = [table.table for table in club.tables].index(table)
            assert seated.drawn not in texts
            texts.add(seated.drawn)
            should[report(club, chance, seated, at)] += 1
        event = club.event()
        assert club.hub.events.waiting(event) == []
        should.update(event.pairings[-1].byes)
    assert points(club) == {player: should[player] for player in points(club)}
    assert sum(should.values()) == sum(points(club).values())
