"""A reading is certain only if both verifiers agree, and confusable pairs have stricter limits."""

from __future__ import annotations

import pytest

from vision.match.decide import Evidence, Limits, decide
from vision.reading import Verdict

PAIR = {"cards": ["KC", "KS"], "trust": 0.9}


def verdict(card: str | None, trust: float, limits: Limits) -> Verdict:
    return decide(
        [Evidence(card=card, correlation=0.97, worst=trust, blur=0.0, lean=0.0)], limits
    ).verdict


@pytest.mark.parametrize(
    ("card", "trust", "expected"),
    [
        ("KC", 0.89, Verdict.DOUBTFUL),
        ("KS", 0.89, Verdict.DOUBTFUL),
        ("KS", 0.91, Verdict.CERTAIN),
        ("QC", 0.71, Verdict.CERTAIN),
        ("QC", 0.69, Verdict.DOUBTFUL),
        (None, 0.71, Verdict.CERTAIN),
    ],
)
def test_a_pair_that_is_alike_is_stricter_and_no_other_card(
    card: str | None, trust: float, expected: Verdict
) -> None:
    assert verdict(card, trust, Limits.from_deck({"trust": 0.7, "pairs": [PAIR]})) is expected


def test_no_pair_is_looser_than_the_whole_deck_and_no_deck_than_all() -> None:
    loose = Limits.from_deck({"trust": 0.1, "pairs": [{**PAIR, "trust": 0.2}]})
    assert loose.trust_for("KC") == loose.trust_for("QC") == Limits().trust
    strict = Limits.from_deck({"pairs": [PAIR, {"cards": ["KS", "AS"], "trust": 0.95}]})
    assert [strict.trust_for(card) for card in ("KC", "KS", "AS")] == [0.9, 0.95, 0.95]
