"""A table as on a Pi, its camera over rendered cards: a guest plays, a person moves its cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.actor import CAMERA, HOST
from referee.contract import BadOptions
from referee.match.commands import Begin
from referee.ogallala.state.territory import cells
from tests.firmware.opponents.evening import FIRST, Likes, laid
from tests.firmware.opponents.filmed import GUEST, Filming


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Filming]:
    opened = Filming(tmp_path, monkeypatch, Likes)
    yield opened
    opened.switch_off()


def names(real: Filming) -> list[str]:
    return sorted(one.card for one in cells(real.match.state.territories[GUEST]))


def test_cards_are_drawn_shown_and_laid_for_a_guest_whatever_slips(real: Filming) -> None:
    real.begin(*FIRST, laid(1, "tent", 1, 0))
    real.asks_for()
    real.show("eagle")
    wanted = real.asks_for("eagle")
    before = real.match.seq
    ((row, column),) = wanted.at
    real.take_up()
    real.lay("eagle", str(wanted.zone), 1, -1)  # allowed, and not wanted
    real.told("guests.elsewhere")
    assert real.match.seq == before
    real.take(str(wanted.zone), 1, -1)
    real.lay("eagle", str(wanted.zone), row, column)
    real.moves_on(before)
    assert names(real) == ["eagle", "tent"]
    made = real.match.log[-1]
    assert made.by == CAMERA
    assert all(real.desk.proof(id_) for id_ in made.move.proof)
    assert made.move.proof

    real.asks_for()  # the same card is lost sight of, and the table started anew meanwhile
    real.show("tobacco")
    wanted = real.asks_for("tobacco")
    real.lost = True
    real.restart()
    real.lost = False
    assert real.asks_for("tobacco") == wanted
    before = real.match.seq
    real.lay_as_wanted()
    real.moves_on(before)
    assert names(real) == ["eagle", "tent", "tobacco"]


def test_no_guest_whose_cards_a_neighbour_would_see(real: Filming) -> None:
    with pytest.raises(BadOptions, match="secret"):
        real.table.do(Begin("coup", {}, 3, levels=("", "fair", "")), HOST)
