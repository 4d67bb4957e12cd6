"""How a table joins: whatever answers at the address that its host gives."""

from __future__ import annotations

import json
import re
import socket
import ssl
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware.club import membership
from firmware.club.topics import proof, trusting
from firmware.errors import BadData
from tests.process import PATIENCE_S, run_program

JOINED = {"club": "c", "table": "t000000000001", "key": "0" * 64, "port": 8883}


@contextmanager
def answering(
    body: bytes, head: bytes = b"HTTP/1.0 200 OK\r\n\r\n", heard: list[bytes] | None = None
) -> Iterator[str]:
    """Answer one request at the address that is given, and add it to `heard`."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            there, _ = server.accept()
            with there:
                request = b""
                while not request.endswith(b"}"):
                    request += there.recv(10_000)
                if heard is not None:
                    heard.append(request)
                there.sendall(head + body)
                there.shutdown(socket.SHUT_WR)
                while there.recv(10_000):  # A connection closed on unread bytes is a broken one.
                    pass

        thread = threading.Thread(target=answer)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        thread.join(PATIENCE_S)


def joins(address: str) -> Any:
    return membership.join(address, "AAAA AAAA", "Table 1", None)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Make a certificate whose time is over, with its private key."""
    folder = tmp_path_factory.mktemp("certificate")
    made, private = folder / "certificate.pem", folder / "private.pem"
    curve = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=hub"
    out = ("-keyout", str(private), "-out", str(made))
    run_program(("openssl", *curve.split(), *out))
    plain = ssl.PEM_cert_to_DER_cert(made.read_text("ascii"))
    over, many = re.subn(rb"\d{12}Z(..)\d{12}Z", rb"190101000000Z\g<1>200101000000Z", plain)
    assert many == 1  # nobody checks the signature of what is trusted itself
    made.write_text(ssl.DER_cert_to_PEM_cert(over), "ascii")
    return made, private


def test_what_is_no_address_is_refused_in_one_sentence() -> None:
    for address in ("", "http://[", "https://hub", "our hub", "\u202ehub", "ftp://x", "hub:tables"):
        with pytest.raises(BadData) as refusal:
            joins(address)
        key = "no_hub" if address == "hub:tables" else "no_address"
        assert refusal.value.message.key == f"club.{key}", address


@pytest.mark.parametrize(
    "changed",
    [
        {},  # a certificate that is none
        {"table": "../x", "certificate": ""},
        {"key": "k"},
        {"port": 99_999},
        {"club": "c" * 1000},
    ],
)
def test_what_is_no_hubs_answer_is_kept_by_no_table(changed: dict[str, Any]) -> None:
    plain = {**JOINED, "certificate": "none", **changed}
    with answering(json.dumps(plain).encode()) as address, pytest.raises(BadData) as refusal:
        joins(address)
    assert refusal.value.message.key == "club.no_hub"


def test_the_brokers_port_is_no_hubs() -> None:
    with answering(b"\x15\x03\x03\0\2\2\x28\n", b"") as address, pytest.raises(BadData) as refusal:
        joins(address)
    assert refusal.value.message.key == "club.no_hub"


def test_a_membership_is_kept_for_its_owner_alone(
    certificate: tuple[Path, Path], tmp_path: Path
) -> None:
    values = {**JOINED, "certificate": certificate[0].read_text("ascii")}
    (tmp_path / membership.FILE).touch(0o644)
    with answering(json.dumps(values).encode()) as address:
        member = joins(f"http://{address}/tables")  # a page of the hub
    assert member.hub == f"http://{address}"
    membership.keep(tmp_path, member)
    assert stat.S_IMODE((tmp_path / membership.FILE).stat().st_mode) == 0o600
    assert membership.load(tmp_path) == member
    assert [path.name for path in tmp_path.iterdir()] == [membership.FILE]


def test_a_hub_is_trusted_by_its_certificate_whatever_year_the_clocks_take_it_for(
    certificate: tuple[Path, Path],
) -> None:
    made, private = certificate
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(made, private)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        answers = threading.Thread(
            target=lambda: server.wrap_socket(theirs, server_side=True).close()
        )
        answers.start()
        with trusting(made.read_text("ascii")).wrap_socket(ours) as line:
            assert line.version() is not None
        answers.join(PATIENCE_S)


@pytest.mark.parametrize("moved", [True, False])
def test_the_key_of_a_club_leaves_the_table_for_nobody(
    certificate: tuple[Path, Path], moved: bool
) -> None:
    """At its hub's address, another machine may answer. Another address is another hub's."""
    reply = {**JOINED, "certificate": certificate[0].read_text("ascii"), "club": "\u202eThe\0 club"}
    heard = list[bytes]()
    redirect = b"HTTP/1.0 307 Moved\r\nLocation: http://127.0.0.1:9/api/join\r\n\r\n"
    with answering(json.dumps(reply).encode(), heard=heard) as address:
        first = joins(address)
    assert first.club == "The club"
    before = msgspec.structs.replace(first, key="5" * 64)
    with answering(b"", redirect, heard) as address:
        hub = "http://elsewhere" if moved else f"http://{address}"
        before = msgspec.structs.replace(before, hub=hub)
        with pytest.raises(BadData):
            membership.join(address, "AAAA AAAA", "Table 1", before)
    asked = json.loads(heard[1].partition(b"\r\n\r\n")[2])
    assert len(heard) == 2, "a redirect leads nowhere"
    assert before.key not in str(asked)
    shown = {} if moved else {"table": before.table, "key": proof(before.key, "aaaa aaaa")}
    assert asked == {"code": "AAAA AAAA", "name": "Table 1", **shown}
