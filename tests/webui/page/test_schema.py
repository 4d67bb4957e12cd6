"""The shape of a page's state, as its scripts know it."""

from __future__ import annotations

import msgspec
from flask.testing import FlaskClient

from tests.webui.fake import FakeTable, doubt
from tests.webui.typescript import declarations
from webui.page.state import PageState


def test_a_shape_says_what_may_be_missing_or_null() -> None:
    text = declarations()
    assert "  scene: VirtualScene | null;\n" in text
    assert "  question: Question | null;\n" in text
    assert "  ask: (AskNumber | AskChoice | AskSeat | AskCards | AskPlace)[];\n" in text
    assert '  kind: "cards";\n' in text


def test_every_page_gets_a_state_of_that_shape(
    client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    table.ask(doubt(table))
    for browser, view in ((client, "phone"), (host, "table"), (host, "virtual")):
        said = browser.get(f"/api/state?view={view}").get_json()
        clock = said.pop("clock")
        assert isinstance(clock, int)
        state = msgspec.convert(said, PageState)
        assert msgspec.json.decode(msgspec.json.encode(state)) == said
        assert (said["scene"] is not None) == (view == "virtual")
