"""Draws the crop marks of a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.printing.pdf import Pdf

CROP_MM = (1.0, 4.5)  # Distances of a crop mark's two ends from the cut.


def crop_marks(pdf: Pdf, xs: Sequence[float], ys: Sequence[float]) -> None:
    """Draw crop marks around the cuts at `xs` and `ys`, in mm."""
    near, far = CROP_MM
    for x in xs:
        pdf.line(x, ys[0] - far, x, ys[0] - near)
        pdf.line(x, ys[-1] + near, x, ys[-1] + far)
    for y in ys:
        pdf.line(xs[0] - far, y, xs[0] - near, y)
        pdf.line(xs[-1] + near, y, xs[-1] + far, y)
