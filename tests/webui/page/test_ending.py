"""The end of a match in every game: a winner, a table, a chart and three remarkable things."""

from __future__ import annotations

from functools import cache
from itertools import cycle
from random import Random
from xml.etree import ElementTree

import pytest

from referee import library
from referee.actor import CAMERA
from referee.match.ending import Ending, places
from referee.match.log import Entry
from referee.match.people.players import Players
from referee.words import LOCALES, Voice
from tests.bench.rules.randomplay import LEAVE, Transition, play
from tests.referee.known import known
from webui.page.past.ending import HIGHLIGHTS, ending_html, highlight_texts

Steps = list[Transition]


@cache
def played(name: str) -> tuple[int, Steps, Ending]:
    """Return a match at random that nobody left: its seats, its moves and its end."""
    game = library.game(name)
    for seed in range(5, 100):
        random = Random(seed)
        plain, seats = known(name).settings(random)
        steps = list(play(game, library.options(game, plain), seats, random))
        if not any(step.move.__struct_config__.tag == LEAVE for step in steps):
            break
    states = [steps[0].before, *(step.after for step in steps)]
    entries = [Entry(1, "begin", CAMERA, 0.0)]
    entries += [
        Entry(number, "move", CAMERA, 0.0, step.move, step.rulings)
        for number, step in enumerate(steps, 2)
    ]
    outcome, view = game.rules.outcome(states[-1]), game.shown.view(states[-1], None)
    assert outcome is not None
    where = places(game, states, seats, outcome)
    return seats, steps, Ending(outcome, view, where, game.record(states), tuple(entries))


@pytest.mark.parametrize(("name", "locale"), [*zip(library.names(), cycle(LOCALES))])
def test_a_match_at_random_ends_with_a_winner_a_table_a_chart_and_three_things(
    name: str, locale: str, caplog: pytest.LogCaptureFixture
) -> None:
    seats, _, end = played(name)
    names = [f"<i>{number}" for number in range(seats)]
    voice, players = Voice(locale, dict(enumerate(names))), Players.at_start(seats, names)
    whole = ElementTree.fromstring(ending_html(end, voice, players, "/history/1"))
    assert end.outcome is not None
    (winner,) = whole.iter("header")
    for seat in end.outcome.winners:
        assert names[seat] in "".join(winner.itertext())
    standings = next(
        element for element in whole.iter("table") if element.get("class") == "standings"
    )
    rows = [row.get("data-seat") for row in standings.iter("tr")][1:]
    assert sorted(rows, key=str) == sorted(map(str, range(seats + len(end.view.others))))
    assert rows[0] in [str(seat) for seat in end.outcome.winners]
    assert len(next(standings.iter("tr"))) > 3, "columns of the game's own"
    (list_,) = whole.iter("ol")
    links = [link.get("href") for link in list_.iter("a")]
    assert len(links) == HIGHLIGHTS
    texts = highlight_texts(end, voice, players)
    assert links == [f"/history/1#e{entry.seq}" for _, entry, _ in texts]
    assert len({text for _, _, text in texts}) == HIGHLIGHTS
    assert len([*whole.iter("svg")]) == len(end.record.series) > 0
    assert not caplog.records, "no word lacks"
    stranger = ending_html(end, voice, players)
    assert "href" not in stranger


# -- they are true: worked out again from rulings, or from what everybody saw ---------------------
