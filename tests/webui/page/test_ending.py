"""The end of a match in every game: a winner, a table, a chart, three true remarkable things."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from referee import library, words
from referee.actor import CAMERA
from referee.contract import Highlight, View
from referee.match.ending import Ending, ending
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
    return seats, steps, ending(game, states, entries, seats, game.rules.outcome(states[-1]))


def views(name: str, steps: Steps) -> list[View]:
    game = library.game(name)
    return [
        game.shown.view(state, None) for state in (steps[0].before, *(one.after for one in steps))
    ]


@pytest.mark.parametrize("name", library.names())
@pytest.mark.parametrize("locale", LOCALES)
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
    standings = next(one for one in whole.iter("table") if one.get("class") == "standings")
    rows = [row.get("data-seat") for row in standings.iter("tr")][1:]
    assert sorted(rows, key=str) == sorted(map(str, range(seats + len(end.view.others))))
    assert rows[0] in [str(seat) for seat in end.outcome.winners]
    assert len(next(standings.iter("tr"))) > 3, "columns of the game's own"
    (list_,) = whole.iter("ol")
    links = [link.get("href") for link in list_.iter("a")]
    assert len(links) == HIGHLIGHTS
    told = highlight_texts(end, voice, players)
    assert links == [f"/history/1#e{entry.seq}" for _, entry, _ in told]
    assert len({said for _, _, said in told}) == HIGHLIGHTS
    assert len([*whole.iter("svg")]) == len(end.record.series) > 0
    assert not caplog.records, "no word lacks"
    stranger = ending_html(end, voice, players)
    assert "href" not in stranger






# -- they are true: worked out anew from rulings, or from what everybody saw ---------------------


def _counts(steps: Steps) -> list[tuple[int, int, int]]:
    """Return the number that was challenged in each count of Coyote, its total, its state."""
    found: dict[int, tuple[int, int, int]] = {}
    for at, step in enumerate(steps, 1):
        for ruling in step.rulings:
            if ruling.steps:
                found[step.before.round] = (step.after.said[-1].number, ruling.steps[-1].total, at)
    return list(found.values())


def _coyote(steps: Steps, highlight: Highlight) -> bool:
    number, total = (highlight.message.params.get(one) for one in ("number", "total"))
    worth: dict[str, Callable[[tuple[int, int, int]], int]] = {
        "held": lambda one: one[0] if one[0] <= one[1] else 0,
        "bluff": lambda one: one[0] - one[1],
        "close": lambda one: -abs(one[0] - one[1]),
    }
    by = worth[highlight.message.key.rsplit(".", 1)[-1]]
    best = max(map(by, _counts(steps)))
    return (number, total, highlight.state) in [one for one in _counts(steps) if by(one) == best]


def _most(steps: Steps, name: str, token: str) -> list[list[int]]:
    every = [[one.tokens for one in view.seats] for view in views(name, steps)]
    others = [[one.tokens for one in view.others] for view in views(name, steps)]
    return [
        [next(t.count for t in tokens if t.kind == token) for tokens in (*seats, *beside)]
        for seats, beside in zip(every, others, strict=True)
    ]


def _coup(steps: Steps, highlight: Highlight) -> bool:
    coins = _most(steps, "coup", "coin")
    params = highlight.message.params
    most = max(map(max, coins))
    return params["count"] == most == coins[highlight.state][int(str(params["seat"]))]


def _coup_detat(steps: Steps, highlight: Highlight) -> bool:
    """Add up what the flows of each deal came to."""
    gains = [
        sum(flow.amount * ((flow.payee == seat) - (flow.payer == seat)) for flow in result.flows)
        for result in steps[-1].after.results
        for seat in range(steps[-1].after.seats)
    ]
    sign = -1 if highlight.message.key.endswith("dearest") else 1
    return bool(highlight.message.params["amount"] == max(sign * gain for gain in gains))


def _ogallala(steps: Steps, highlight: Highlight) -> bool:
    points = _most(steps, "ogallala", "point")
    leaps = [
        after[seat] - before[seat]
        for before, after in pairwise(points)
        for seat in range(len(after))
    ]
    return highlight.message.params["points"] == max(leaps)


def _plenty_coups(steps: Steps, highlight: Highlight) -> bool:
    horses = _most(steps, "plenty_coups", "horse")
    return highlight.message.params["count"] == max(map(max, horses))


TRUE: Sequence[tuple[str, str, Callable[[Steps, Highlight], bool]]] = (
    ("coyote", "held", _coyote),
    ("coyote", "bluff", _coyote),
    ("coyote", "close", _coyote),
    ("coup", "purse", _coup),
    ("coup_detat", "dearest", _coup_detat),
    ("coup_detat", "best", _coup_detat),
    ("ogallala", "leap", _ogallala),
    ("plenty_coups", "horses", _plenty_coups),
)


@pytest.mark.parametrize(("name", "kind", "true"), TRUE, ids=[f"{n}-{k}" for n, k, _ in TRUE])
def test_it_is_true(name: str, kind: str, true: Callable[[Steps, Highlight], bool]) -> None:
    _, steps, end = played(name)
    key = f"{name}.highlight.{kind}"
    found = [one for one in end.record.highlights if one.message.key == key]
    assert found, "this match has one"
    assert all(true(steps, one) for one in found)




