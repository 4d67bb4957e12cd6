"""QR codes as pictures."""

from __future__ import annotations

from io import BytesIO

import segno


def code_svg(text: str) -> bytes:
    """Return a QR code as an SVG without a fixed size, dark on light in every theme.

    Text in Base45 uses the compact alphanumeric mode of QR codes. The required margin of four
    modules is included.
    """
    drawn = BytesIO()
    # Level M tolerates a reflection that covers one seventh of the code. If a higher level fits
    # into the same size, segno uses that.
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=4, dark="#14130f", light="#ffffff", omitsize=True
    )
    return drawn.getvalue()
