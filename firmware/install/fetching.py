"""Fetches updates into the source folder. It takes either everything, or only signed releases.

Anyone who may push to a clone's origin can run a program as root on every table updated from it.
If the owner names keys (`COYOTE_TRUST`), an update accepts only a tag that one of them signed.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.install.machine import Failed, Machine
from firmware.install.settings import value_in

TRUST = "COYOTE_TRUST"  # Names a file of keys, in the environment or in the owner's settings.
NONE_TRUSTED = (
    f"Nobody's signature was asked for: what the source's owners push runs here as root. "
    f"{TRUST} asks for one (hardware/install.md)."
)
UNTRUSTED = shutil.which("false") or "/bin/false"  # replaces a verifier that must accept nothing
PUBLIC = ("ssh-", "ecdsa-", "sk-")  # OpenSSH public keys begin with one of these.


def trusted(machine: Machine) -> Path | None:
    """Return the file of keys that the owner trusts, or None. Raise `Failed` if it is unusable."""
    named = os.environ.get(TRUST, "") or value_in(machine.settings, TRUST)
    if not named:
        return None
    path = Path(named)
    try:
        about = path.stat()
    except OSError as error:
        raise Failed(f"{TRUST}: {path} cannot be read: {error.strerror}") from error
    if about.st_uid not in (0, os.geteuid()) or stat.S_IMODE(about.st_mode) & 0o022:
        raise Failed(f"{TRUST}: others may write to {path}: sudo chown root and chmod 644 it.")
    return path


def pull(machine: Machine, source: Path, trust: Path | None = None) -> None:
    """Fetch updates into the source folder, as the user who owns it.

    `trust` is a file of OpenSSH public keys. With it, check out the newest release, whose
    tag one of these keys must have signed. If that is impossible, raise `Failed` and change
    nothing.
    """
    if not (source / ".git").exists():
        raise Failed(f"{source} is no git clone: unpack the new source, then: sudo make install")
    clone = Clone(machine, source)
    before = clone.head()
    if trust is None:
        clone.must("git pull did not work", "pull", "--ff-only", "--quiet")
        verdict = NONE_TRUSTED
    else:
        tag = clone.signed(trust)
        verdict = f"It is {tag}, signed by a key of {trust}."
    same = clone.head() == before
    machine.say("There is nothing new." if same else "Fetched what is new.")
    machine.say(verdict)


def origin(machine: Machine, source: Path) -> str:
    """Return a clone's commit and, on a second line, the address of its origin without a password.

    Return an empty string if the source is no clone.
    """
    if not (source / ".git").exists():
        return ""
    clone = Clone(machine, source)
    commit = clone.git("describe", "--always", "--dirty", "--exclude=*")
    address = clone.git("config", "--get", "remote.origin.url")
    answers = [done.stdout.strip() if done.returncode == 0 else "" for done in (commit, address)]
    return f"{answers[0]}\n{re.sub(r'(?<=://)[^/@]*@', '', answers[1])}\n"


class Clone:
    """A clone. Git runs in it as the user who owns it."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self._machine = machine
        self._folder = folder
        owner = folder.stat().st_uid
        self._user = owner if owner != os.geteuid() else None

    def git(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run git to its end."""
        return self._machine.run("git", "-C", str(self._folder), *words, user=self._user)

    def must(self, failed: str, *words: str) -> str:
        """Run git and return its output. Raise `Failed` if it fails."""
        done = self.git(*words)
        if done.returncode:
            raise Failed(f"{failed}; nothing was changed:\n{done.stdout.strip()}")
        return done.stdout.strip()

    def head(self) -> str:
        """Return the commit that is checked out."""
        return self.git("rev-parse", "HEAD").stdout.strip()

    def signed(self, trust: Path) -> str:
        """Check out the newest release if one of the keys has signed its tag. Return the tag.

        Otherwise raise `Failed`.
        """
        self.must("git fetch did not work", "fetch", "--quiet", "--tags")
        none = f"There is no release, no tag with a message, that {trust} could have signed"
        tag = self.must(none, "describe", "--abbrev=0", "@{upstream}")
        object_ = self.must(none, "rev-parse", f"refs/tags/{tag}")
        with self._only_signers(trust) as settings:
            done = self.git(*settings, "verify-tag", object_)
        if done.returncode:
            raise Failed(
                f"{tag} is not signed by a key of {trust}; nothing was changed:\n"
                f"{done.stdout.strip()}"
            )
        commit = self.must(none, "rev-parse", f"{object_}^{{commit}}")
        self.must(f"{tag} does not follow what is here", "merge", "--ff-only", "--quiet", commit)
        if self.head() != commit:
            raise Failed(
                f"What is here goes beyond {tag}, and nobody signed it; nothing was changed. "
                f"To go back to what is signed: git reset --hard {tag}"
            )
        return tag

    @contextmanager
    def _only_signers(self, trust: Path) -> Iterator[tuple[str, ...]]:
        """Yield the settings that make git trust only these keys."""
        with tempfile.NamedTemporaryFile("w", prefix="coyote-trust-") as signers:
            signers.writelines(map(_signer, trust.read_text("ascii", "replace").splitlines()))
            signers.flush()
            if self._user is not None:
                os.chown(signers.name, self._user, -1)
            programs = {
                "gpg.program": UNTRUSTED,
                "gpg.openpgp.program": UNTRUSTED,
                "gpg.ssh.program": "ssh-keygen",
                "gpg.x509.program": UNTRUSTED,
                "gpg.ssh.allowedSignersFile": signers.name,
                "gpg.ssh.revocationFile": "",
                "gpg.minTrustLevel": "undefined",
            }
            yield tuple(word for item in programs.items() for word in ("-c", "=".join(item)))


def _signer(line: str) -> str:
    """Return a line for OpenSSH's file of allowed signers. Only a public key is changed."""
    return f'* namespaces="git" {line}\n' if line.startswith(PUBLIC) else f"{line}\n"
