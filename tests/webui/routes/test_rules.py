"""The rules at hand: a page for each game and edition, which a ruling's rule opens at its place."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee import words
from referee.booklet import example, rulebook
from referee.match.commands import Begin, Move
from referee.words import Voice
from tests.webui.fake import FakeTable
from tests.webui.pages import STRANGER, Open, fits_across, say
from webui.page.games import rule_pages

SECTIONS = '<div class="sections">'
PAGES = [path for path, _ in rule_pages("en")]


@pytest.mark.parametrize("locale", words.LOCALES)
@pytest.mark.parametrize("path", PAGES)
def test_a_stranger_reads_every_rule_at_its_place(
    client: FlaskClient, path: str, locale: str
) -> None:
    answer = client.get(path, headers={"Accept-Language": locale})
    assert answer.status_code == 200
    text = answer.get_data(as_text=True)
    assert f'<html lang="{locale}" dir="ltr">' in text
    _, _, game, *edition = path.split("/")
    sections = rulebook.rules(game, edition[0] if edition else None)
    expected = [rule.id for section in sections for rule in section.rules]
    assert re.findall(r'<div class="rule" id="(.*?)">', text) == expected
    body = re.sub(r' src="[^"]*"', "", text.partition("</head>")[2])
    assert not re.search(r"\b(rules?|coyote|coup|card)\.\S", body)  # no key without words


@pytest.mark.parametrize("path", PAGES)
def test_a_page_opens_with_a_picture_and_a_sentence(client: FlaskClient, path: str) -> None:
    text = unescape(client.get(path).get_data(as_text=True))
    game = path.split("/")[2]
    opening = text.partition('class="jump"')[0]
    assert words.texts(f"about.{game}", "en")[f"about.{game}"] in opening
    found = re.search(r'<div class="about">\s*<img src="([^"]+)"', opening)
    assert found is not None
    assert client.get(found[1]).mimetype == "image/svg+xml"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_tells_one_turn_and_what_the_table_says_of_it(
    client: FlaskClient, path: str
) -> None:
    text = unescape(client.get(path).get_data(as_text=True))
    _, _, game, *edition = path.split("/")
    turn = text.partition('id="turn"')[2].partition(SECTIONS)[0]
    for step in example.example(game, edition[0] if edition else None):
        assert words.say(step.text, "en") in turn
        for ruling in step.rulings:
            assert f'{words.say(ruling.message, "en")} <a class="id" href="#{ruling.rule}">' in turn


@pytest.mark.parametrize("path", ["/rules/coyote/kidult", "/rules/coup"])
def test_rules_show_the_faces_of_their_cards(client: FlaskClient, path: str) -> None:
    main = client.get(path).get_data(as_text=True).partition(SECTIONS)[2]
    found = re.findall(r'<img src="([^"]*)" alt="([^"]+)"', main)
    _, _, game, *edition = path.split("/")
    rules = (rule for part in rulebook.rules(game, *edition) for rule in part.rules)
    assert [alt for _, alt in found] == [
        Voice("en").card(card) for rule in rules for card in rule.cards
    ]
    answer = client.get(unescape(found[0][0]))
    assert answer.mimetype == "image/svg+xml"
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get(f"{path}/face/undrawn.svg").status_code == 404


def test_the_link_in_the_menus_leads_to_the_rules_of_the_match(
    client: FlaskClient, table: FakeTable
) -> None:
    assert client.get("/rules").location == "/rules/coyote/tomahawk?from=/"
    table.do(Begin("coup", {}, 3))
    assert client.get("/rules?from=/table").location == "/rules/coup?from=/table"
    assert client.get("/rules?from=//elsewhere").location == "/rules/coup?from=/"
    assert client.get("/rules/coyote").location == "/rules/coyote/tomahawk?from=/"


@pytest.mark.parametrize("path", ["/rules/chess", "/rules/coyote/x", "/rules/coup/x"])
def test_what_there_is_not_is_refused_in_a_sentence(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert say("page.error.not_found") in answer.get_data(as_text=True)


def test_a_tap_on_a_rulings_rule_opens_it_and_back_leads_back(
    open_page: Open, table: FakeTable
) -> None:
    phone = open_page(**STRANGER)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 16}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    table.desk.do(Move({"move": "cards_read", "cards": ["20", "max-", "-5"]}))
    phone.click("#sheet .rules summary")
    phone.click("#sheet .rules a:has-text('CY-7')")
    phone.wait_for_url("**/rules/coyote/tomahawk?from=/#CY-7")
    rule = phone.locator("#CY-7:target")
    expect(rule).to_contain_text(say("rule.CY-7"))
    expect(rule).to_be_in_viewport()
    fits_across(phone)
    back = phone.get_by_role("link", name=say("page.back"))
    expect(back).to_be_in_viewport()
    back.click()
    expect(phone.locator("#seats .seat")).to_have_count(3)


@pytest.mark.parametrize(
    "came", ["/", "/virtual", "/history?from=/virtual", "/history/1?from=/table"]
)
def test_back_from_the_rules_leads_where_one_came_from_also_after_other_colours(
    host: FlaskClient, table: FakeTable, came: str
) -> None:
    table.do(Begin("coup", {}, 3))  # so that the first match is past
    rules = f"/rules?from={came}"
    if came.startswith("/history"):
        (rules,) = re.findall(r'href="(/rules[^"]*)"', host.get(came).get_data(as_text=True))
    page = host.get(rules, follow_redirects=True).get_data(as_text=True)
    back = f'<a class="button quiet" href="{came}">'
    assert back in page
    (dark,) = re.findall(r'href="(/theme/dark[^"]*)"', page)
    assert back in host.get(dark, follow_redirects=True).get_data(as_text=True)


@pytest.mark.verify
def test_the_phones_menu_and_the_big_screen_have_the_rules(open_page: Open) -> None:
    phone = open_page(**STRANGER)
    phone.click("#menu")
    phone.click("[data-key=rules]")
    phone.wait_for_url("**/rules/coyote/tomahawk?from=/")
    for path in ("/table", "/virtual"):
        page = open_page(path, {"width": 1280, "height": 800})
        if path == "/virtual":
            page.click("#menu")
        page.click("#rules, #sheet [data-key=rules]")
        page.wait_for_url(f"**/rules/coyote/tomahawk?from={path}")


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ("CY-7", "/rules/coyote/tomahawk?from=/table#CY-7"),
        ("CY-60", "/rules/coyote/oliphante?from=/table#CY-60"),
        ("CP-1", "/rules/coup?from=/table#CP-1"),
        ("desk", "/rules/coyote/tomahawk?from=/table"),
    ],
)
def test_a_rule_is_found_on_the_page_that_has_it(client: FlaskClient, rule: str, path: str) -> None:
    assert client.get(f"/rules?from=/table&rule={rule}").location == path


@pytest.mark.parametrize("path", ["/history", "/calibrate", "/teach", "/chess"])
def test_every_page_beside_the_game_leads_to_the_rules(host: FlaskClient, path: str) -> None:
    text = host.get(path, headers={"Accept": "text/html"}).get_data(as_text=True)
    found = re.search(r'href="(/rules[^"]*)"', text)
    assert found is not None
    assert host.get(found[1]).status_code == 302


@pytest.mark.verify
def test_a_tap_on_a_refusals_rule_opens_it(open_page: Open) -> None:
    page = open_page("/table", {"width": 1280, "height": 800})
    page.click("#new")
    page.click("#sheet [data-game=coyote]")
    page.check("#sheet [name='option.edition'][value=kidult]")
    page.click("#sheet .more summary")
    page.fill("#sheet [name='option.strikes']", "9")
    page.click("#sheet [data-key=start]")
    page.locator("#toast a").click()
    page.wait_for_url("**/rules/coyote/*?from=/table#CY-*")
    expect(page.locator(".rule:target")).to_be_in_viewport()
