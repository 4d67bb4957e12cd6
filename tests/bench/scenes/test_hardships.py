"""Hardships: each changes with time as it says, and only what it says; scripts suffer them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.bench.scenes.evenings import evening
from tests.bench.scenes.film import NOISES, Film
from tests.bench.scenes.hardships import SOME, Fading, Hunting, some
from tests.bench.scenes.sight import Sight
from tests.breadth import breadth
from tests.vision.scenes import deck, mat
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Hand, Light, PlacedCard, Sweep

CAMERA = PinholeCamera.above(mat().size_mm, 320, 180)
LASTS_S = 4.0


@pytest.mark.parametrize("name", breadth(SOME))
def test_a_hardship_is_fixed_by_its_chance_and_is_seen(name: str) -> None:
    one, again = (SOME[name](np.random.default_rng(5), LASTS_S, mat()) for _ in range(2))
    assert one == again
    sights = {one(Sight(), at_s) for at_s in np.linspace(0, LASTS_S, 30)}
    assert sights != {Sight()}
    calm = evening("dealing", mat(), deck().name, deck().names, 0, 3)
    harder = evening("dealing", mat(), deck().name, deck().names, 0, 3, (name,))
    plain = [replace(instant, sight=Sight()) for instant in calm.instants]
    assert [replace(instant, sight=Sight()) for instant in harder.instants] == plain
    pictures = [[p for _, p in Film(CAMERA, mat()).shoot(script)] for script in (calm, harder)]
    assert any(not np.array_equal(a, b) for a, b in zip(*pictures, strict=True))


def test_evenings_have_none_to_three_hardships() -> None:
    chosen = [some(np.random.default_rng(n)) for n in range(200)]
    assert {len(names) for names in chosen} == {0, 1, 2, 3}
    assert all(len(set(names)) == len(names) for names in chosen)
    assert {name for names in chosen for name in names} == set(SOME)


def test_a_lens_hunts_for_its_time_and_light_fades_and_comes_back() -> None:
    hunting = Hunting(1.0, 1.0, blur_px=5.0, breath=0.02)
    assert hunting(Sight(), 0.9) == hunting(Sight(), 2.1) == Sight()
    assert hunting(Sight(), 1.25).lens.blur_px > 4.9
    assert 1.019 < hunting(Sight(), 1.25).zoom < 1.021
    fading = Fading(0.0, 2.0, 0.2)
    assert fading(Sight(), 0.0).gain == fading(Sight(), 2.5).gain == (1.0, 1.0, 1.0)
    assert fading(Sight(), 1.0).gain == pytest.approx((0.2, 0.2, 0.2))


def test_what_moves_leans_and_smears_by_as_much_as_it_moves_and_no_more() -> None:
    camera = PinholeCamera.above(mat().size_mm, 640, 360)
    renderer, light = Renderer(camera, mat()), Light()
    card = PlacedCard(deck().name, "4", 300.0, 200.0)
    bare = renderer.bare("mat", light)

    def seen(sweep: Sweep, place_mm: tuple[float, float] = (300.0, 200.0)) -> tuple[int, ...]:
        image = bare.copy()
        renderer.carry(image, card, place_mm, light, sweep)
        return tuple(cv2.boundingRect((cv2.absdiff(image, bare).max(2) > 25).astype(np.uint8)))

    x, y, width, height = seen(Sweep())
    right = seen(Sweep(), (350.0, 200.0))
    assert right == pytest.approx((x + 50 * camera.px_per_mm, y, width, height), abs=2)
    leant = seen(Sweep(lean_mm=(80.0, 0.0)))
    assert leant[2] - width == pytest.approx(80 * camera.px_per_mm * height / 360, abs=3)
    smeared = seen(Sweep(smear_mm=(40.0, 0.0)))
    assert 0.4 < (smeared[2] - width) / (40 * camera.px_per_mm) <= 1.1
    laid = bare.copy()
    renderer.lay(laid, card, light)
    carried = bare.copy()
    renderer.carry(carried, card, (300.0, 200.0), light, Sweep())
    assert cv2.absdiff(laid, carried).max() <= 1
    hand = Hand(300.0, 200.0)
    still, moved = bare.copy(), bare.copy()
    renderer.reach(still, hand, light)
    renderer.reach(moved, hand, light, Sweep(smear_mm=(0.0, 60.0)))
    assert cv2.absdiff(still, moved).max() > 25


def test_a_table_on_which_nothing_changes_is_rendered_once_and_its_noise_goes_on() -> None:
    script = evening("dealing", mat(), deck().name, deck().names, 0, 3)
    pictures = [p for _, p in Film(CAMERA, mat()).shoot(script)][:5]
    assert len(pictures) < NOISES
    assert all(not np.array_equal(a, b) for a, b in pairwise(pictures))
    assert max(cv2.absdiff(a, b).mean() for a, b in pairwise(pictures)) < 5
