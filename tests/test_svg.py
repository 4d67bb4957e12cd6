"""Words in the project's SVG stand where they belong in every viewer."""

from __future__ import annotations

import re

from tests.rooms import HOUSE, ROOT

# Inkscape, librsvg, resvg, svglib and others pass over one of these, or over both.
BY_THE_VIEWER = re.compile("(dominant|alignment)-?baseline", re.IGNORECASE)
DRAWS = {".css", ".html", ".js", ".py", ".svg"}


def test_no_drawing_leaves_it_to_the_viewer_where_words_stand() -> None:
    files = [path for top in HOUSE for path in (ROOT / top).rglob("*.*") if path.suffix in DRAWS]
    paths = {
        file.relative_to(ROOT) for file in files if BY_THE_VIEWER.search(file.read_text("utf-8"))
    }
    assert paths == set()
