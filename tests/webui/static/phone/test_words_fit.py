"""No word is cut on the smallest phone, in any language, at any moment of a match."""

from __future__ import annotations

import pytest

from referee import words
from tests.breadth import breadth
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import moments
from tests.webui.pages import STRANGER, Open
from tests.webui.tapping import shows

SMALL = {"width": 360, "height": 740}
# Every text that does not fit into the box that cuts it off; what scrolls is not cut.
CUT = """() => [...document.querySelectorAll("body *")].filter(one => {
    const says = [...one.childNodes].some(child => child.nodeType === 3 && child.data.trim());
    if (!says || !one.checkVisibility() || one.closest(".unseen")) return false;
    for (let box = one; box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(box);
        if (clipPath !== "none" || ["auto", "scroll"].includes(overflowY)) return false;
        if (overflowX === "visible" && overflowY === "visible") continue;
        return box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 3;
    }
}).map(one => one.textContent.trim())"""


@pytest.mark.parametrize("locale", breadth(words.LOCALES, "de"))
@pytest.mark.parametrize("game", ["coyote", "coup"])
def test_no_word_is_cut_on_the_smallest_phone_in_any_language(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, game: str, locale: str
) -> None:
    page = open_page("/", SMALL, locale=locale, **STRANGER)
    page.click('.seat[data-seat="0"]')
    cut: dict[str, str] = {}
    for moment in moments(game, table, virtual):
        shows(page, table)
        cut |= dict.fromkeys(page.evaluate(CUT), moment)
    assert cut == {}
