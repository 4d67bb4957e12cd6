"""QR codes as pictures."""

from __future__ import annotations

from io import BytesIO

import segno


def code_svg(text: str) -> bytes:
    """Return a text as a QR code: an SVG of no size of its own, dark on light in every theme.

    What base45 writes takes QR's alphanumeric mode. A margin of four modules is part of it.
    """
    drawn = BytesIO()
    # At level M a lamp's reflection may hide a seventh of it; higher where that makes it no larger.
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=4, dark="#14130f", light="#ffffff", omitsize=True
    )
    return drawn.getvalue()
