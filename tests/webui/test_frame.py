"""What all pages share stands in one frame."""

from __future__ import annotations

from pathlib import Path

TEMPLATES = sorted((Path(__file__).parents[2] / "webui" / "templates").glob("*.html"))


def test_one_template_has_the_head_of_every_page() -> None:
    heads = [path.name for path in TEMPLATES if "<head>" in path.read_text("utf-8")]
    assert heads == ["frame.html"]
    rest = [path for path in TEMPLATES if path.name != "frame.html"]
    assert all(path.read_text("utf-8").startswith("{% extends ") for path in rest)
