"""The pages of a club's hub and tables, used over HTTP as browsers and phones use them."""

from __future__ import annotations

import json
import re
import urllib.request
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.process import PATIENCE_S, Process
from webui.access.guard import FORM


class Site:
    """A hub's or a table's pages, for a browser on the same machine."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.process.port}"

    def get(self, path: str) -> str:
        return unescape(self.process.get(path))

    def post(self, path: str, **form: str) -> None:
        head = {"Content-Type": FORM, "Origin": self.origin, "Accept": "text/html"}
        asked = urllib.request.Request(self.origin + path, urlencode(form).encode(), head)
        urllib.request.urlopen(asked, timeout=PATIENCE_S).close()


class Phone:
    """A phone that keeps its cookies and goes from table to table in its owner's pocket."""

    def __init__(self) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def state(self, table: Site) -> Any:
        url = f"{table.origin}/api/state"
        with self._opener.open(url, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def post(self, table: Site, path: str, **body: Any) -> Any:
        head = {"Content-Type": "application/json", "Origin": table.origin}
        asked = urllib.request.Request(table.origin + path, json.dumps(body).encode(), head)
        with self._opener.open(asked, timeout=PATIENCE_S) as answer:
            return json.load(answer)


def open_hub(folder: Path, broker_port: int) -> Site:
    """Start a hub on this machine."""
    return Site(Process(folder, "--broker-port", str(broker_port), table="hub"))


def join(table: Site, hub: Site, name: str) -> None:
    """Let a table join the club of a hub."""
    code = re.search(r'class="code" aria-label="([^"]+)"', hub.get("/tables"))
    assert code
    table.post("/club/join", address=f"127.0.0.1:{hub.process.port}", code=code[1], name=name)


def sit(phone: Phone, table: Site, seat: int, name: str) -> None:
    """Take a seat with a phone that has not got it yet, and answer the question for a name."""
    if phone.state(table)["you"] != seat:
        phone.post(table, "/api/seat/take", seat=seat)
    asked = phone.state(table)["sitting"]
    if asked is not None:
        phone.post(table, "/api/seat/sit", id=asked["id"], name=name)


def points(hub: Site) -> dict[str, str]:
    """Return the points of each player in the standings."""
    findall = re.findall(
        r"<summary><b>\d+</b><bdi[^>]*>([^<]+)</bdi><i>([^<]+)</i>", hub.get("/standings")
    )
    return dict(findall)
