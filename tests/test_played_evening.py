"""An evening as friends play it, by a real table and a club's hub.

Seats change hands, cards are dealt again, a child is forgotten, and yesterday's match is set right.
What everybody should have is counted in `tests.evening.count`, from the rule files and from what
was done here.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.club_site import Site, open_hub, points
from tests.evening import count
from tests.evening.count import Played
from tests.evening.games import with_bluffs, with_cards_and_francs
from tests.evening.pages import (
    Past,
    evening_line,
    figures,
    forget,
    placed,
    ranked,
    recap,
    results,
    strength,
)
from tests.evening.table import (
    CHILD,
    Coyote,
    Table,
    bot_and_back,
    nobody_takes_the_place,
    of_yesterday,
    the_leaver_keeps_the_place,
    the_newcomer_takes_the_place,
    with_a_child,
)
from tests.firmware.home.broker import MOSQUITTO
from tests.process import eventually, free_port
from tests.referee.match.test_forgetting_people import traces

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")

CLUB = ("Ada", "Bo", "Cy", "Di", "Eve", "Fay")


def check_records(table: Table, played: Sequence[Played]) -> None:
    """Compare the players' page with what the matches come to for each person."""
    values = figures(table)
    for game, title in count.TITLES.items():
        tallies = count.tallies(played, game)
        assert values[title].keys() == tallies.keys()
        for who, tally in tallies.items():
            assert (who, values[title][who]) == (who, count.figures(tally, game))


def check_hub(hub: Site, played: Sequence[Played]) -> None:
    """Compare the hub's matches, ratings and standings with what the matches come to."""
    assert sorted(results(hub)) == sorted(
        (count.TITLES[item.game], placed(item)) for item in played
    )
    answers = ranked(hub)
    for game, title in count.TITLES.items():
        tallies = count.tallies(played, game)
        assert answers[title] == {who: strength(tally) for who, tally in tallies.items()}
    due = count.club_points(played, CLUB)
    assert points(hub) == {who: str(most) for who, most in due.items()}


def check_recaps(table: Table, matches: Sequence[Coyote]) -> None:
    """Compare the page of each match with its places."""
    for match in matches:
        ((winner,), *_) = match.counted().places
        places = {seat: str(place) for place, seat in enumerate(match.order(), start=1)}
        assert recap(table, match.number) == (winner, places)


def set_right(table: Table, yesterday: Coyote) -> None:
    """Set yesterday's match right: a card, a name and two seats."""
    past, number = Past(table), yesterday.number
    of = past.reading(number, "19 is less than 20")
    past.amend(number, "card", of=of, at="1", card="10")
    past.amend(number, "name", seat="1", earlier="0", name="Bo")
    past.amend(number, "seats", seat="0", other="1")
    yesterday.corrected("10 10", {"Ada": "Bo", "Boo": "Ada"})


@pytest.mark.verify
def test_an_evening_comes_to_what_each_person_did(tmp_path: Path) -> None:
    hub = open_hub(tmp_path / "hub", free_port())
    table = Table(tmp_path, hub)
    names = "\n".join(CLUB)
    hub.post("/event/open", title="Thursday", game="coyote", format="free_play", names=names)
    yesterday, child = of_yesterday(table), with_a_child(table)
    table.pull_the_plug()
    today = [
        the_leaver_keeps_the_place(table),
        the_newcomer_takes_the_place(table),
        nobody_takes_the_place(table),
        bot_and_back(table),
    ]
    others = [with_cards_and_francs(table), with_bluffs(table)]
    tonight = [*(coyote.counted() for coyote in today), *others]
    eventually(lambda: len(results(hub)), len(tonight) + 2)
    check_hub(hub, [yesterday.counted(), child.counted(), *tonight])
    set_right(table, yesterday)
    eventually(lambda: "Boo" not in hub.get("/matches"))
    table.site.post(f"/history/{child.number}/delete")
    forget(table.site, "/history/players", CHILD)
    assert traces(table.folder, CHILD) == []
    forget(hub, "/players", CHILD)
    (guest,) = set(re.findall(r"Guest \w+", hub.get("/players")))
    check_hub(hub, [yesterday.counted(), child.counted().renamed({CHILD: guest}), *tonight])
    check_records(table, [yesterday.counted(), *tonight])
    check_recaps(table, [yesterday, *today])
    assert evening_line(table, yesterday.number) == "1 match."
    assert evening_line(table, today[0].number) == f"6 matches. {count.wins(tonight)}"
    for running in (table.process, hub.process):
        assert running.kill(signal.SIGTERM) == 0
    assert traces(tmp_path, CHILD) == []
