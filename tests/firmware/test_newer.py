"""A newer release: asked of where the clone came from, with git; a version means its section."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from firmware import version
from firmware.errors import BadData
from firmware.newer import changes, newer
from firmware.version import numbers
from referee import words
from tests.process import PATIENCE_S
from webui.maintenance import NewerRelease, ReleaseNotes

ROOT = Path(__file__).parents[2]
CHANGES = """# Changelog

## 0.10.0, 3 May 2027

**Cards**

- `coyote print` prints **more**,
  as [here](README.md).
- A second thing.

**At the table**

- A third.

## 0.9.0, 1 May 2027

- Older.

## 0.1.0, 1 January 2027

- Known here.
"""
NEWEST = ReleaseNotes(
    "0.10.0", ("coyote print prints more, as here.", "A second thing.", "A third.")
)


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A project with four tags, two of which are newer releases."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "CHANGELOG.md").write_text(CHANGES)
    who = ("-c", "user.name=test", "-c", "user.email=test@example.org")
    for command in (
        ("init", "--quiet"),
        ("add", "."),
        ("commit", "--quiet", "-m", "all"),
        ("tag", "v0.1.0"),
        ("tag", "-a", "-m", "signed or not", "v0.9.0"),
        ("tag", "-a", "-m", "the newest", "v0.10.0"),
        ("tag", "v2.0.0-beta"),
    ):
        results = ("git", "-C", folder, *who, *command)
        subprocess.run(results, check=True, capture_output=True, timeout=PATIENCE_S)
    return folder


def test_the_newest_release_is_told_with_what_is_new_since_this_one(theirs: Path) -> None:
    assert newer(f"file://{theirs}", "0.1.0") == NewerRelease(
        "0.10.0", (NEWEST, ReleaseNotes("0.9.0", ("Older.",)))
    )
    assert newer(str(theirs), "0.9.0") == NewerRelease("0.10.0", (NEWEST,))
    assert newer(str(theirs), "0.10.0") is newer(str(theirs), "1.0.0") is None
    # A release whose changes cannot be had is told all the same.

    texts = ("git", "-C", theirs, "update-ref", "refs/tags/v3.0.0", "HEAD:CHANGELOG.md")
    subprocess.run(texts, check=True, timeout=PATIENCE_S)
    assert newer(str(theirs), "0.9.0") == NewerRelease("3.0.0")


@pytest.mark.parametrize(
    "address", ["", "/nowhere/at/all", "--upload-pack=touch x", "ext::sh -c x"]
)
def test_where_nobody_can_be_asked_a_sentence_says_so(address: str) -> None:
    with pytest.raises(BadData) as refused:
        newer(address)
    assert words.has_key(refused.value.message.key)


def test_the_changelogs_sections_are_versions_and_the_newest_is_this_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    releases = list(changes((ROOT / "CHANGELOG.md").read_text("utf-8")))
    assert releases[0].version == project["version"]
    assert all(notes.changes for notes in releases)
    versions = [numbers(release_notes.version) or () for release_notes in releases]
    assert all(later > earlier for later, earlier in pairwise((*versions, (0, 0, 0))))


def test_an_installed_release_tells_its_commit_and_its_origin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = tmp_path / "releases" / "0.1.0-3f2a"
    release.mkdir(parents=True)
    monkeypatch.setattr(version, "HOUSE", release / ".venv" / "lib")
    version.commit_and_origin.cache_clear()
    assert (version.commit(), version.origin()) == ("3f2a", "")
    (release / "origin").write_text("80efb37d\nhttps://example.org/table.git\n")
    version.commit_and_origin.cache_clear()
    assert (version.commit(), version.origin()) == ("80efb37d", "https://example.org/table.git")
    version.commit_and_origin.cache_clear()
