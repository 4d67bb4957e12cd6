"""Every ruling leads to the rules that it rests on, with pictures and sums or without."""

from __future__ import annotations

from random import Random

import pytest

from referee import library
from referee.actor import TABLE
from referee.match.beginning import begun_body
from referee.match.journal.bodies import Moved
from referee.match.journal.journal import Line
from referee.match.running import PlayedMatch
from referee.words import LOCALES, Voice
from tests.bench.rules.randomplay import play
from tests.referee.known import known
from webui.page import log


@pytest.mark.parametrize("name", library.names())
def test_each_line_of_the_log_that_rules_names_its_rules(name: str) -> None:
    game, random = library.game(name), Random(f"cited in {name}")
    plain, seats = known(name).settings(random)
    options = library.options(game, plain)
    running = PlayedMatch(Line(1, 1, begun_body(game, options, seats), TABLE, 0.0))
    for step in play(game, options, seats, random, 60):
        move = library.to_plain(step.move)
        line = Line(running.seq + 1, 1, Moved(move), TABLE, 0.0)
        running.add(line, (step.after, step.rulings))
    snapshot = running.snapshot()
    for locale in LOCALES:
        newest = log.log_lines(Voice(locale), snapshot.players, snapshot.log[-40:])
        lines = {line.seq: line for line in newest}
        ruled = [entry for entry in snapshot.log_for(None) if entry.seq in lines and entry.rulings]
        assert len(ruled) > 5
        for entry in ruled:
            assert set(lines[entry.seq].rules) == {ruling.rule for ruling in entry.rulings}
