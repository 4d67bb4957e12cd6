"""`coyote print` and `coyote draw`: what they refuse, and the files that they leave."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware import cli
from hardware import MAT
from referee.words.catalogue import use_owner_languages
from tests.pseudo import catalogue

Capsys = pytest.CaptureFixture[str]
pytestmark = pytest.mark.usefixtures("root")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COYOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "out")
    return tmp_path / "out"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("mat ogallala --seats 9", "2 to 5 players, not 9"),
        ("mat ogallala --seats 0", "seats"),
        ("mat --seats 3", "--seats has no effect"),
        ("aid coup --bw", "--bw has no effect"),
        ("mat ogallala --no-backs", "--no-backs has no effect"),
        ("ogallala --language fr", "--language has no effect"),
        ("coup coyote", "“coyote” is one word too many"),
        ("chess", "no drawings of the deck chess"),
        ("aid", "after aid: coyote"),
        ("box", "after box: coup"),
        ("aid chess", "no game “chess”"),
        ("box coup --language xx", "no language xx"),
        ("aid coup --language en --language fr --language en", "at most 2"),
        ("aid coup --edition kidult", "--edition has no effect"),
        ("aid coyote --edition chess", "no edition chess"),
        ("box coup --thickness 9", "thickness"),
        ("box coup --thickness nan", "not a number"),
        ("coup --png cards --paper A3", "--paper has no effect"),
        ("join coup", "coup has no effect here (join)"),
    ],
)
def test_what_means_nothing_is_refused_in_one_sentence_and_leaves_no_file(
    capsys: Capsys, here: Path, words: str, sentence: str
) -> None:
    assert cli.run(["print", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err
    assert list(here.iterdir()) == []


def test_a_print_that_fails_leaves_what_was_there_and_no_part_of_the_new(
    capsys: Capsys, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "box.pdf").write_text("the one before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        for file in ("box.pdf", "new.pdf"):
            assert cli.run(["print", "box", "coup", "--out", file]) == 2
            assert "No space left" in capsys.readouterr().err
    assert [path.read_text() for path in here.iterdir()] == ["the one before"]
    assert cli.run(["print", "box", "coup", "--out", "box.pdf"]) == 0
    assert (here / "box.pdf").read_bytes().startswith(b"%PDF")


def test_each_print_has_a_file_of_its_own(here: Path) -> None:
    box, mat = "box coup", "mat --paper A2"
    for words in (box, f"{box} --language fr", f"{box} --paper A5", mat, f"{mat} --bw"):
        assert cli.run(["print", *words.split()]) == 0
    boxes = ["box-coup-A4.pdf", "box-coup-A5.pdf", "box-coup-fr-A4.pdf"]
    written = sorted(path.name for path in here.iterdir())
    assert written == [*boxes, "mat-table-A2-bw.pdf", "mat-table-A2.pdf"]


def test_an_owners_mats_are_printed_from_their_file_or_folder(here: Path, capsys: Capsys) -> None:
    (here.parent / "own").mkdir()
    own = here.parent / "own" / "long.toml"
    own.write_text(MAT.read_text("utf-8"), "utf-8")
    assert cli.run(["print", "mat", str(own)]) == 0
    assert cli.run(["print", "markers", str(own.parent), "--paper", "A3"]) == 0
    assert {path.name for path in here.iterdir()} == {"mat-long-A4.pdf", "markers-own-A3.pdf"}
    assert cli.run(["print", "mat", str(own), "--language", "de"]) == 2
    assert "--language has no effect" in capsys.readouterr().err
    assert cli.run(["print", "mat", "nowhere.toml"]) == 2
    assert "There is no mat nowhere.toml" in capsys.readouterr().err


def test_a_pipe_gets_the_pdf(here: Path) -> None:
    coming, going = os.pipe()
    with os.fdopen(coming, "rb") as pipe:
        assert cli.run(["print", "box", "coup", "--out", f"/dev/fd/{going}"]) == 0
        os.close(going)
        assert pipe.read().startswith(b"%PDF-")
    assert [*here.iterdir()] == []


@pytest.mark.parametrize("language", ["he"])
@pytest.mark.parametrize("what", ["box coup", "aid coup"])
def test_a_language_whose_letters_cannot_be_printed_is_refused_in_one_sentence(
    here: Path, capsys: Capsys, language: str, what: str
) -> None:
    folder = here.parent / "data" / "words"
    folder.mkdir(parents=True)
    (folder / f"{language}.po").write_bytes(catalogue(language))
    assert cli.run([*f"print {what} --language {language}".split()]) == 2
    text = capsys.readouterr().err
    use_owner_languages(None)
    assert text.count("\n") == 1
    assert "no letters for" in text
    assert "--language en" in text
    assert [*here.iterdir()] == []
