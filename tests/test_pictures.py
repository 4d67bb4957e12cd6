"""The README's pictures: those that `make pictures` takes, small, in two languages."""

from __future__ import annotations

import re

from PIL import Image

from referee import words
from tests.pictures import FOLDER, LANGUAGES, MOST_BYTES, ROOT


def test_the_readme_shows_what_is_taken_and_none_is_large() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = set(re.findall(r"\(hardware/pictures/([\w-]+)\.png\)", readme))
    each = {
        f"{kind}-{locale}"
        for kind in ("phone", "ruling", "screen", "trick", "territory")
        for locale in LANGUAGES
    }
    assert (
        shown
        == {path.stem for path in FOLDER.glob("*.png")}
        == {
            "table",
            "coup",
            "coup-detat",
            "ogallala",
            "plenty-coups",
            *each,
        }
    )
    assert set(LANGUAGES) <= set(words.LOCALES)
    for name in shown:
        path = FOLDER / f"{name}.png"
        assert path.stat().st_size <= MOST_BYTES
        with Image.open(path) as picture:
            assert picture.width >= 720
