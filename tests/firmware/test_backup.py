"""A backup: whole, without what lets anybody in, refused where damaged; the power may go."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware import cli
from firmware.backup.archive import MANIFEST
from firmware.backup.data_files import Keeping
from firmware.backup.manifest import MOST_MANIFEST_BYTES, read_manifest
from firmware.backup.restoring import BEFORE, READY, prepare, take_over
from firmware.backup.writing import write
from firmware.errors import BadData
from referee import words
from referee.match.commands import Begin
from referee.match.desk import Desk
from tests.breadth import breadth
from tests.matches import match_of

JOURNAL = "play.sqlite"
FILES = (JOURNAL, "decks/ours/deck.toml", "lenses.toml", "words/pt.po", "games/whist/__init__.py")
SECRET = "060 797 263"


def table(folder: Path, game: str = "coyote") -> Path:
    """Make a data folder with a match, two names, a deck, a lens and a host's code."""
    with closing(Desk.open(folder / JOURNAL)) as desk:
        desk.do(Begin("coup", {}, 3))
        desk.do(Begin(game, {}, 3))
        desk.put("names", ["Ada", "Bo"])
        desk.put("web.host_code", SECRET)
    for name, text in {
        "decks/ours/deck.toml": f"# {game}",
        "lenses.toml": f"# {game}",
        "words/pt.po": "",
        "games/trusted.toml": "",
        "games/whist/__init__.py": "",
        "coyote.log": "not kept",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A backup of another table."""
    made = tmp_path / "backup.zip"
    write(table(tmp_path / "other"), made, "0.1.0")
    return made


def game_of(data: Path) -> str:
    with closing(Desk.open(data / JOURNAL)) as desk:
        assert desk.notices == ()
        return match_of(desk).game.name


def test_it_holds_what_makes_a_table_and_lets_nobody_in(file: Path) -> None:
    held = read_manifest(file)
    assert (held.matches, held.names, held.decks) == (2, ("Ada", "Bo"), ("ours",))
    assert set(held.files) == set(FILES)
    with zipfile.ZipFile(file) as whole:
        assert SECRET.encode() not in whole.read(JOURNAL)


class Cut(BaseException):
    """The power goes."""


@contextmanager
def cut(monkeypatch: pytest.MonkeyPatch, after: int) -> Iterator[None]:
    """Let the power go at the next renaming of a file after some."""
    left, real = [after], Path.rename

    def rename(path: Path, to: Path) -> Path:
        if not left[0]:
            raise Cut
        left[0] -= 1
        return real(path, to)

    with monkeypatch.context() as patched, suppress(Cut):
        patched.setattr(Path, "rename", rename)
        yield


@pytest.mark.parametrize("after", range(12))
def test_the_power_may_go_at_any_step_of_it(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    data = table(tmp_path / "mine", "coup")
    prepare(data, file)
    assert game_of(data) == "coup", "nothing changes before the next start"
    with cut(monkeypatch, after):
        take_over(data)
    take_over(data)
    assert (game_of(data), game_of(data / BEFORE)) == ("coyote", "coup")
    assert (data / "lenses.toml").read_text() == "# coyote"
    assert (data / BEFORE / "lenses.toml").read_text() == "# coup"
    assert (take_over(data), (data / READY).exists()) == (None, False)
    with closing(Desk.open(data / JOURNAL)) as desk:
        assert desk.get("names") == ["Ada", "Bo"]
        assert desk.get("web.host_code") is None


@pytest.mark.parametrize("cut_back_after", breadth([None, 2, 7], 2))
@pytest.mark.parametrize("after", [0, 1, 3, 5, 8])
def test_a_restore_that_was_cut_and_done_anew_mixes_no_two_tables(
    tmp_path: Path,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    after: int,
    cut_back_after: int | None,
) -> None:
    data = table(tmp_path / "mine", "coup")
    (data / "decks" / "ours" / "mine").write_text("mine")
    other = tmp_path / "other.zip"
    write(table(tmp_path / "third", "ogallala"), other, "0.1.0")
    prepare(data, file)
    with cut(monkeypatch, after):
        take_over(data)
    if cut_back_after is not None:
        with cut(monkeypatch, cut_back_after):
            prepare(data, other)
    prepare(data, other)
    take_over(data)
    assert (game_of(data), game_of(data / BEFORE)) in (("ogallala", "coup"), ("ogallala", "coyote"))
    assert game_of(data / BEFORE) == "coup" or after > 7, "the restore was over before it was cut"
    for name in ("lenses.toml", "decks/ours/deck.toml"):
        assert (data / name).read_text() == "# ogallala"
        assert (data / BEFORE / name).read_text() == f"# {game_of(data / BEFORE)}"
    assert not (data / "decks" / "ours" / "mine").exists()


def changed(file: Path, change: Callable[[dict[str, Any], dict[str, bytes]], None]) -> Path:
    """Change a backup's manifest, and its files."""
    with zipfile.ZipFile(file) as whole:
        files = {name: whole.read(name) for name in whole.namelist()}
    manifest = json.loads(files.pop(MANIFEST))
    change(manifest, files)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, data in (files | {MANIFEST: json.dumps(manifest).encode()}).items():
            whole.writestr(name, data)
    return file


def _renamed(manifest: dict[str, Any], files: dict[str, bytes], to: str) -> None:
    files[to] = files.pop("lenses.toml")
    manifest["files"][to] = manifest["files"].pop("lenses.toml")


def _journal(manifest: dict[str, Any], files: dict[str, bytes], change: str) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(files[JOURNAL])
        db.execute(change)
        db.commit()
        files[JOURNAL] = db.serialize()
    manifest["files"][JOURNAL] = {
        "bytes": len(files[JOURNAL]),
        "sha256": sha256(files[JOURNAL]).hexdigest(),
    }


BAD: dict[str, Callable[[dict[str, Any], dict[str, bytes]], None]] = {
    "a bit": lambda _, files: files.update({JOURNAL: files[JOURNAL][:-1] + b"x"}),
    "less": lambda _, files: files.update({JOURNAL: files[JOURNAL][:-9]}),
    "a file too many": lambda _, files: files.update({"decks/more": b""}),
    "a file less": lambda _, files: files.__delitem__("lenses.toml"),
    "a later form": lambda manifest, _: manifest.update(format=2),
    "no form": lambda manifest, _: manifest.__delitem__("format"),
    "out of the folder": lambda manifest, files: _renamed(manifest, files, "decks/../../evil"),
    "to the root": lambda manifest, files: _renamed(manifest, files, "/etc/evil"),
    "a file for a folder": lambda manifest, files: _renamed(
        manifest, files, "decks/ours/deck.toml/a"
    ),
    "far too much": lambda manifest, _: manifest.update(more=" " * MOST_MANIFEST_BYTES),
    "a later journal": lambda manifest, files: _journal(manifest, files, "PRAGMA user_version = 9"),
    "no journal": lambda manifest, files: _journal(manifest, files, "DROP TABLE entry"),
    "a bomb": lambda _, files: files.update({"decks/ours/deck.toml": bytes(30_000_000)}),
    "an endless list": lambda _, files: files.update({f"decks/{n}": b"" for n in range(20_001)}),
    "a count below zero": lambda manifest, _: manifest.update(matches=-1),
    "a time that is none": lambda manifest, _: manifest.update(made=True),
    "trust": lambda manifest, files: _renamed(manifest, files, "games/trusted.toml"),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_damaged_or_foreign_backup_is_refused_in_a_sentence_and_nothing_changes(
    tmp_path: Path, file: Path, bad: str
) -> None:
    data = table(tmp_path / "mine", "coup")
    with pytest.raises(BadData) as refused:
        prepare(data, changed(file, BAD[bad]))
    assert (refused.value.message.key == "cli.backup.none") == (bad == "no form")
    assert words.say(refused.value.message, "en").count("backup.zip") == 1
    assert (take_over(data), game_of(data)) == (None, "coup")
    assert not (tmp_path / "evil").exists()


def test_any_damage_of_its_bytes_is_told_in_a_sentence_or_does_no_harm(
    tmp_path: Path, file: Path
) -> None:
    data, whole = table(tmp_path / "mine", "coup"), file.read_bytes()
    for at in range(0, len(whole), len(whole) // 40):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with suppress(BadData):
            assert set(prepare(data, file).files) == set(FILES)
        file.write_bytes(whole[:at])
        with pytest.raises(BadData):
            prepare(data, file)
    assert game_of(data) == "coup"


def test_it_waits_while_another_table_plays_on_the_data(tmp_path: Path, file: Path) -> None:
    data = table(tmp_path / "mine", "coup")
    prepare(data, file)
    with closing(Desk.open(data / JOURNAL)) as desk:
        assert take_over(data) is None
        desk.do(Begin("coup", {}, 4))
    assert take_over(data) is not None
    assert game_of(data / BEFORE) == "coup"


def test_what_is_no_backup_file_is_told_and_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    none, pipe = tmp_path / "none.zip", tmp_path / "pipe"
    os.mkfifo(pipe)
    for text in (b"", b"no zip", b"PK\x03\x04 cut"):
        none.write_bytes(text)
        assert cli.run(["restore", str(none), "--yes", "--data", str(tmp_path / "data")]) == 2
        answer = capsys.readouterr().err
        assert (answer.count("\n"), "none.zip is not a backup" in answer) == (1, True)
    with pytest.raises(BadData, match="unread"):
        read_manifest(pipe)
    with pytest.raises(BadData, match="unwritable"):
        write(table(tmp_path / "mine"), pipe, "0.1.0")
    assert pipe.is_fifo()


def test_a_backup_that_fails_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = table(tmp_path / "mine")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadData, match="unwritable"):
        write(data, tmp_path / "b.zip", "0.1.0")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine"]


def test_the_command_says_who_has_the_journal_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    data = table(tmp_path / "mine")
    out = str(tmp_path / "b.zip")
    with closing(Desk.open(data / JOURNAL)) as desk:
        desk.do(Begin("coup", {}, 3))
        assert cli.run(["backup", out, "--data", str(data)]) == 2
        assert "A table is running with this data" in capsys.readouterr().err
    assert cli.run(["backup", out, "--data", str(data)]) == 0
    assert "Matches: 3" in capsys.readouterr().out


# -- on the host's page ----------------------------------------------------------------------------


def test_an_upload_for_which_the_disk_has_no_room_is_told_and_changes_nothing(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = table(tmp_path / "mine", "coup")

    class Full(io.BytesIO):
        def read(self, *_: object) -> bytes:
            raise OSError(28, "No space left on device")

    with closing(Desk.open(data / JOURNAL)) as desk:
        keeping = Keeping(desk, data, lambda _: None)
        with pytest.raises(BadData, match="No space"):
            keeping.restore(Full(), "full.zip")
        monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1_000))
        with pytest.raises(BadData, match="No space"):
            keeping.restore(io.BytesIO(file.read_bytes()), "backup.zip")
        assert keeping.pending_restore() is None
    assert not list(data.glob(".backup-*"))


def test_a_host_takes_a_backup_between_matches_and_brings_one_back(
    tmp_path: Path, file: Path
) -> None:
    data = tmp_path / "mine"

    def bundle(path: Path) -> None:
        path.write_bytes(b"zip")

    with closing(Desk.open(data / JOURNAL)) as desk:
        keeping = Keeping(desk, data, bundle)
        twice: Keeping = Keeping(desk, data, lambda _: twice.bundle())  # type: ignore[arg-type]
        with pytest.raises(BadData, match="bundle_busy"):
            twice.bundle()
        with keeping.backup() as made:
            assert read_manifest(made).matches == 0
        assert not made.exists()
        keeping.restore(io.BytesIO(file.read_bytes()), "backup.zip")
        ready = keeping.pending_restore()
        assert ready is not None
        assert ready.params["names"] == ("Ada", "Bo")
        keeping.discard_restore()
        assert keeping.pending_restore() is None
        assert keeping.bundle() == b"zip"
        desk.do(Begin("coup", {}, 3))
        with pytest.raises(BadData, match="match_on"), keeping.backup():
            pass  # its cards may be hidden from the host, who plays as well


def test_a_data_folder_that_is_gone_is_one_clear_sentence(tmp_path: Path) -> None:
    with closing(Desk.open(tmp_path / JOURNAL)) as desk:
        keeping = Keeping(desk, tmp_path / "gone", lambda _: None)
        with pytest.raises(BadData, match="no_folder") as refused:
            keeping.bundle()
        assert "gone" in words.say(refused.value.message, "en")
        with pytest.raises(BadData, match="no_folder"):
            keeping.bundle()  # The refusal before has ended.
        with pytest.raises(BadData, match="no_folder"), keeping.backup():
            pass
