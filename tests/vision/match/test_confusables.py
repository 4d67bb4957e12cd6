"""The confusable verifier may skip only work that cannot change a reading."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.trial_decks import trial_deck
from vision.geometry import Floats
from vision.match import confusables, contents
from vision.match.contents import Ints
from vision.match.decide import LEAN_FREE
from vision.match.matcher import Matcher

SHARES = (0.0, 0.2, 0.5, 0.7, 1.0)  # of another card in the picture


def test_rivals_that_a_picture_cannot_lean_to_are_not_compared_and_the_lean_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matcher = Matcher(trial_deck("emblems"))
    verifier, chance = matcher._steps.confusables, np.random.default_rng(2)
    own, other = (matcher._steps.tiles[n].blurred(0.0) for n in (0, 1))
    mixed = [(1 - share) * own + share * other for share in SHARES]
    pictures = [(one + chance.normal(0, 4, one.shape)).astype(np.float32) for one in mixed]
    whole = [verifier.lean(0, seen, 0.0, -np.inf) for seen in pictures]
    compared: list[int] = []
    tiles = contents.places_of

    def counted(small: Floats, which: Ints | int, ys: Ints, xs: Ints) -> Floats:
        compared.append(len(ys) if isinstance(which, np.ndarray) else 0)
        return tiles(small, which, ys, xs)

    monkeypatch.setattr(confusables, "places_of", counted)
    assert [verifier.lean(0, seen, 0.0, LEAN_FREE) for seen in pictures] == [
        max(LEAN_FREE, lean) for lean in whole
    ]
    assert whole[0] < LEAN_FREE < whole[-1]
    assert sum(compared) < len(SHARES) * verifier._confusables[0].owner.size / 2
