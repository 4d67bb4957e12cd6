"""How pages look in one browser: light, dark or as the system, and the language."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from referee.match.commands import Begin
from referee.reports.commands import Speak
from tests.webui.asking import announce
from tests.webui.fake import FakeTable
from tests.webui.routes.test_safe import table_in_need
from webui.safe import create_safe_app

PAGES = [
    *("/", "/table", "/virtual", "/calibrate", "/teach"),
    *("/history", "/history/1", "/rules/coup", "/no-such-page"),
]


def head(page: str) -> tuple[str, list[str]]:
    """Return when the dark colours hold, and the grounds of the browser's own bars."""
    sheet = re.search(r'href="/static/\w+/base/dark.css" media="([^"]+)"', page)
    assert sheet, page[:400]
    return sheet[1], re.findall(r'<meta name="theme-color" content="(#\w+)"', page)


@pytest.fixture
def past(table: FakeTable) -> None:
    """Leave the match that is on, so that there is a past one."""
    table.do(Begin("coyote", {"edition": "tomahawk"}, 3))


@pytest.mark.usefixtures("past")
def test_every_page_comes_in_the_colours_that_its_browser_chose(host: FlaskClient) -> None:
    system = ("(prefers-color-scheme: dark)", ["#f6f1e7", "#14171b"])
    for theme, colours in {
        "system": system,
        "dark": ("all", ["#14171b"]),
        "light": ("not all", ["#f6f1e7"]),
    }.items():
        host.get(f"/theme/{theme}")
        for path in PAGES:
            page = host.get(path, headers={"Accept": "text/html"}).get_data(as_text=True)
            assert head(page) == colours, (theme, path)
    for theme in ("blue", 'dark">', "x" * 3000):
        host.set_cookie("theme", theme)
        assert head(host.get("/rules/coup").get_data(as_text=True)) == system, theme


def test_safe_mode_keeps_the_colours(table: FakeTable) -> None:
    browser = create_safe_app(table_in_need(), table.desk).test_client()
    browser.set_cookie("theme", "dark")
    page = browser.get("/safe?failed", headers={"Accept": "text/html"}).get_data(as_text=True)
    assert head(page) == ("all", ["#14171b"])


def test_the_console_speaks_as_the_hosts_page_does_and_as_no_strangers(
    client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    client.get("/language/fr")
    client.get("/", headers={"Accept-Language": "fr"})
    host.get("/language/fr", headers={"Sec-Fetch-Site": "cross-site"})
    assert table.speaks == []
    host.get("/table", headers={"Accept-Language": "fr"})
    assert table.speaks == [Speak("fr", page=True)], "only where nobody has chosen one yet"
    host.get("/language/en?to=/table")
    assert table.speaks[1:] == [Speak("en")]


def test_the_console_speaks_the_pages_language_where_both_are_one_screen(
    host: FlaskClient, client: FlaskClient, table: FakeTable
) -> None:
    assert client.get("/virtual", headers={"Accept-Language": "it"}).status_code < 500
    for tag in ("de", "fr"):
        host.get("/virtual", headers={"Accept-Language": tag})
    assert table.speaks == [Speak("de"), Speak("fr")]


def test_a_choice_leads_back_to_a_page_of_the_table_and_nowhere_else(client: FlaskClient) -> None:
    pages = ("/", "/table", "/virtual", "/rules/coyote/kidult", "/history", "/history/3")
    strange = ("//elsewhere.example", "http://elsewhere.example/", "/\\elsewhere", "/rules/%0d%0a")
    for choice in ("theme/dark", "language/fr"):
        for path in pages:
            assert client.get(f"/{choice}?to={path}").location == path
        for path in strange:
            assert client.get(f"/{choice}?to={path}").location == "/"


def test_a_newcomer_finds_the_languages_without_a_menu(host: FlaskClient) -> None:
    for path in ("/", "/table", "/virtual"):
        top = host.get(path).get_data(as_text=True).partition("</header>")[0]
        assert f'href="/language/fr?to={path}" lang="fr"' in top


def test_a_refusal_calls_players_by_their_names(host: FlaskClient, table: FakeTable) -> None:
    table.do(Begin("coyote", {}, 3, ("Ada", "Ben", "")))
    answer = announce(host, table, 1, 20, **{"as": "host"})
    assert answer.status_code == 409
    assert "Ada" in answer.get_json()["error"]
