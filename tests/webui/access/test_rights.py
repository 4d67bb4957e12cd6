"""One table says who may do what, and it covers every route that changes anything."""

from __future__ import annotations

from itertools import product
from typing import Any

from flask import Flask

from tests.webui.asking import phone, sentence, sit_down
from tests.webui.fake import FakeTable
from webui.access.rights import RIGHTS, Right, right_for

# What a stranger may post: taking a seat, entering the code, and commands, which the match decides.
OPEN = {"api", "correcting.correct", "hosting.become", "photos", "safe.become"}
OPEN |= {"seats", "sheets", "simulation"}  # A form that is posted to `sheets` is only drawn again.


def test_strangers_and_seats_post_only_where_the_table_lets_them(
    app: Flask, table: FakeTable
) -> None:
    stranger, seated, refused = phone(app), phone(app), set()
    sit_down(seated, table, 0)
    for rule in app.url_map.iter_rules():
        right, methods = right_for(rule.endpoint), rule.methods or set()
        if right is Right.STRANGER:
            posts = "POST" in methods
            assert not posts or OPEN & {rule.endpoint, rule.endpoint.partition(".")[0]}, rule
            continue
        refused |= {rule.endpoint, rule.endpoint.partition(".")[0]}
        with app.test_request_context():
            path = rule.build(dict.fromkeys(rule.arguments, "1")) or ("", "")
        kind = {"Accept": "application/json", "Origin": "http://localhost"}
        below = (stranger,) if right is Right.SEAT else (stranger, seated)
        for who, method, name in product(below, methods & {"GET", "POST"}, ("json", "data")):
            body: dict[str, Any] = {name: {}}
            answer = who.open(path[1], method=method, headers=kind, **body)
            if answer.status_code != 415:
                sentence(answer, 403, right.value)
    hub = {name for name, right in RIGHTS.items() if name.startswith("hub_")}
    assert {name for name, right in RIGHTS.items() if right is not Right.STRANGER} - hub <= refused
