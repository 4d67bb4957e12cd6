"""A lamp is reflected where the mat's mirror shows it, and beyond the rim from far enough."""

from __future__ import annotations

import pytest

from firmware.cameras.reflections import (
    BESIDE_MM,
    CEILING_MM,
    least_away_mm,
    reflected_at_mm,
)


@pytest.mark.parametrize("lamp_mm", [BESIDE_MM, CEILING_MM])
@pytest.mark.parametrize("lens_mm", [580.0, 780.0, 980.0])
def test_the_reflection_is_where_the_line_to_the_mirrored_lamp_meets_the_mat(
    lamp_mm: float, lens_mm: float
) -> None:
    away = 700.0
    at = reflected_at_mm(away, lamp_mm, lens_mm)
    assert at / lens_mm == pytest.approx((away - at) / lamp_mm)  # equally steep
    rim = least_away_mm(at, lamp_mm, lens_mm)
    assert rim == pytest.approx(away)
    assert reflected_at_mm(1.01 * rim, lamp_mm, lens_mm) > at


def test_a_ceiling_lamp_within_90_cm_of_the_axis_shines_in_an_a2_mat() -> None:
    assert least_away_mm(297.0, CEILING_MM, 800.0) == pytest.approx(910, abs=5)
