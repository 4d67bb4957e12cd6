"""Words in the project's SVG stand where they belong in every viewer."""

from __future__ import annotations

import re

from tests.rooms import HOUSE, ROOT

# Inkscape, librsvg, resvg, svglib and others pass over one of these, or over both.
BY_THE_VIEWER = re.compile("(dominant|alignment)-?baseline", re.IGNORECASE)
DRAWS = {".css", ".html", ".js", ".py", ".svg"}


def test_no_drawing_leaves_it_to_the_viewer_where_words_stand() -> None:
    files = [one for top in HOUSE for one in (ROOT / top).rglob("*.*") if one.suffix in DRAWS]
    found = {one.relative_to(ROOT) for one in files if BY_THE_VIEWER.search(one.read_text("utf-8"))}
    assert found == set()
