"""The rules at hand: a page for each game and edition, which opens at the rule of a ruling."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from referee import words
from referee.booklet import example, rulebook
from referee.match.commands import Begin
from tests.webui.fake import FakeTable
from tests.webui.pages import say
from webui.page.games import rule_pages

PAGES = [path for path, _ in rule_pages("en")]


def test_a_stranger_reads_every_rule_at_its_place_and_one_turn(client: FlaskClient) -> None:
    """Each page opens with a picture and a sentence, and has no key without words."""
    for number, path in enumerate(PAGES):
        locale = words.LOCALES[number % len(words.LOCALES)]
        answer = client.get(path, headers={"Accept-Language": locale})
        assert answer.status_code == 200, path
        text = answer.get_data(as_text=True)
        assert f'<html lang="{locale}" dir="ltr">' in text
        _, _, game, *edition = path.split("/")
        sections = rulebook.rules(game, *edition)
        rules = [rule for section in sections for rule in section.rules]
        assert re.findall(r'<div class="rule" id="(.*?)">', text) == [rule.id for rule in rules]
        body = re.sub(r' src="[^"]*"', "", text.partition("</head>")[2])
        assert not re.search(r"\b(rules?|coyote|coup|card)\.\S", body)
        opening = unescape(text).partition('class="jump"')[0]
        assert words.texts(f"about.{game}", locale)[f"about.{game}"] in opening
        picture = re.search(r'<div class="about">\s*<img src="([^"]+)"', opening)
        assert picture is not None
        assert client.get(picture[1]).mimetype == "image/svg+xml"
        _, _, turn = unescape(text).partition('id="turn"')
        for step in example.example(game, *edition):
            assert words.say(step.text, locale) in turn
            for ruling in step.rulings:
                text = words.say(ruling.message, locale)
                assert f'{text} <a class="id" href="#{ruling.rule}">' in turn


@pytest.mark.parametrize("path", ["/rules/coyote/kidult", "/rules/coup"])
def test_rules_show_the_faces_of_their_cards(client: FlaskClient, path: str) -> None:
    main = client.get(path).get_data(as_text=True).partition('<div class="sections">')[2]
    findall = re.findall(r'<img src="([^"]*)" alt="([^"]+)"', main)
    _, _, game, *edition = path.split("/")
    rules = (rule for part in rulebook.rules(game, *edition) for rule in part.rules)
    voice = words.Voice("en")
    assert [alt for _, alt in findall] == [
        voice.card(card) for rule in rules for card in rule.cards
    ]
    answer = client.get(unescape(findall[0][0]))
    assert answer.mimetype == "image/svg+xml"
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get(f"{path}/face/undrawn.svg").status_code == 404


def test_a_link_leads_to_the_rules_of_the_match_and_to_the_page_of_a_rule(
    client: FlaskClient, table: FakeTable
) -> None:
    tomahawk = "/rules/coyote/tomahawk?from=/"
    for path, there in {
        "/rules": tomahawk,
        "/rules/coyote": tomahawk,
        "/rules?rule=CY-7": f"{tomahawk}#CY-7",
        "/rules?rule=CY-60": "/rules/coyote/oliphante?from=/#CY-60",
        "/rules?rule=CP-1": "/rules/coup?from=/#CP-1",
        "/rules?rule=desk": tomahawk,
    }.items():
        assert client.get(path).location == there
    table.do(Begin("coup", {}, 3))
    assert client.get("/rules?from=/table").location == "/rules/coup?from=/table"
    assert client.get("/rules?from=//elsewhere").location == "/rules/coup?from=/"
    for path in ("/rules/chess", "/rules/coyote/x", "/rules/coup/x"):
        answer = client.get(path, headers={"Accept": "text/html"})
        assert answer.status_code == 404
        assert say("page.error.not_found") in answer.get_data(as_text=True)


@pytest.mark.parametrize("came", ["/virtual", "/history/1?from=/table"])
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
