"""A game from elsewhere: a package's, or a folder that the owner trusts; a broken one is named."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.games import TRUSTED, open_games, own_games, trust
from referee import examples, library, words
from referee.booklet import rulebook
from referee.contract import Message
from tests.breadth import breadth
from tests.firmware.test_languages import run
from tests.process import run_program
from vision.decks.deck import deck_folder
from vision.decks.shelves import deck_names

ROOT = Path(__file__).parents[2]
EXAMPLE = Path(examples.__file__).parent / "high_card"
OURS = ("coyote", "coup", "coup_detat", "ogallala", "plenty_coups", "hearts")
Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder with a game of the owner's own, not trusted yet."""
    shutil.copytree(EXAMPLE, tmp_path / "games" / "high_card")
    monkeypatch.setenv("COYOTE_DATA", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    yield tmp_path
    sys.modules.pop("coyote_games.high_card", None)
    open_games()


def doubts(data: Path) -> dict[Path, str]:
    """Return the last word of the key of each doubt about a game, or "" for a trusted game."""
    doubts = own_games(data).items()
    return {folder: doubt.key.rpartition(".")[2] if doubt else "" for folder, doubt in doubts}


def test_a_folder_is_not_loaded_without_the_owners_word(data: Path, capsys: Capsys) -> None:
    (data / "games/high_card/__init__.py").write_text("raise SystemExit('loaded')", "utf-8")
    status, answer = run(capsys, "games")
    assert status == 0
    assert "high_card is in the data folder but is not loaded" in answer
    assert library.names() == OURS


def test_a_trusted_folder_is_a_game_with_its_words_rules_and_deck(
    data: Path, capsys: Capsys
) -> None:
    deck = data / "games/high_card/decks/mine/deck.toml"
    deck.parent.mkdir(parents=True)
    deck.write_text("", "utf-8")
    status, output = run(capsys, "games", "trust", "high_card")
    assert (status, "✓ high_card: High Card" in output) == (0, True)
    assert library.names() == (*OURS, "high_card")
    assert words.say(Message("game.high_card"), "fr") == "High Card"  # it has no French
    points = Message("token.point.of", {"count": 1, "of": 3})
    assert words.say(points, "en") == "1 point of 3"  # as a seat's counter says it
    assert [rule.id for rule in rulebook.rules("high_card")[0].rules] == ["HC-1", "HC-2", "HC-3"]
    assert "mine" in deck_names()
    assert run(capsys, "games", "forget", "high_card")[0] == 0
    assert library.names() == OURS
    assert "mine" not in deck_names()


@pytest.mark.parametrize("kind", ["folder", "file", "pipe", "loop"])
def test_a_folder_that_leads_elsewhere_is_not_trusted(
    data: Path, capsys: Capsys, kind: str
) -> None:
    trust(data, "high_card")
    folder, elsewhere = data / "games/high_card", data / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "more.py").write_text("")
    if kind == "pipe":
        os.mkfifo(folder / "more")
    else:
        to = {"folder": elsewhere, "file": elsewhere / "more.py", "loop": folder}[kind]
        (folder / "more").symlink_to(to)
    assert doubts(data) == {folder: "broken"}
    open_games(data)
    assert library.names() == OURS
    status, output = run(capsys, "games", "trust", "high_card")
    assert (status, output.count("\n"), str(folder / "more") in output) == (2, 1, True)
    assert str(folder / "more") in run(capsys, "games")[1]


@pytest.mark.parametrize("file", ["__init__.py", "words/en.po", "more.py"])
def test_what_was_changed_since_is_asked_about_again(data: Path, file: str) -> None:
    trust(data, "high_card")
    folder = data / "games/high_card"
    assert doubts(data) == {folder: ""}
    with (folder / file).open("a", encoding="utf-8") as out:
        out.write("\n# changed\n")
    assert doubts(data) == {folder: "changed"}
    open_games(data)
    assert library.names() == OURS
    for damaged in ("", "high_card = 1", "high_card = ", "\0"):
        (data / "games" / TRUSTED).write_text(damaged, "utf-8")
        assert set(doubts(data).values()) == {"new"}, "a damaged list trusts nobody"


@pytest.mark.parametrize("kind", ["a folder", "a link", "a file"])
def test_bytecode_that_lies_there_is_taken_away_and_not_run(data: Path, kind: str) -> None:
    trust(data, "high_card")
    cache, elsewhere = data / "games/high_card/__pycache__", data / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").write_text("")
    if kind == "a folder":
        cache.mkdir()
        (cache / f"__init__.{sys.implementation.cache_tag}.pyc").write_bytes(b"somebody else's")
    elif kind == "a link":
        cache.symlink_to(elsewhere)
    else:
        cache.write_text("")
    open_games(data)
    assert library.names() == (*OURS, "high_card")
    assert not os.path.lexists(cache)
    assert (elsewhere / "kept").exists()


def test_what_is_not_there_is_refused_in_a_sentence(data: Path, capsys: Capsys) -> None:
    for word in ("trust", "forget"):
        status, output = run(capsys, "games", word, "../high_card")
        assert (status, output.count("\n")) == (2, 1)
        assert str(data / "games") in output


BARE_MOVE = (EXAMPLE / "__init__.py").read_text("utf-8").replace("Lay(SeatMove,", "Lay(Frozen,")
BROKEN = {
    "code": ("__init__.py", "raise RuntimeError('boom')", "RuntimeError: boom"),
    "exit": ("__init__.py", "raise SystemExit(3)", "SystemExit: 3"),
    "syntax": ("__init__.py", "def", "SyntaxError"),
    "nothing": ("__init__.py", "GAME = 1", "is no referee.contract.Game"),
    "move": ("__init__.py", BARE_MOVE, "the move lay is not based on referee.kit.MoveBase"),
    "rules": ("rules.toml", "sections = 1", "ValidationError"),
    "options": ("options.toml", "starter = [", "TOMLDecodeError"),
    "default": ("options.toml", "points = 99", "BadOptions"),
    "deck": ("more.toml", "", "there is no decks/high_card/deck.toml"),
}


@pytest.mark.parametrize("kind", breadth(BROKEN, "rules", "exit", "syntax", "deck"))
def test_a_broken_game_is_named_and_hurts_nobody_else(
    data: Path, capsys: Capsys, kind: str
) -> None:
    file, text, reason = BROKEN[kind]
    (data / "games/high_card" / file).write_text(text, "utf-8")
    if kind == "deck":
        shutil.rmtree(data / "games/high_card/decks")
    trust(data, "high_card")
    status, output = run(capsys, "games")
    assert status == 0
    assert reason in output
    assert "✗ The game high_card cannot be played" in output
    assert words.say(Message("game.coup"), "en") == "Coup"
    assert library.names() == OURS


def test_a_game_says_nothing_in_place_of_the_table_or_another_game(data: Path) -> None:
    with (data / "games/high_card/words/en.po").open("a", encoding="utf-8") as file:
        file.write('\nmsgid "game.coup"\nmsgstr "Mine"\n\nmsgid "page.rules"\nmsgstr "Mine"\n')
    shutil.copytree(deck_folder("coup"), data / "games/high_card/decks/coup")
    trust(data, "high_card")
    open_games(data)
    assert deck_folder("coup") == library.folder("coup") / "decks" / "coup"
    assert words.say(Message("game.coup"), "en") == "Coup"
    assert words.say(Message("page.rules"), "en") != "Mine"


def test_an_installed_package_brings_a_game_by_its_entry_point(tmp_path: Path) -> None:
    """As pip leaves it: the package beside its metadata, somewhere on Python's path."""
    shutil.copytree(EXAMPLE, tmp_path / "high_card")
    info = tmp_path / "high_card-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: high_card\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[coyote.games]\nhigh_card = high_card:GAME\ngone = no_such_module:GAME\n"
    )
    path = os.pathsep.join([str(ROOT), str(tmp_path)])
    environment = {**os.environ, "PYTHONPATH": path, "LC_ALL": "en_GB.UTF-8"}
    environment["COYOTE_DATA"] = str(tmp_path / "data")
    ran = run_program(
        [sys.executable, "-m", "firmware.cli", "games"], env=environment, cwd=tmp_path, check=False
    )
    assert "✓ high_card: High Card" in ran.stdout
    assert "✗ The game gone cannot be played: ModuleNotFoundError" in ran.stdout
    assert ran.stdout.count("✓") == len(OURS) + 1
