"""The table's icon for a phone's home screen, and the app that it opens.

The app either shares the browser's cookies or gets a copy of them when the icon is added. The phone
therefore keeps its seat, although the address contains no secret. There is no service worker:
without the table there would be nothing to show, and browsers do not allow one without TLS.
"""

from __future__ import annotations

from functools import cache

import resvg_py
from flask import Blueprint, Response, render_template

from webui.access.guard import locale, required
from webui.assets import assets, kept, source
from webui.preferences import GROUNDS, theme

homescreen = Blueprint("homescreen", __name__)

DRAWING = "base/icon.svg"
ROUNDED = ' rx="14"'  # Rounds the corners, for systems that do not cut icons into a shape.
SIZES = {"180": 180, "192": 192, "512": 512, "whole": 512}  # Width of each icon in pixels.
FULL = ("180", "whole")  # Square icons; Apple and Android cut them into their own shapes.


@homescreen.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the web app manifest."""
    text = render_template(
        "manifest.json",
        icons=("192", "512", "whole"),
        sizes=SIZES,
        full=FULL,
        ground=GROUNDS[theme() or "light"],
    )
    answer = Response(text, mimetype="application/manifest+json")
    return kept(answer, f"{assets().version}.{locale()}.{theme()}")


@homescreen.get("/icons/<name>.png")
def icon(name: str) -> Response:
    """Return the icon as a PNG."""
    answer = Response(_png(name, required(SIZES.get(name))), mimetype="image/png")
    return kept(answer, assets().version)


@cache
def _png(name: str, size: int) -> bytes:
    drawing = source(DRAWING)
    if name in FULL:
        drawing = drawing.replace(ROUNDED, "")
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size))
