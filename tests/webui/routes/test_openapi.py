"""The API's description: whole, of the forms that are really taken, its examples really sent."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui.page.state import PageState
from webui.routes.api import POSTED


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base |= {"REMOTE_ADDR": "127.0.0.1", "HTTP_ORIGIN": "http://localhost"}
    return client


@pytest.fixture
def api(host: FlaskClient) -> dict[str, Any]:
    answer = host.get("/api")
    assert answer.mimetype == "application/json"
    return dict(json.loads(answer.data))


def test_every_path_is_described_in_the_form_that_is_taken_and_the_state_as_it_is_served(
    api: dict[str, Any], host: FlaskClient
) -> None:
    assert set(api["paths"]) == {"/api/state", *(f"/api{path}" for path in POSTED)}
    refs = [name.split('"')[0] for name in json.dumps(api).split('"$ref": "')[1:]]
    assert len(refs) > 50
    for ref in refs:
        part, name = ref.removeprefix("#/components/").split("/")
        assert name in api["components"][part], ref
    for path, (kind, example) in POSTED.items():
        form = api["components"]["schemas"][kind.__name__]
        assert set(form.get("required", ())) <= example.keys() <= form["properties"].keys()
        unknown = host.post(f"/api{path}", json=example | {"nobody_knows": 1})
        assert unknown.status_code == 400, path
        answer = host.post(f"/api{path}", json=example)
        assert answer.status_code in (200, 403, 409), answer.text
        reply = answer.get_json()
        assert reply["done"] if answer.status_code == 200 else reply.keys() >= {"error", "key"}
    served = json.loads(host.get("/api/state?view=table").data)
    described = api["components"]["schemas"][PageState.__name__]
    assert set(described["required"]) <= served.keys()
    names = {field.encode_name for field in msgspec.structs.fields(PageState)}
    assert set(described["properties"]) == names
