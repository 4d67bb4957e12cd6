"""What sounds on a device, and what the host switches at the table."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from referee.match.commands import Move, Redo, Undo
from referee.reports.status import Sound
from tests.breadth import breadth
from tests.webui.asking import state
from tests.webui.fake import FakeTable
from tests.webui.pages import (
    DESK,
    PHONE,
    SCREEN,
    STRANGER,
    Open,
    apart,
    boxes,
    say,
    sit,
    tap_menu,
    when,
)
from tests.webui.static.devices import reload
from tests.webui.static.match.test_again import end

# A browser that has a voice for English alone, keeps what is asked of it, and holds the screen.
# Nobody has tapped it before: to the real one, what a test asks of a page is as good as a tap.
STUBS = """
Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false } });
globalThis.asked = { said: [], tones: [], buzzed: [], locks: 0, cancelled: 0 };
const voice = { name: "Test", lang: "en-GB", localService: true };
Object.defineProperty(globalThis, "speechSynthesis", { value: {
  getVoices: () => [voice], cancel: () => { asked.cancelled += 1; },
  speak: (one) => {
    asked.said.push(one.text);
    if (!globalThis.hangs) setTimeout(() => one.onend?.());
  },
} });
globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
navigator.vibrate = (ms) => asked.buzzed.push(ms);
const play = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  asked.tones.push([this.frequency.value, at]);
  play.call(this, at);
};
"""
LOCKS = """
Object.defineProperty(Navigator.prototype, "wakeLock", { value: { request: async () => {
  asked.locks += 1;
  const lock = new EventTarget();
  lock.release = async () => { asked.locks -= 1; lock.dispatchEvent(new Event("release")); };
  return lock;
} } });
"""
NO_LOCKS = "delete Navigator.prototype.wakeLock;"


def asked(page: Page, what: str) -> Any:
    return page.evaluate(f"asked.{what}")


def stubbed(page: Page, *scripts: str) -> None:
    """Open a page again in a browser of that kind."""
    for script in (STUBS, *scripts):
        page.add_init_script(script)
    reload(page)


def switch(page: Page, *names: str) -> None:
    """Switch what is set for this device."""
    tap_menu(page, "device")
    for name in names:
        page.click(f"#sheet [data-key={name}]")
    page.click("#sheet [data-key=close]")


def test_a_device_sounds_and_speaks_once_it_is_asked_to_and_says_nothing_twice(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page(**STRANGER)
    stubbed(page)
    match = table.desk.do(Move({"move": "announce", "seat": 0, "number": 7}))
    expect(page.locator("#said")).to_have_text(say("coyote.announced", seat=0, number=7))
    assert asked(page, "said") == []
    assert asked(page, "tones") == []

    switch(page, "tones", "voice")
    page.evaluate("asked.said = []; asked.tones = [];")
    table.desk.do(Undo(match.seq))
    match = table.desk.do(Redo(match.seq + 1))
    table.desk.do(Move({"move": "announce", "seat": 1, "number": 8}))
    table.desk.do(Move({"move": "challenge", "seat": 2}))
    when(page, lambda: len(asked(page, "said")) == 2)
    challenged = "Coyote! Green challenges Vermilion’s 8. Put all cards face up."
    assert asked(page, "said") == ["Vermilion raises to 8.", challenged]
    tones = asked(page, "tones")
    assert tones
    assert [at for _, at in tones] == sorted(at for _, at in tones)  # none over another

    reload(page)  # and is kept, without telling again what was told
    page.click("#bell")  # which the browser wants before a page may sound
    expect(page.locator("#bell")).to_have_count(0)
    page.evaluate("hangs = true")
    table.desk.do(Move({"move": "cards_read", "cards": ["1", "2", "3"]}))
    when(page, lambda: len(asked(page, "said")) == 2)
    first, counted = asked(page, "said")
    assert first == ""  # the tap itself
    assert counted.startswith("6 is less than 8: too high.")
    for number in range(1, 5):  # a voice that hangs: the newest is said all the same
        table.desk.do(Move({"move": "announce", "seat": 1, "number": number}))
        when(page, lambda: len(asked(page, "said")) > 2)
        table.desk.do(Undo(table.desk.snapshot().seq))  # type: ignore[union-attr]
        page.evaluate("asked.said = [1, 2]")
    assert asked(page, "cancelled") >= 1


@pytest.mark.parametrize(
    ("path", "viewport", "yes"),
    breadth([("/", PHONE, True), ("/table", SCREEN, False), ("/virtual", DESK, True)]),
)
def test_the_first_sound_asks_by_a_bell_that_covers_nothing_until_somebody_answers(
    open_page: Open, table: FakeTable, path: str, viewport: Any, yes: bool
) -> None:
    page = open_page(path, viewport)
    page.evaluate("localStorage['coyote-sound'] = '{}'")
    stubbed(page)
    asks = page.locator('#bell[data-key="page.sound.ask"]')
    expect(asks).to_have_count(0)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 7}))
    expect(asks).to_be_visible()
    expect(page.locator(".toast:visible")).to_have_count(0)
    apart(boxes(page.locator(".top > *, main")), 0)
    if yes:
        asks.click()
    else:
        tap_menu(page, "sounds")
    page.click(f"#confirm [value={'yes' if yes else 'no'}]")
    expect(asks).to_have_count(0)
    when(page, lambda: bool(asked(page, "tones")) == yes)
    assert page.evaluate("JSON.parse(localStorage['coyote-sound']).asked")


def test_a_phone_vibrates_when_it_is_on_its_player_and_stays_awake_while_a_match_runs(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page()
    stubbed(page, LOCKS)
    when(page, lambda: asked(page, "locks") == 1)
    sit(page, 1)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 7}))
    when(page, lambda: asked(page, "buzzed") == [250])
    table.desk.do(Move({"move": "announce", "seat": 1, "number": 8}))
    table.desk.do(Move({"move": "announce", "seat": 2, "number": 9}))
    switch(page, "buzz")
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 10}))
    expect(page.locator(".seat[data-seat='1']")).to_have_attribute("data-cue", "may_challenge")
    assert asked(page, "buzzed") == [250]

    switch(page, "awake")
    when(page, lambda: asked(page, "locks") == 0)
    switch(page, "awake")
    when(page, lambda: asked(page, "locks") == 1)
    end(table)
    when(page, lambda: asked(page, "locks") == 0)


def test_over_plain_http_a_film_keeps_the_screen_on_from_the_first_tap(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page(viewport=PHONE)
    stubbed(page, NO_LOCKS)
    playing = """(({ paused, muted, loop } = {}) => [paused, muted, loop])(
        document.querySelector("video") ?? undefined)"""
    assert page.locator("video").count() == 0
    switch(page)
    when(page, lambda: page.evaluate(playing) == [False, False, False])
    when(page, lambda: page.evaluate("document.querySelector('video').currentTime > 0"))
    end(table)
    when(page, lambda: page.evaluate(playing)[0])


# -- at the table -------------------------------------------------------------------------------


def test_the_host_mutes_the_buzzer_and_has_rulings_spoken(
    host: FlaskClient, client: FlaskClient, table: FakeTable
) -> None:
    assert state(host, "table")["sound"] == {"buzzer": True, "voice": False}
    assert state(client, "table")["sound"] is None
    assert host.post("/api/sound", json={"buzzer": False}).status_code == 200
    assert host.post("/api/sound", json={"voice": True}).status_code == 200
    assert table.sound == Sound(buzzer=False, voice=True)
    wrong: list[Any] = [{"buzzer": "no"}, {"louder": True}, [], 3]
    for bad in wrong:
        assert host.post("/api/sound", json=bad).status_code == 400
    assert client.post("/api/sound", json={"voice": False}).status_code == 403
    assert table.sound == Sound(buzzer=False, voice=True)
