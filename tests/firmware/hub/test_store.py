"""A hub's log: what was acknowledged is there, once, whatever is killed, in either database."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from firmware.errors import BadData
from firmware.hub import backup
from firmware.hub.store import open_store
from referee import words
from referee.club.format import FOLDER, load
from referee.hub.director import Director
from referee.hub.events import Events
from referee.hub.log import Said, Store
from referee.hub.projection import Decision, Projection
from tests.firmware.hub.pages import result_of
from tests.firmware.hub.stores import Postgres, can_postgres, postgres
from tests.process import PATIENCE_S, eventually

Opens = Callable[[], Store]


@pytest.fixture(scope="module")
def running() -> Iterator[Postgres]:
    if not can_postgres():
        pytest.skip("PostgreSQL is not installed")
    with postgres() as store:
        yield store


@pytest.fixture
def server(running: Postgres) -> Iterator[Postgres]:
    """Return a server whose database is empty again after the test."""
    yield running
    import psycopg

    with psycopg.connect(running.url) as db:
        db.execute("DROP TABLE IF EXISTS said")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    return "" if request.param == "sqlite" else request.getfixturevalue("server").url


@pytest.fixture
def opens(url: str, tmp_path: Path) -> Iterator[Opens]:
    opened: list[Store] = []

    def again() -> Store:
        opened.append(open_store(tmp_path, url))
        return opened[-1]

    yield again
    for store in opened:
        store.close()


def lines(store: Store, after: int = 0) -> list[tuple[str, str, str]]:
    return [item[1:4] for item in store.entries_after(after)]


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
    answer = 0
    for _ in range(2):
        command = (sys.executable, "-c", WRITES, str(tmp_path), url, str(answer))
        hub = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert hub.stdout is not None
        try:
            results = [int(hub.stdout.readline()) for _ in range(25)]
        finally:
            hub.send_signal(signal.SIGKILL)
            rest, _ = hub.communicate(timeout=PATIENCE_S)
        results += [int(line) for line in rest.splitlines(keepends=True) if line.endswith("\n")]
        store = eventually(lambda: _opened(opens))  # a server notices it late
        kept = {int(key) for _, key, _ in lines(store)}
        assert set(results) <= kept
        assert kept == {*range(len(kept))}
        answer = max(kept) + 1
        store.close()


REWRITES = """
import os, signal, sys
from pathlib import Path
from firmware.hub.store import open_store
store, seen = open_store(Path(sys.argv[1]), sys.argv[2]), []
def change(said):
    seen.append(said)
    if float(sys.argv[3]) == 0 and len(seen) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return said.body.replace("Zoe", "Guest")
signal.setitimer(signal.ITIMER_REAL, float(sys.argv[3]))
store.rewrite(change)
"""


def test_a_person_is_forgotten_in_all_lines_or_in_none_whenever_the_hub_is_killed(
    opens: Opens, url: str, tmp_path: Path
) -> None:
    store = opens()
    for key in range(500):
        store.put("result", str(key), f"Zoe{key}")
    store.close()
    for after_s in (0.0, 0.01, 60.0):
        command = (sys.executable, "-c", REWRITES, str(tmp_path), url, str(after_s))
        subprocess.run(command, timeout=PATIENCE_S, check=after_s == 60)
        store = eventually(lambda: _opened(opens))
        bodies = [body for _, _, body in lines(store)]
        assert sum("Zoe" in body for body in bodies) in (0, 500)
        store.close()
    assert "Guest7" in bodies
    if url:  # The old lines are in no page of the table any more.
        import psycopg

        with psycopg.connect(url, autocommit=True) as db:
            db.execute("CHECKPOINT")
            (size,) = db.execute("SELECT pg_read_binary_file(pg_relation_filepath('said'))")
        assert b"Zoe" not in size[0]


@pytest.mark.parametrize("is_gone", [True, False])
def test_a_line_whose_answer_was_lost_is_shown_after_a_retry_and_hides_no_later_one(
    opens: Opens, monkeypatch: pytest.MonkeyPatch, is_gone: bool
) -> None:
    projection = Projection(store := opens())
    director = Director(projection, Events(projection, tuple))
    director.open("Cup", "coyote", load(FOLDER / "swiss.toml"))
    projection.enter(result := result_of("Ada", "Bo"), ((0,), (1,)))
    put, gone = store.put, Mock(side_effect=BadData("hub.store.failed", place="", reason=""))

    def lose(*line: str) -> bool:
        put(*line)
        if is_gone:
            monkeypatch.setattr(store, "entries_after", gone)
            gone()
        return False  # The store has tried again by itself.

    writes: tuple[Callable[[], None], ...] = (
        lambda: director.add_players(["Zoe"]),
        lambda: projection.decide(Decision(result.match, counts=False)),
        lambda: projection.put("a", 1),
    )
    for write in writes:
        monkeypatch.setattr(store, "put", lose)
        with suppress(BadData):
            write()
        monkeypatch.undo()
    director.add_players(["Cy"])
    event = Events(projection, tuple).current()
    assert event is not None
    assert [*event.players.values()] == ["Zoe", "Cy"]
    assert projection.get("a") == 1
    assert not projection.lines()[result.match].counts
    projection.decide(Decision(result.match, places=((1,), (0,))))
    monkeypatch.setattr(store, "entries_after", gone)
    with pytest.raises(BadData):
        projection.rewrite(lambda entry: entry.body, "forgotten")
    assert projection.lines()[result.match].counted.places == ((1,), (0,)), "all as before"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ada:s3%zcret@127.0.0.1/db",
        "postgresql://ada:x@s3cret@127.0.0.1/db",
        "postgresql://ada:x/s3cret@127.0.0.1/db",
        "postgresql:ada:s3cret@127.0.0.1",
        "postgresql://ada:pw@127.0.0.1:1/db?s3cret",
        "postgresql://ada:s3cret@[::1/db",
        "postgresql://ada:s3%00cret@127.0.0.1/db",
        "postgresql://ada:s3cret\udc80@127.0.0.1/db",
    ],
)
def test_no_error_repeats_the_password_of_a_databases_address(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadData) as refusal:
        open_store(tmp_path, url)
    assert "s3" not in "".join(traceback.format_exception(refusal.value))
    assert not any("s3" in words.say(refusal.value.message, locale) for locale in words.LOCALES)


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


# -- disks that lack something ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "number", "key"),
    [
        ("fcntl.flock", errno.EWOULDBLOCK, "in_use"),
        ("fcntl.flock", errno.ENOLCK, "no_locks"),
        ("fcntl.flock", errno.EIO, "gone"),
        ("os.open", errno.EACCES, "forbidden"),
        ("os.open", errno.EROFS, "read_only"),
        ("os.open", errno.ENOSPC, "full"),
        ("os.open", errno.ENAMETOOLONG, "failed"),
    ],
)
def test_what_the_disk_refuses_is_said_with_what_to_do_and_its_lock_is_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, number: int, key: str
) -> None:
    opens_file, before = os.open, open_handles()

    def refuse(path: object, *given: int) -> int:
        if what == "os.open" and "hub" not in str(path):
            return opens_file(str(path), *given)
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(what, refuse)
        with pytest.raises(BadData) as refusal:
            open_store(tmp_path)
    assert refusal.value.message.key == f"hub.store.{key}"
    assert one_sentence(refusal.value)
    assert open_handles() == before


@pytest.mark.parametrize("ignored", [True, False])
def test_a_disk_without_permissions_gets_no_keys_and_lets_the_lock_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ignored: bool
) -> None:
    """FAT ignores chmod, others refuse it: what counts is who may read the file afterwards."""
    open_store(tmp_path).close()
    (tmp_path / "hub.sqlite").chmod(0o755)

    def chmod(_: Path, __: int) -> None:
        if not ignored:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "chmod", chmod)
        with pytest.raises(BadData) as refusal:
            open_store(tmp_path)
    assert refusal.value.message.key == "hub.store.not_private"
    assert one_sentence(refusal.value)
    (tmp_path / "hub.sqlite").chmod(0o700)  # as a FAT stick that is mounted for its owner alone
    monkeypatch.setattr(Path, "chmod", chmod)
    open_store(tmp_path).close()


def test_a_restored_log_is_on_the_disk_before_it_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path)
    store.put("table", "a", "key")
    store.close()
    backup.write(tmp_path, tmp_path / "backup")
    (tmp_path / backup.BEFORE).touch(0o644)
    done, flush, replace = list[str](), os.fsync, Path.replace

    def flushed(handle: int) -> None:
        done.append(Path(f"/proc/self/fd/{handle}").readlink().name)
        flush(handle)

    def replaced(file: Path, to: Path) -> Path:
        done.append(f"{file.name} to {to.name}")
        return replace(file, to)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(Path, "replace", replaced)
    backup.restore(tmp_path, tmp_path / "backup")
    for name in ("hub.sqlite", backup.BEFORE, "backup"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    new = "hub.sqlite.new"
    assert done == [new, backup.BEFORE, f"{new} to hub.sqlite", tmp_path.name]


def one_sentence(error: BadData) -> bool:
    """Return whether an error is said in every language, without the system's own number."""
    texts = [words.say(error.message, locale) for locale in words.LOCALES]
    return not any("[Errno" in name or "hub.store" in name or "\n" in name for name in texts)


def open_handles() -> set[str]:
    return {handle.name for handle in Path("/proc/self/fd").iterdir()}


def test_what_is_no_database_is_refused_and_a_file_stays(tmp_path: Path) -> None:
    for url in ("mysql://x", "here"):
        with pytest.raises(BadData) as refusal:
            open_store(tmp_path, url)
        assert refusal.value.message.key == "hub.store.no_url"
    (tmp_path / "hub.sqlite").write_bytes(b"not a database at all" * 100)
    with pytest.raises(BadData) as refusal:
        open_store(tmp_path)
    assert refusal.value.message.key == "hub.store.failed"
    assert (tmp_path / "hub.sqlite").read_bytes().startswith(b"not a")
