"""A match in which a seat changed hands, as pages and files tell it."""

from __future__ import annotations

import re

import pytest

from referee.match.commands import Begin, HandOver
from referee.match.desk import Desk
from referee.match.past.history import match_summaries, past_match
from referee.match.people.players import PlaceGoesTo
from referee.words import Voice
from tests.referee.match.test_stretches import FIRST, LAST, play
from webui.page.past.ending import ending_html
from webui.page.past.evening import evening_html
from webui.page.past.history import match_row, voice_for

SAY = Voice("en").key


def text(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", html).split())


@pytest.mark.parametrize(
    ("place", "winner", "sentence"),
    [
        ("keeps", "Ben", SAY("end.handed", names="Ben and Cy", name="Ben")),
        ("comes", "Cy", SAY("end.handed", names="Ben and Cy", name="Cy")),
        ("nobody", "Cy", SAY("end.handed.nobody", names="Ben and Cy")),
    ],
)
def test_the_recap_names_who_played_and_for_whom_the_place_counts(
    desk: Desk, place: PlaceGoesTo, winner: str, sentence: str
) -> None:
    played = [play(desk, *FIRST, HandOver(1, "Cy", place=place), *LAST).match for _ in range(2)]
    desk.do(Begin("coyote", {}, 2))
    past = past_match(desk, played[0])
    html = ending_html(past.ending(), voice_for(past, "en"), past.players)
    assert f"<h2>{winner}</h2>" in html.replace(' translate="no"', "")
    assert sentence in text(html)
    assert "Ben → Cy" in text(html)
    (summary, _) = match_summaries(desk, played)
    assert summary is not None
    row = match_row(summary, "en")
    assert row.players[1].endswith("Ben → Cy")
    assert winner in row.result
    whole = [past_match(desk, number) for number in played]
    file = evening_html(whole, "en", lambda _: None).decode()
    assert SAY("evening.wins", who=winner, count=2) in text(file)
