"""The event stream in a real browser: compressed, and what a page does where that is held back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.webui.pages import Open
from webui.serving import packing
from webui.serving.events import EncodedState

_event = EncodedState.event


def _only_plain(state: EncodedState, after: EncodedState, *, packed: bool) -> bytes:
    return b"" if packed else _event(state, after)


def test_a_page_whose_compressed_stream_stays_mute_asks_for_a_plain_one(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    page = open_page()
    page.on("request", lambda asking: asked.append(asking.url) if "/stream" in asking.url else None)
    monkeypatch.setattr(packing, "piece", lambda _text: b"")  # as what is between might hold it
    monkeypatch.setattr(EncodedState, "event", _only_plain)
    page.clock.install()
    with page.expect_response("**/stream*"):
        page.reload()
    page.clock.run_for(45_000)  # more than a page waits for a word
    expect(page.locator('#live[data-live="yes"]')).to_be_attached()
    assert "plain" not in asked[0]
    assert "plain" in asked[-1]
