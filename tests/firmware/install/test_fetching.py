"""An update that only takes what the owner's keys have signed: with git and ssh-keygen."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from firmware.install.fetching import NONE_TRUSTED, TRUST, origin, pull, trusted
from firmware.install.machine import Failed, Machine
from firmware.install.places import Places
from tests.process import run_program

pytestmark = pytest.mark.skipif(
    not (shutil.which("git") and shutil.which("ssh-keygen")), reason="git or OpenSSH is missing"
)


def run(*command: str, home: Path | None = None) -> str:
    env = {**os.environ, **({} if home is None else {"GNUPGHOME": str(home)})}
    done = run_program(command, env=env)
    return done.stdout.strip()


def key(folder: Path, name: str) -> Path:
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(folder / name))
    return folder / name


class Project:
    """Where a clone comes from, and the clone."""

    def __init__(self, folder: Path) -> None:
        self.theirs, self.ours = folder / "theirs", folder / "ours"
        self.theirs.mkdir()
        self.git("init", "--quiet")
        self.commit("first")
        run("git", "clone", "--quiet", str(self.theirs), str(self.ours))

    def git(self, *words: str, home: Path | None = None) -> str:
        who = ("-c", "user.name=test", "-c", "user.email=test@example.org")
        return run("git", "-C", str(self.theirs), *who, *words, home=home)

    def commit(self, name: str) -> None:
        (self.theirs / name).write_text(name)
        self.git("add", name)
        self.git("commit", "--quiet", "-m", name)

    def tag(self, name: str, signer: Path | None) -> None:
        if signer is None:
            self.git("tag", "-a", "-m", name, name)
        else:
            how = ("-c", "gpg.format=ssh", "-c", f"user.signingKey={signer}")
            self.git(*how, "tag", "-s", "-m", name, name)

    @property
    def there(self) -> set[str]:
        return {path.name for path in self.ours.iterdir()} - {".git"}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.mark.parametrize("form", ["public key", "allowed signers"])
def test_the_newest_release_that_a_trusted_key_signed_is_taken_and_no_more(
    project: Project, tmp_path: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    owner = key(tmp_path, "owner")
    trust = owner.with_suffix(".pub")
    if form == "allowed signers":
        trust = tmp_path / "signers"
        public = owner.with_suffix(".pub").read_text()
        trust.write_text(f'# ours\nowner@example.org namespaces="git" {public}')
    project.commit("second")
    project.tag("v2", owner)
    project.commit("third")  # which nobody has signed
    pull(Machine(), project.ours, trust)
    assert project.there == {"first", "second"}
    text = capsys.readouterr().out
    assert text.startswith("Fetched what is new.\nIt is v2, signed by a key of ")
    pull(Machine(), project.ours, trust)
    assert capsys.readouterr().out.startswith("There is nothing new.\n")


@pytest.mark.parametrize("signer", ["nobody", "a stranger"])
def test_a_release_that_no_trusted_key_signed_changes_nothing_whatever_the_clone_believes(
    project: Project, tmp_path: Path, signer: str
) -> None:
    owner, stranger = key(tmp_path, "owner"), key(tmp_path, "stranger")
    own = tmp_path / "own"
    own.write_text("* " + stranger.with_suffix(".pub").read_text())
    run("git", "-C", str(project.ours), "config", "gpg.ssh.allowedSignersFile", str(own))
    run("git", "-C", str(project.ours), "config", "gpg.ssh.program", "/bin/true")
    run("git", "-C", str(project.ours), "config", "gpg.program", "/bin/true")
    project.commit("second")
    project.tag("v2", None if signer == "nobody" else stranger)
    with pytest.raises(Failed, match="v2 is not signed by a key of "):
        pull(Machine(), project.ours, owner.with_suffix(".pub"))
    assert project.there == {"first"}


def test_without_a_release_or_beyond_it_nothing_is_changed(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owner = key(tmp_path, "owner")
    with pytest.raises(Failed, match="There is no release"):
        pull(Machine(), project.ours, owner.with_suffix(".pub"))
    project.tag("v1", owner)
    project.commit("second")
    for news in ("Fetched what is new.", "There is nothing new."):
        pull(Machine(), project.ours)  # as it comes
        assert capsys.readouterr().out.splitlines() == [news, NONE_TRUSTED]
    with pytest.raises(Failed, match="goes beyond v1, and nobody signed it"):
        pull(Machine(), project.ours, owner.with_suffix(".pub"))
    assert project.there == {"first", "second"}
    shutil.rmtree(project.theirs)
    with pytest.raises(Failed, match="git pull did not work; nothing was changed"):
        pull(Machine(), project.ours)
    with pytest.raises(Failed, match="is no git clone: unpack the new source"):
        pull(Machine(), tmp_path)


def test_the_keys_are_named_in_the_environment_or_the_settings_and_are_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(TRUST, raising=False)
    machine = Machine(Places(tmp_path / "root"))
    assert trusted(machine) is None
    keys = tmp_path / "keys"
    machine.places.settings.parent.mkdir(parents=True)
    machine.places.settings.write_text(f"COYOTE_PORT=80\n{TRUST}={keys}\n")
    with pytest.raises(Failed, match="cannot be read"):
        trusted(machine)
    keys.write_text("")
    keys.chmod(0o644)
    assert trusted(machine) == keys
    for line in (f" {TRUST} = '{keys}'\r\n", f"{TRUST}=/of/before\n{TRUST}={keys}"):
        machine.places.settings.write_text(line, newline="")
        assert trusted(machine) == keys
    (other := tmp_path / "other").write_text("")
    monkeypatch.setenv(TRUST, str(other))
    assert trusted(machine) == other
    other.chmod(0o666)
    with pytest.raises(Failed, match="others may write"):
        trusted(machine)


def test_a_release_knows_its_commit_and_where_it_came_from_without_a_password(
    project: Project, tmp_path: Path
) -> None:
    commit, address = origin(Machine(), project.ours).splitlines()
    assert project.git("rev-parse", "HEAD").startswith(commit)
    assert address == str(project.theirs)
    where = ("config", "remote.origin.url", "https://ada:secret@example.org/table.git")
    run("git", "-C", str(project.ours), *where)
    assert origin(Machine(), project.ours).endswith("\nhttps://example.org/table.git\n")
    assert origin(Machine(), tmp_path) == ""
