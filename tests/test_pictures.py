"""The pictures of README.md and docs: those that `make pictures` takes, all of them small."""

from __future__ import annotations

import re

from PIL import Image

from referee import words
from tests.pictures import FOLDER, LANGUAGES, MOST_BYTES, ROOT


def test_readme_and_docs_show_every_picture_and_none_is_large() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "\n".join(page.read_text("utf-8") for page in pages)
    shown = set(re.findall(r"\((?:\.\./)?hardware/pictures/([\w-]+)\.png\)", text))
    kinds = ("phone", "ruling", "screen", "trick", "territory")
    taken = {f"{kind}-{locale}" for kind in kinds for locale in LANGUAGES}
    taken |= {"together", "table", "coup", "coup-detat", "hearts", "ogallala", "plenty-coups"}
    assert shown == taken == {path.stem for path in FOLDER.glob("*.png")}
    assert set(LANGUAGES) <= set(words.LOCALES)
    for name in shown:
        path = FOLDER / f"{name}.png"
        assert path.stat().st_size <= MOST_BYTES
        with Image.open(path) as picture:
            assert picture.width >= 720
