"""No page shows a key of the catalogue in place of its words."""

from __future__ import annotations

import re
from itertools import cycle

from flask import Flask
from flask.testing import FlaskClient

from referee import words
from tests.webui.fake import FakeTable
from tests.webui.page.test_history import played

HIDDEN = re.compile(r"<(script|style|svg)\b.*?</\1>", re.DOTALL)
SHOWN = re.compile(r">([^<>]+)<|\b(?:aria-label|title|alt|placeholder|value)=\"([^\"]*)\"")
KEY = re.compile(r"\b[a-z_]+(?:\.[a-z0-9_]+)+\b")


def keys_shown(page: str) -> list[str]:
    """Return the keys that a page shows: as a text, or as the name of something."""
    shown = " ".join(map("".join, SHOWN.findall(HIDDEN.sub("", page))))
    return [
        entry for entry in KEY.findall(shown) if entry.startswith("page.") or words.has_key(entry)
    ]


def test_no_page_shows_a_key_in_place_of_words(
    app: Flask, host: FlaskClient, client: FlaskClient, table: FakeTable
) -> None:
    """A script that lacks a text says so to the console, which fails the test that opened it.

    All languages have the same keys, so each page is read in one.
    """
    match, pages = played(table), 0
    for rule, locale in zip(app.url_map.iter_rules(), cycle(words.LOCALES), strict=False):
        headers = {"Accept": "text/html", "Accept-Language": locale}
        path = rule.rule.replace("<match>", str(match)).replace("<name>", "coyote")
        if "GET" not in (rule.methods or ()) or "<" in path or path == "/stream":
            continue
        for browser in (host, client):
            with browser.get(path, headers=headers) as answer:
                if answer.mimetype == "text/html":
                    pages += 1
                    page = answer.get_data(as_text=True)
                    heads = (
                        re.findall("<html lang[^>]*>", page) if answer.status_code == 200 else []
                    )
                    assert {*heads} <= {f'<html lang="{locale}" dir="ltr">'}, path
                    assert keys_shown(page) == [], path
    assert pages > 40
    assert keys_shown('<p title="page.title">desk.not_over</p>') == ["page.title", "desk.not_over"]
