"""A club forgets a person: no byte of the hub's log has the name, and the points stay."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from firmware.club import topics
from firmware.hub.backup import BEFORE
from firmware.hub.store import open_store
from referee.club.format import FOLDER, load
from referee.hub.people import People
from referee.hub.projection import Projection
from referee.match.people.names import player_key
from tests.firmware.hub.pages import Club, result_of, text
from tests.referee.match.test_forgetting_people import ZOE, traces
from tests.webui.pages import say
from webui.access.guard import FORM

# paho leaves the socket of a handshake that failed to the collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

KEY = player_key(ZOE)


def open_event(club: Club, *names: str) -> None:
    club.hub.director.open("Friday", "coyote", load(FOLDER / "swiss.toml"), names, 1)


def evening(club: Club) -> None:
    """Play a closed event in which Zoë was drawn, and matches at two tables."""
    open_event(club, "Ada", ZOE, "Bo", "Cy")
    club.hub.director.draw()
    for number, table in enumerate(club.hub.events.seated().values()):
        club.tells(number, *table.players, drawn=table.drawn)
    club.hub.director.close(closed=True, sure=True)
    club.tells(0, "Ada", ZOE.upper())
    club.tells(1, "zoë  quillfeather", "Bo")
    club.shows(0, players=("Ada", ZOE), winner="Ada")


def post(club: Club, **fields: str) -> tuple[int, str]:
    """Post a form of the page as a director; return the status and the page that follows."""
    answer = club.client(director=True).post(
        "/players/forget", data=fields, content_type=FORM, headers={"Accept": "text/html"}
    )
    return answer.status_code, answer.get_data(as_text=True)


def points(club: Club) -> list[tuple[str, object, object]]:
    return [(standing.player, standing.points, standing.matches) for standing in club.standings()]


def test_the_directors_page_forgets_and_everybody_elses_points_stay(
    club: Club, tmp_path: Path
) -> None:
    evening(club)
    (tmp_path / BEFORE).write_text(f'"{ZOE}"', encoding="utf-8")
    standings, rated = points(club), club.hub.people.ratings()["coyote"]
    assert traces(tmp_path, ZOE) != []
    assert f'value="{KEY}"' in text(club, "/players", director=True)
    assert say("past.keep") in post(club, key=KEY)[1]
    status, done = post(club, key=KEY, sure="yes")
    assert status == 200, done
    assert BEFORE in done
    (tmp_path / BEFORE).unlink()
    assert traces(tmp_path, ZOE) == []
    guest = next(name for name in club.hub.people.all().values() if name.startswith("Guest"))
    assert points(club) == [
        (player_key(guest) if player == KEY else player, *sums) for player, *sums in standings
    ]
    now = club.hub.people.ratings()["coyote"]
    assert [(player.matches, player.wins, player.rating) for player in now] == [
        (item.matches, item.wins, item.rating) for item in rated
    ]
    for path in ("/", "/players", "/matches", "/round", "/standings"):
        assert ZOE.casefold() not in text(club, path, director=True).casefold()
    club.store.close()
    store = open_store(tmp_path)
    again = Projection(store)
    assert {*People(again).all()} == {*club.hub.people.all()}
    store.close()


@pytest.mark.parametrize("why", ["in_event", "plays", "stranger", "gone"])
def test_whoever_plays_is_not_forgotten_and_only_a_director_may(club: Club, why: str) -> None:
    club.tells(0, "Ada", ZOE)
    if why == "in_event":
        open_event(club, "Ada", ZOE)
    elif why == "plays":
        club.shows(0, players=("Ada", ZOE))
    if why == "stranger":
        fields = {"key": KEY, "sure": "yes"}
        status = club.client().post("/players/forget", data=fields, content_type=FORM).status_code
    else:
        status, page = post(club, key="" if why == "gone" else KEY, sure="yes")
        assert say(f"hub.forget.{why}", name="", title="", table="")[-20:] in page or why == "gone"
    assert status in (403, 409)
    assert ZOE in club.hub.people.all().values()


def test_names_from_tables_are_cleaned_as_names_typed_here(club: Club) -> None:
    table = club.tables[0].table
    club.shows(0, players=("\u202eAda\0", "B" * 90), ruling="Ad\u200ba was\nright.")
    live = club.post.live_tables()[table].live
    result = result_of("\u202eAda\0", "B" * 90, others=("C\u200by ",))
    clean = (("Ada", f"{'B' * 59}…"), ("Cy",))
    for what, body in (("live", live), ("result", result)):
        club.post._hear(topics.up(table, what), msgspec.json.encode(body), False)
    kept = club.newest_match().result
    assert (kept.players, kept.others) == clean
    values = club.post.live_tables()[table].values
    assert values is not None
    assert tuple(seat.name for seat in values.seats) == clean[0]
    assert values.ruling == "Ada was right."
