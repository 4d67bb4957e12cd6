"""A newer release: asked of where the clone came from, with git."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firmware import version
from firmware.errors import BadData
from firmware.newer import newer
from referee import words
from tests.process import run_program


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A project with four tags, two of which are newer releases."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "README.md").touch()
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
        run_program(results)
    return folder


def test_the_newest_release_is_told_if_it_is_newer_than_this_one(theirs: Path) -> None:
    assert newer(f"file://{theirs}", "0.1.0") == newer(str(theirs), "0.9.0") == "0.10.0"
    assert newer(str(theirs), "0.10.0") is newer(str(theirs), "1.0.0") is None


@pytest.mark.parametrize(
    "address", ["", "/nowhere/at/all", "--upload-pack=touch x", "ext::sh -c x"]
)
def test_where_nobody_can_be_asked_a_sentence_says_so(address: str) -> None:
    with pytest.raises(BadData) as refused:
        newer(address)
    assert words.has_key(refused.value.message.key)


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
