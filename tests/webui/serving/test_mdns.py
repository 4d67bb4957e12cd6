"""The machine's name on the network stands beside the join code's address."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.process import PATIENCE_S
from webui.routes import pages
from webui.serving import mdns
from webui.serving.mdns import local_name

ADDRESS = "192.0.2.77"


@contextmanager
def avahi(path: Path, answer: bytes) -> Iterator[list[bytes]]:
    """Be avahi's daemon for one question; what it answered here is what 0.8 did to the same."""
    asked: list[bytes] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        door.bind(str(path))
        door.listen(1)
        door.settimeout(PATIENCE_S)

        def serve() -> None:
            with door.accept()[0] as sock:
                asked.append(sock.recv(999))
                if answer:
                    sock.sendall(answer)
                sock.recv(1)  # until who asked has hung up

        thread = threading.Thread(target=serve)
        thread.start()
        yield asked
        thread.join(PATIENCE_S)


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (b"+ 3 0 coyote.local\n", "coyote.local"),
        (b"-15 Timeout reached\n", None),
        (b"", None),
        (b"+\n", None),
        (b"\xff\xfe what is this\n", None),
    ],
)
def test_the_name_is_the_one_that_avahi_has_for_the_address(
    tmp_path: Path, answer: bytes, name: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mdns, "TIMEOUT_S", PATIENCE_S if answer else 0.1)
    with avahi(tmp_path / "socket", answer) as asked:
        assert local_name(ADDRESS, tmp_path / "socket") == name
    assert asked == [b"RESOLVE-ADDRESS 192.0.2.77\n"]


def test_a_page_has_the_address_by_name_if_the_machine_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert local_name(ADDRESS, tmp_path / "nobody") is None
    monkeypatch.setattr(pages, "local_name", {ADDRESS: "coyote.local"}.get)
    assert pages.url_by_name(ADDRESS, "80") == "http://coyote.local/"
    assert pages.url_by_name(ADDRESS, "8080") == "http://coyote.local:8080/"
    assert pages.url_by_name("192.0.2.1", "80") == pages.url_by_name(None, "80") == ""
