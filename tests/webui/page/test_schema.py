"""The shape of a page's state, as its scripts know it."""

from __future__ import annotations

from tests.webui.typescript import declarations


def test_a_shape_says_what_may_be_missing_or_null() -> None:
    text = declarations()
    assert "  scene: VirtualScene | null;\n" in text
    assert "  question: Question | null;\n" in text
    assert "  ask: (AskNumber | AskChoice | AskSeat | AskCards | AskPlace)[];\n" in text
    assert '  kind: "cards";\n' in text
