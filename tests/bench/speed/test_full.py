"""A card laid on a table makes its move, as the bench of full tables times it."""

from __future__ import annotations

import pytest

from tests.bench.speed.full import film, laid


@pytest.mark.verify
def test_a_card_that_is_laid_beside_another_is_timed_to_its_move() -> None:
    took_s, frames, frame_ms = laid(film(2, mats=1, size=(1200, 450)))
    assert frames >= 3  # it has to read alike three times
    assert took_s > 0
    assert frame_ms > 0
