"""A release: a tag makes the wheel, every print and a card's first-start file, for a draft."""

from __future__ import annotations

import hashlib
import re
import sys
from itertools import islice
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from firmware.commands import printing
from firmware.printing.papers import PAPERS
from referee import library
from referee.words import LOCALES
from tests import release
from tests.process import run_program
from vision.art import art_names

WORKFLOW = (release.ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
MAKEFILE = (release.ROOT / "Makefile").read_text("utf-8")
ADDRESS = "https://example.org/coyote-table"


def test_the_workflows_steps_are_there() -> None:
    targets = set(re.findall(r"(?m)^([a-z]+):", MAKEFILE))
    used = re.findall(r"run: make (\w+)", WORKFLOW)
    assert used
    assert {*used} <= targets
    assert "- run: .ci/run\n" in WORKFLOW
    assert re.search(r"(?m)^release: .*\bpictures\b", MAKEFILE), "the docs show this release"
    uploaded = re.search(r"gh release create .* --draft .*--notes-file (\S+) (\S+)/\*", WORKFLOW)
    assert uploaded
    assert release.ROOT / uploaded[1] == release.NOTES
    assert release.ROOT / uploaded[2] == release.RELEASE


def test_every_deck_and_game_is_printed_in_every_language() -> None:
    assert {*release.PAPERS} <= {*PAPERS}
    made = [*release.commands("A4")]
    assert {words[0] for _, words in made} >= {*art_names()}
    pairs = {(words[1], language) for language, words in made if words[0] == "aid"}
    assert {language for _, language in pairs} == {*LOCALES}
    assert {name for name, _ in pairs} <= {*library.names()}
    assert len(made) == len({words for _, words in made})


def test_every_print_of_a_release_is_one_that_can_be_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deck without words refuses a language, and a release asked for one."""
    for kind in ("deck", "mats", "markers", "pieces", "aids", "box"):
        monkeypatch.setattr(printing, f"print_{kind}", lambda *_, **__: 1)
    for turn, paper in enumerate(release.PAPERS):
        for _, words in islice(release.commands(paper), turn, None, len(release.PAPERS)):
            done = CliRunner().invoke(printing.print_command, [*words, "--out", str(tmp_path)])
            assert done.exit_code == 0, (words, done.exception)


def test_prints_of_a_language_are_in_one_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = ("box", "coup", "--paper", "A4", "--language", "de")
    aid = ("aid", "coup", "--paper", "A4", "--language", "de")
    monkeypatch.setattr(release, "commands", lambda _: [("de", box), ("de", aid)])
    release.prints(tmp_path, ["A4"])
    (path,) = tmp_path.iterdir()
    assert path.name == f"{release.NAME}-print-A4-de.zip"
    with ZipFile(path) as archive:
        assert all(archive.read(name).startswith(b"%PDF") for name in archive.namelist())
        assert archive.namelist() == ["box-coup-A4-de.pdf", "aid-coup-A4-de.pdf"]


def test_a_release_names_the_projects_address_once_there_is_one(tmp_path: Path) -> None:
    release.first_start(tmp_path, None)
    assert [*tmp_path.iterdir()] == []
    release.first_start(tmp_path, ADDRESS)
    release.sums(tmp_path)
    answer = (tmp_path / "vendor-data").read_bytes()
    assert ADDRESS.encode() in answer
    listed = (tmp_path / "SHA256SUMS").read_text()
    assert listed == f"{hashlib.sha256(answer).hexdigest()}  vendor-data\n"


def test_a_draft_tells_what_is_new_in_this_release_alone() -> None:
    notes = release.notes("# Changelog\n\n## 0.2.0, today\n\n- New.\n\n## 0.1.0\n\n- Old.\n")
    assert notes == "- New.\n"


@pytest.mark.verify
def test_a_releases_wheel_is_installed_and_has_the_first_start_file(tmp_path: Path) -> None:
    release.wheel(tmp_path)
    (path,) = tmp_path.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target")
    run_program([*pip, tmp_path / "there", path])
    asked = "from firmware.install.card import first_start; print(first_start('ADDRESS'))"
    process = run_program([sys.executable, "-c", asked], cwd=tmp_path / "there")
    assert "git clone --quiet --depth=1 ADDRESS" in process.stdout
