"""The referee of Ogallala agrees with the model from the rule file, wherever cards are laid.

The long run is a command: ``python -m tests.referee.ogallala.judging 100000``.
"""

from __future__ import annotations

from random import Random

from tests.referee.models.ogallala_territories import broken, grown, lay
from tests.referee.ogallala.judging import appraise, count, crewed, judge_many, rank


def test_og_10_to_og_16_and_og_50_every_cell_is_judged_as_by_the_model() -> None:
    met = judge_many(4_000, 5)
    assert {"legal", "slides", "OG-10", "OG-11", "OG-12", "OG-13", "OG-15", "OG-50"} <= {*met}


def test_og_14_og_17_og_30_og_41_og_42_canoes_and_points_are_those_of_the_model() -> None:
    rng = Random(3)
    for _ in range(30):
        for territory in (broken(rng), grown(rng, rng.randint(20, 36))[0]):
            appraise(territory)
            count(territory, rng.random() < 0.5)


def test_og_42_sets_in_any_order_count_as_by_the_model() -> None:
    rng = Random(1)
    for _ in range(150):
        appraise(crewed(rng))
        count(crewed(rng), False)


def test_og_43_ties_are_broken_as_by_the_model() -> None:
    one = lay("empty_bow bear_left bear_right empty_stern")  # 4 + 40
    four = lay("empty_bow fur tent eagle tobacco empty_stern")  # 6 + 40
    more = lay("empty_bow fur empty_stern empty_bow tent eagle tobacco totem empty_stern")
    less = lay("empty_bow bear_left bear_right totem lasso_red empty_stern")  # 6 + 40
    rank([one, four, less])
    rank([four, less, four])
    rank([more, four, one])
    rng = Random(2)
    for _ in range(60):
        rank([crewed(rng) for _ in range(3)])
