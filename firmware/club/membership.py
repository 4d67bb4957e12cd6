"""A table's membership in its club. It is a file. Without a club there is none."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from firmware.club.topics import proof, trusting
from firmware.errors import BadData
from referee.disk.storage import write_whole
from referee.disk.textfiles import read_file, reason
from referee.hub.messages import Joined, Membership
from referee.match.people.names import clean

FILE = "club.json"
PATIENCE_S = 10.0
MOST_BYTES = 100_000
MOST_SHOWN = 60  # Maximum number of characters that a message shows of an invalid address.


def load(folder: Path) -> Membership | None:
    """Return the membership in a data folder, or None. Raise `BadData` if the file is unusable."""
    path = folder / FILE
    try:
        member = msgspec.json.decode(read_file(path), type=Membership)
        trusting(member.certificate)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:  # This includes the errors of msgspec and ssl.
        raise BadData("club.unusable", file=FILE, reason=reason(error)) from error
    return member


def keep(folder: Path, member: Membership) -> None:
    """Save a membership, readable by this user alone. Raise `BadData` on failure."""
    try:
        write_whole(folder / FILE, msgspec.json.encode(member), private=True)
    except OSError as error:
        raise BadData("club.unusable", file=FILE, reason=reason(error)) from error


def forget(folder: Path) -> None:
    """Delete the membership. Raise `BadData` on failure."""
    try:
        (folder / FILE).unlink(missing_ok=True)
    except OSError as error:
        raise BadData("club.unusable", file=FILE, reason=reason(error)) from error


def join(address: str, code: str, name: str, before: Membership | None) -> Membership:
    """Ask a hub to admit this table, with the code that the hub shows.

    A table that was a member `before` keeps its identity at that hub's address. It does not send
    its key: another machine may have the address by now. Raise `BadData` if the hub refuses.
    """
    try:
        split = urlsplit(address if "://" in address else f"http://{address}")
        host, known = split.hostname or "", split.scheme == "http"
    except ValueError:
        host, known = "", False
    if not known or not host or not host.isprintable() or " " in host:
        raise BadData("club.no_address", given=address[:MOST_SHOWN])
    url = f"http://{split.netloc}"  # People may paste the path of the hub's page, too.
    asked = {"code": code, "name": name}
    if before is not None and before.hub == url:
        asked |= {"table": before.table, "key": proof(before.key, code)}
    answer = _post(url, asked)
    return Membership(hub=url, name=name, broker=host, **msgspec.structs.asdict(answer))


def _post(url: str, asked: dict[str, str]) -> Joined:
    head = {"Content-Type": "application/json"}
    try:
        with closing(HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)) as link:
            link.request("POST", "/api/join", json.dumps(asked).encode(), head)
            with link.getresponse() as answer:
                status, body = answer.status, answer.read(MOST_BYTES)
        joined = None
        if status not in (403, 429):
            joined = msgspec.json.decode(body, type=Joined)
            trusting(joined.certificate)
    except (OSError, ValueError, HTTPException) as error:  # Also the errors of msgspec and ssl.
        raise BadData("club.no_hub", address=url, reason=reason(error) or "timeout") from error
    if joined is None:
        raise BadData("club.wrong_code")
    return msgspec.structs.replace(joined, club=clean(joined.club))
