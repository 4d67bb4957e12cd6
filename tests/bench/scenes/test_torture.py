"""The torture set: every kind gets harder, its truth is true, and any trial can be made again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.bench.scenes.torture import DECKS, Trial, trial_deck, trials
from tests.bench.scenes.torture_kinds import KINDS
from tests.breadth import breadth
from vision.decks.deck import DeckError
from vision.mat_file import read_mat

MAT = read_mat(Path(__file__).parents[3] / "hardware" / "mats" / "table.toml")
SMALL = (480, 270)


def one(kind: str, severity: int, deck: str = "coyote-kidult", seed: int = 0) -> Trial:
    return next(trials(MAT, [kind], [severity], [deck], 1, SMALL, seed))


def test_the_decks_are_of_three_sizes_and_ours_are_among_them() -> None:
    decks = [trial_deck(name) for name in DECKS]
    assert len(decks) >= 5
    assert {deck.size_mm for deck in decks} == {(63.0, 88.0), (59.0, 91.0), (44.0, 63.0)}
    assert {"coup", "coyote-kidult"} < set(DECKS)
    assert len(trial_deck("suits").templates) == 52
    for deck in decks:
        assert set(deck.templates) == set(deck.names)
        assert deck.backs


@pytest.mark.verify
@pytest.mark.parametrize("kind", breadth(KINDS))
def test_every_kind_can_be_rendered_fair_and_hard(kind: str) -> None:
    fair, hard = one(kind, 0), one(kind, 5)
    for trial in (fair, hard):
        assert trial.frame.image.shape == (270, 480, 3)
        assert len(trial.frame.truth) >= 5
    if kind not in {"sleeved", "overlaps", "table_edges", "fingers"}:
        assert all(t.visible > 0.95 for t in fair.frame.truth)


@pytest.mark.verify
def test_a_trial_can_be_made_again_by_itself() -> None:
    kinds, severities = ("noise", "foreign"), (0, 5)
    run = list(trials(MAT, kinds, severities, ["coyote-kidult"], 2, SMALL))
    assert len(run) == 8
    again = list(trials(MAT, ["foreign"], [5], ["coyote-kidult"], 2, SMALL))
    for trial, same in zip(run[-2:], again, strict=True):
        assert (trial.frame.image == same.frame.image).all()
        assert [t.card for t in trial.frame.truth] == [t.card for t in same.frame.truth]
    other = one("foreign", 5, seed=1)
    assert [t.place_mm for t in other.frame.truth] != [t.place_mm for t in again[0].frame.truth]


@pytest.mark.verify
def test_nothing_is_expected_of_backs_foreign_cards_and_things() -> None:
    backs, foreign = one("backs", 5), one("foreign", 5)
    assert {backs.expected(t) for t in backs.frame.truth} == {None}
    assert {foreign.expected(t) for t in foreign.frame.truth} == {None}
    fair = one("backs", 0)
    assert [fair.expected(t) for t in fair.frame.truth] == [t.card for t in fair.frame.truth]
    assert one("bare_table", 3).mat is None
    assert one("noise", 3).mat is MAT


@pytest.mark.verify
def test_severity_hides_more_of_the_cards() -> None:
    for kind in ("fingers", "overlaps", "table_edges"):
        seen = []
        for severity in (0, 5):
            tables = trials(MAT, [kind], [severity], ["coyote-kidult"], 3, SMALL)
            seen.append(np.mean([t.visible for table in tables for t in table.frame.truth]))
        assert seen[1] < seen[0] - 0.1, kind


def test_an_unknown_kind_or_deck_is_refused() -> None:
    with pytest.raises(LookupError):
        one("rain", 1)
    with pytest.raises(DeckError):
        one("noise", 1, "tarot")
