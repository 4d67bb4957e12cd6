"""QR codes as pictures."""

from __future__ import annotations

from io import BytesIO

import segno


def code_svg(text: str) -> bytes:
    """Return a text as a QR code: an SVG without a fixed size, dark on light in every theme.

    Base45 text uses QR's alphanumeric mode. The margin of four modules is included.
    """
    drawn = BytesIO()
    # Level M survives a reflection over a seventh of the code; segno uses a higher one if it fits.
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=4, dark="#14130f", light="#ffffff", omitsize=True
    )
    return drawn.getvalue()
