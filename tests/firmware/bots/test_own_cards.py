"""Nobody is asked about a card that a bot laid, or that people laid as a bot asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.table import Laid, Zone
from tests.firmware.bots.evening import FIRST, Evening, Likes, laid
from tests.firmware.bots.hurried import Hurried


@pytest.mark.parametrize(
    ("game", "seats", "moves"), [("coyote", 6, 12), ("plenty_coups", 4, 28), ("ogallala", 3, 30)]
)
def test_bots_alone_never_stop_at_a_question_however_few_frames_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seats: int, moves: int
) -> None:
    """An equal card is laid where a used one lay, with no frame in between."""
    table = Hurried(tmp_path, monkeypatch, every=20)
    try:
        table.play(game, seats, moves)
        assert not table.asked
    finally:
        table.close()


def test_people_are_asked_to_lay_just_the_card_of_a_bots_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path, monkeypatch, Likes)
    try:
        evening.begin(*FIRST, laid(1, "tent", 1, 0))
        evening.looks()
        evening.show("eagle")
        evening.looks()
        wanted = evening.wanted
        assert wanted is not None
        assert wanted.cards == ("eagle",)
        (at,) = wanted.at
        right = Laid("eagle", wanted.zone, at, "x")
        wrong = [
            Laid("fur", wanted.zone, at),
            Laid("eagle", wanted.zone, (at[0], at[1] + 1)),
            Laid("eagle", Zone("grounds")),
        ]
        asked = [evening.hands.is_requested(evening.match, one) for one in (right, *wrong)]
        assert asked == [True, False, False, False]
    finally:
        evening.close()
