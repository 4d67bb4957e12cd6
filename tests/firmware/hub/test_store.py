"""A hub's log: what was acknowledged is there, once, whatever is killed, in either database."""

from __future__ import annotations

import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.errors import BadData
from firmware.hub.store import Said, Store, open_store
from tests.firmware.hub.stores import Postgres, can_postgres, postgres
from tests.process import PATIENCE_S, eventually

Opens = Callable[[], Store]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    if not can_postgres():
        pytest.skip("PostgreSQL is not installed")
    with postgres() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    return "" if request.param == "sqlite" else request.getfixturevalue("server").url


@pytest.fixture
def opens(url: str, tmp_path: Path) -> Iterator[Opens]:
    opened: list[Store] = []

    def found() -> Store:
        opened.append(open_store(tmp_path, url))
        return opened[-1]

    yield found
    for one in opened:
        one.close()
    if url:
        import psycopg

        with psycopg.connect(url) as db:
            db.execute("DROP TABLE IF EXISTS said")


def lines(store: Store, after: int = 0) -> list[tuple[str, str, str]]:
    return [said[1:4] for said in store.entries_after(after)]


def test_what_was_put_is_there_in_order_once_and_after_a_restart(opens: Opens) -> None:
    store = opens()
    assert store.put("result", "a:1", "one")
    assert store.put("result", "a:2", "two")
    assert not store.put("result", "a:1", "one, again")
    assert store.put("table", "a:1", "another kind")
    store.close()
    again = opens()
    assert lines(again) == [
        ("result", "a:1", "one"),
        ("result", "a:2", "two"),
        ("table", "a:1", "another kind"),
    ]
    first: Said = next(again.entries_after())
    assert lines(again, first.n) == lines(again)[1:]


def test_two_hubs_do_not_write_into_one_log(opens: Opens) -> None:
    opens()
    with pytest.raises(BadData) as refusal:
        opens()
    assert refusal.value.message.key == "hub.store.in_use"


def test_lines_of_many_threads_are_all_there_and_each_once(opens: Opens) -> None:
    store, new = opens(), list[bool]()

    def put() -> None:
        new.extend([store.put("result", f"{key}", "") for key in range(20)])

    threads = [threading.Thread(target=put) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(PATIENCE_S)
    assert new.count(True) == 20
    assert len(lines(store)) == 20


WRITES = """
import sys
from pathlib import Path
from firmware.hub.store import open_store
store = open_store(Path(sys.argv[1]), sys.argv[2])
for key in range(int(sys.argv[3]), 10**6):
    store.put("result", str(key), "x" * 200)
    print(key, flush=True)
"""


def test_a_hub_that_is_killed_as_it_writes_has_all_that_it_acknowledged(
    opens: Opens, url: str, tmp_path: Path
) -> None:
    told = 0
    for _ in range(3):
        command = (sys.executable, "-c", WRITES, str(tmp_path), url, str(told))
        hub = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert hub.stdout is not None
        try:
            said = [int(hub.stdout.readline()) for _ in range(25)]
        finally:
            hub.send_signal(signal.SIGKILL)
            rest, _ = hub.communicate(timeout=PATIENCE_S)
        said += [int(line) for line in rest.splitlines(keepends=True) if line.endswith("\n")]
        store = eventually(lambda: _opened(opens), "its place is free")  # a server notices it late
        kept = {int(key) for _, key, _ in lines(store)}
        assert set(said) <= kept
        assert kept == {*range(len(kept))}
        told = max(kept) + 1
        store.close()


def _opened(opens: Opens) -> Store | None:
    try:
        return opens()
    except BadData:
        return None


def test_a_broken_connection_is_made_anew(server: Postgres, tmp_path: Path) -> None:
    store = open_store(tmp_path, server.url)
    assert store.put("result", "a", "")
    server.stop()
    with pytest.raises(BadData) as refusal:
        store.put("result", "b", "")
    assert refusal.value.message.key == "hub.store.failed"
    server.start()
    assert store.put("result", "b", "")
    assert [key for _, key, _ in lines(store)] == ["a", "b"]
    store.close()


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    assert stat.S_IMODE((tmp_path / "hub.sqlite").stat().st_mode) == 0o600
    store.close()


@pytest.mark.parametrize("url", ["mysql://x", "here", "sqlite:///x"])
def test_an_address_of_no_database_known_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadData) as refusal:
        open_store(tmp_path, url)
    assert refusal.value.message.key == "hub.store.no_url"


def test_a_file_that_is_no_database_is_refused_and_stays(tmp_path: Path) -> None:
    (tmp_path / "hub.sqlite").write_bytes(b"not a database at all" * 100)
    with pytest.raises(BadData) as refusal:
        open_store(tmp_path)
    assert refusal.value.message.key == "hub.store.failed"
    assert (tmp_path / "hub.sqlite").read_bytes().startswith(b"not a")
