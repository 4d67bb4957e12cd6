"""The file in which a table keeps which club it has joined: there is none where it has not."""

from __future__ import annotations

import http.client
import json
import os
import urllib.error
import urllib.request
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from firmware.club.post import Key, Membership, Port, TableId
from firmware.club.trust import trusting
from firmware.errors import BadData

FILE = "club.json"
PATIENCE_S = 10.0
MOST_BYTES = 100_000
MOST_SHOWN = 60  # letters of an address that is none


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """What a hub answers a table that joins."""

    club: Annotated[str, msgspec.Meta(max_length=100)]
    table: TableId
    key: Key
    port: Port
    certificate: str


def load(folder: Path) -> Membership | None:
    """Return which club the table of a data folder is of, if it is; raises `BadData`."""
    path = folder / FILE
    try:
        member = msgspec.json.decode(path.read_bytes(), type=Membership)
        trusting(member.certificate)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # msgspec's and ssl's, too
        raise BadData("club.unusable", file=FILE, reason=str(error)) from error
    return member


def keep(folder: Path, member: Membership) -> None:
    """Keep a membership for this user alone; raises `BadData`."""
    new = folder / f"{FILE}.new"
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(member))
            file.flush()
            os.fsync(file.fileno())
        new.replace(folder / FILE)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadData("club.unusable", file=FILE, reason=reason) from error


def forget(folder: Path) -> None:
    """Be of no club any more; raises `BadData`."""
    try:
        (folder / FILE).unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadData("club.unusable", file=FILE, reason=reason) from error


def join(address: str, code: str, name: str, before: Membership | None) -> Membership:
    """Ask a hub to let this table join, by the code that it shows; raises `BadData`.

    Who was of the same hub `before` stays the same table.
    """
    try:
        split = urlsplit(address if "://" in address else f"http://{address}")
        host, known = split.hostname or "", split.scheme == "http"
    except ValueError:
        host, known = "", False
    if not known or not host or not host.isprintable() or " " in host:
        raise BadData("club.no_address", given=address[:MOST_SHOWN])
    url = f"http://{split.netloc}"  # without the page, which is pasted with it
    asked = {"code": code, "name": name}
    if before is not None:
        asked |= {"table": before.table, "key": before.key}
    answer = _asked(f"{url}/api/join", asked)
    return Membership(
        hub=url,
        club=answer.club,
        table=answer.table,
        name=name,
        key=answer.key,
        broker=host,
        port=answer.port,
        certificate=answer.certificate,
    )


def _asked(url: str, asked: dict[str, str]) -> Joined:
    head = {"Content-Type": "application/json", "Accept": "application/json"}
    request = urllib.request.Request(url, json.dumps(asked).encode(), head, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            joined = msgspec.json.decode(answer.read(MOST_BYTES), type=Joined)
        trusting(joined.certificate)
    except urllib.error.HTTPError as error:
        if error.code in (403, 429):
            raise BadData("club.wrong_code") from error
        raise BadData("club.no_hub", address=url, reason=f"HTTP {error.code}") from error
    except (OSError, ValueError, http.client.HTTPException) as error:  # msgspec's and ssl's, too
        reason = str(getattr(error, "reason", None) or error)
        raise BadData("club.no_hub", address=url, reason=reason) from error
    return joined
