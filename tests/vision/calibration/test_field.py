"""How high a camera hangs: what it sees from there, and what is left beside the mat."""

from __future__ import annotations

import pytest

from hardware import MAT
from vision.calibration.checks import calibrate
from vision.calibration.field import Field, seen_area_mm
from vision.mat_file import read_mat
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Scene

MODULE_3 = Field(66, 41)


def test_a_module_3_at_70_cm_leaves_52_mm_and_at_80_cm_the_table_mat_fits() -> None:
    size = read_mat(MAT).size_mm
    assert [round(side) for side in MODULE_3.view_mm(700)] == [909, 523]
    assert (MODULE_3.view_mm(700)[1] - size[1]) / 2 == pytest.approx(52, abs=0.6)
    assert 700 < MODULE_3.min_height_mm(size) <= 800
    assert MODULE_3.min_height_mm(size[::-1]) == MODULE_3.min_height_mm(
        size
    )  # the picture is turned
    assert MODULE_3.height_mm(MODULE_3.view_mm(640)[0]) == pytest.approx(640)


@pytest.mark.parametrize(
    ("height", "aside", "key"), [(700, 0, "tight"), (820, 0, "well"), (820, 60, "aside")]
)
def test_calibration_says_what_is_left_beside_the_mat(height: int, aside: int, key: str) -> None:
    mat = read_mat(MAT)
    x, y = mat.size_mm[0] / 2, mat.size_mm[1] / 2 + aside
    width, _ = MODULE_3.view_mm(height)
    focal = height / width
    camera = PinholeCamera(1152, 648, (x, y, height), (x, y), focal=focal)
    view = calibrate(Renderer(camera, mat).render(Scene(())).image, [mat], (63.0, 88.0))
    (check,) = (check for check in view.checks if check.name == "view")
    assert (check.passed, check.key) == (True, f"view.{key}")
    beside = (width * 648 / 1152 - mat.size_mm[1]) / 2 - aside
    assert check.params["room"] == pytest.approx(beside, abs=3)
    assert view.fit is not None
    assert seen_area_mm(view.fit.plane)[0] == pytest.approx(width, rel=0.01)
    if key == "tight":
        assert check.params["higher"] == pytest.approx(100 * (580 / (width * 0.5625) - 1), abs=1.5)
