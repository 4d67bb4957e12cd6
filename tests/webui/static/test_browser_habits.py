"""What browsers do by themselves does no harm: Back, loading again, printing, translating."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from referee.match.commands import Move
from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.asking import UNBUNDLED, static
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, PHONE, Open, tap_menu, when
from tests.webui.static.devices import LIVE
from tests.webui.tapping import shows

# What Chrome does to a page in another language: it names its own, and wraps every text.
TRANSLATE = """() => {
    document.documentElement.lang = "fr";
    document.documentElement.classList.add("translated-ltr");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
        const of = text.parentElement;
        if (of.closest("[translate=no], script, style") || !text.data.trim()) continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = "[" + text.data + "]";
        outer.append(inner);
        text.replaceWith(outer);
    }
}"""


@pytest.mark.parametrize("path", breadth(["/", "/table", "/virtual"]))
def test_back_closes_an_open_sheet_and_then_leaves(open_page: Open, path: str) -> None:
    page = open_page("/rules", PHONE if path == "/" else DESK, waits=False)
    page.goto(page.url.split("/rules")[0] + path)
    page.wait_for_selector(LIVE)
    for closes in ("back", "Escape", "back"):
        page.click("#menu")
        expect(page.locator("#sheet h2")).to_be_visible()
        if closes == "back":
            page.evaluate("setTimeout(() => history.back())")
        else:
            page.keyboard.press(closes)
        expect(page.locator("#sheet")).to_be_hidden()
        expect(page).to_have_url(re.compile(f"[0-9]{path}$"))
    tap_menu(page, "rules")
    page.wait_for_url("**/rules/**")
    page.go_back()
    page.wait_for_selector(LIVE)
    page.evaluate("setTimeout(() => history.back())")
    page.wait_for_url("**/rules/**")


def test_a_number_and_a_name_that_are_being_typed_survive_loading_again(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page()
    assert page.evaluate("getComputedStyle(document.body).overscrollBehaviorY") == "none"
    page.click('.seat[data-seat="0"]')
    page.fill("#sit [name=name]", "Zo")
    page.reload()
    expect(page.locator("#sit [name=name]")).to_have_value("Zo")
    page.click("#sit [data-key=without]")
    for digit in "12":
        page.click(f"[data-key=digit{digit}]")
    page.reload()
    expect(page.locator("#dock [data-key=done]")).to_contain_text("12")
    page.click("[data-key=digit3]")
    expect(page.locator("#dock [data-key=done]")).to_contain_text("123")
    page.click("#dock [data-key=done]")
    when(page, lambda: match_of(table.desk).seq == 2)
    page.reload()
    expect(page.locator("#focus .value")).to_have_text("123")


def ink(page: Page) -> Any:
    """Return the colours of all texts that would be printed, and of what is behind them."""
    return page.evaluate(
        """() => {
        const shown = [...document.querySelectorAll("body *")].filter(one => one.checkVisibility()
            && [...one.childNodes].some(kid => kid.nodeType === 3 && kid.data.trim())
            && !one.closest(".winner, .mark, svg"));
        return { ink: [...new Set(shown.map(one => getComputedStyle(one).color))],
                 ground: getComputedStyle(document.body).backgroundColor,
                 buttons: shown.filter(one => one.matches("button, .button, nav *")).length };
        }"""
    )


@pytest.mark.verify
def test_a_past_match_prints_black_on_white_without_buttons(
    open_page: Open, host: FlaskClient, table: FakeTable
) -> None:
    number = match_of(table.desk).match
    host.post("/api/match", json={"game": "coyote", "seats": 3})
    for path in (f"/history/{number}", "/history", "/history/players"):
        page = open_page(path, DESK, waits=False, color_scheme="dark")
        page.emulate_media(media="print")
        assert ink(page) == {"ink": ["rgb(0, 0, 0)"], "ground": "rgb(255, 255, 255)", "buttons": 0}


SPEAKS = """() => {
    window.spoken = [];
    const voices = ["fr-FR", "en-GB"].map((lang) => ({ lang, name: lang, localService: true }));
    Object.defineProperty(speechSynthesis, "getVoices", { value: () => voices });
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    speechSynthesis.speak = (one) => window.spoken.push([one.voice?.lang, one.text]);
}"""


@pytest.mark.verify
@UNBUNDLED
def test_a_translated_page_keeps_names_and_cards_and_speaks_its_own_language(
    open_page: Open, host: FlaskClient, table: FakeTable
) -> None:
    names = ["Rose", "Will", "Mark"]
    host.post("/api/match", json={"game": "coup", "seats": 3, "names": names})
    page = open_page("/table", DESK)
    page.evaluate(SPEAKS)
    page.evaluate(
        """async (sound) => (await import(sound)).setSetting("voice", true)""",
        static("device/sound.js"),
    )
    page.evaluate(TRANSLATE)
    assert "[" in page.locator("#focus").inner_text()  # what may be translated is
    for seat, name in enumerate(names):
        expect(page.locator(f'#seats [data-seat="{seat}"] .name')).to_have_text(name)
        table.desk.do(Move({"move": "coins_set", "seat": seat, "coins": 4 + seat}))
    shows(page, table)
    page.click('#groups [data-key="declare.income"] >> nth=0')
    expect(page.locator("#last")).to_contain_text("Rose takes 1 coin")
    page.evaluate(TRANSLATE)
    kept = page.locator("#last, #focus").locator('[translate="no"]', has_text="Rose")
    assert kept.count() > 0  # within a sentence, too
    assert (
        page.locator("font", has_text="Rose").evaluate_all(
            "all => all.map(one => one.parentElement.outerHTML)"
        )
        == []
    )
    when(page, lambda: "Rose" in str(page.evaluate("window.spoken")))
    assert {voice for voice, _text in page.evaluate("window.spoken") if voice} == {"en-GB"}
