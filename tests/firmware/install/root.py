"""A clean root of a Debian, made by mmdebstrap, and what is done in it."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from firmware.install.places import UNIT, Places
from tests.cached import cached
from tests.process import PATIENCE_S

PROJECT = Path(__file__).parents[3]
OUT = PROJECT / "out" / "roots"
PACKAGES = "systemd,systemd-sysv,make,python3,ca-certificates"
SERVING, SAYS_READY = "firmware/commands/table/serving.py", 'notify_manager("READY=1")'
# Other releases: one that is as good, one that is never ready, one that does not start.
OTHERS = {
    "next": f"{SAYS_READY}  # next",
    "silent": "pass",
    "broken": 'raise OSError("broken")',
}
LONG_S = 3600.0
READY_S = 60.0
# Mounts of its own, gone when the command ends: devices, and what was downloaded before.
MOUNTS = """
set -e; root=$0; kept=$1; shift
for d in proc sys dev; do mount --rbind "/$d" "$root/$d"; done
mkdir -p "$kept/debs/partial" "$root/kept"
mount --bind "$kept" "$root/kept"
mount --bind "$kept/debs" "$root/var/cache/apt/archives"
"""
INSIDE, BESIDE = 'exec chroot "$root" "$@"', 'exec "$@" "$root"'
BUILD = """
import os, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from firmware.install import release
from firmware.install.machine import Machine
os.umask(0o022)
source = Path(sys.argv[1])
release.build(Machine(), source, release.name_of(source, sys.version))
"""
COLLECT = """
import os, subprocess, sys
from pathlib import Path
source, wheels = map(Path, sys.argv[1:])
pip = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", f"{wheels}.new"]
pip += ["--require-hashes", "--only-binary", ":all:"]
for name in ("table", "numpy2"):
    pip += ["-r", source / ".ci" / "locked" / f"{name}.txt"]
subprocess.run(pip, check=True)
os.rename(f"{wheels}.new", wheels)
"""


class Root:
    """A root of a Debian, with nothing in it but what `PACKAGES` brings."""

    def __init__(self, suite: str, arch: str, purpose: str = "clean") -> None:
        self.suite, self.arch = suite, arch
        self.path = OUT / f"{suite}-{arch}-{purpose}"
        self.places = Places(self.path)
        self.data = self.places.data
        self.kept = cached("roots") / f"{suite}-{arch}"
        made_of = (PROJECT / ".ci" / "locked" / name for name in ("table.txt", "numpy2.txt"))
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in made_of)).hexdigest()
        self.wheels = f"wheels-{digest[:12]}"

    @classmethod
    def clean(cls, suite: str, arch: str, purpose: str = "clean") -> Self:
        """Unpack a root, which is made where there is none yet; what was in its place goes."""
        root = cls(suite, arch, purpose)
        archive = root.kept / "root.tar"
        root.kept.mkdir(parents=True, exist_ok=True)
        if not archive.exists():
            new = archive.with_suffix(".new.tar")
            texts = ("--variant=minbase", f"--include={PACKAGES}", f"--architectures={arch}")
            subprocess.run(["mmdebstrap", "-q", *texts, suite, new], check=True, timeout=LONG_S)
            new.rename(archive)
        root.empty()
        # Devices come from this machine while something runs.
        unpack = ("tar", "--exclude=./dev/*", "-xf", archive, "-C", root.path)
        subprocess.run(unpack, check=True, timeout=LONG_S)
        for name in ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt"):
            shutil.copyfile(Path("/", name), root.path / name)
        return root

    def copy(self, purpose: str) -> Root:
        """Return another root with all that is in this one."""
        other = Root(self.suite, self.arch, purpose)
        other.empty()
        answers = ("cp", "--archive", "--reflink=auto", f"{self.path}/.", other.path)
        subprocess.run(answers, check=True, timeout=LONG_S)
        return other

    def empty(self) -> None:
        """Begin with an empty folder."""
        if self.path.exists():
            shutil.rmtree(self.path)
        self.path.mkdir(parents=True)

    def run(
        self, *command: str, ok: bool = True, where: str = INSIDE
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in the root, with mounts that are gone when it ends."""
        done = subprocess.run(
            self.command(*command, where=where),
            text=True,
            capture_output=True,
            timeout=LONG_S,
            check=False,
        )
        assert not ok or done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
        return done

    def command(self, *command: str, where: str = INSIDE) -> list[str]:
        """Return what runs a command in the root; pip takes the packages that were collected.

        It runs `BESIDE` it where it is one that takes the root as its last argument.
        """
        private = ("unshare", "--mount", "--propagation", "private")
        pip: tuple[str, ...] = ()
        if (self.kept / self.wheels).is_dir():
            pip = ("env", "PIP_NO_INDEX=1", f"PIP_FIND_LINKS=/kept/{self.wheels}")
        return [
            *private,
            "sh",
            "-c",
            MOUNTS + where,
            str(self.path),
            str(self.kept),
            *pip,
            *command,
        ]

    def source(self, name: str, file: str = "", old: str = "", new: str = "") -> None:
        """Put the project's tracked files into the root, with a change that makes it another."""
        files = subprocess.run(
            ["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, check=True, timeout=LONG_S
        ).stdout.split(b"\0")
        for tracked in filter(None, map(os.fsdecode, files)):
            target = self.path / name / tracked
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / tracked, target)
        if file:
            changed = self.path / name / file
            text = changed.read_text()
            assert text.count(old) == 1, f"{file}: {old}"
            changed.write_text(text.replace(old, new))

    def collect(self, name: str) -> None:
        """Keep the packages of an installed source, so that later releases need no network."""
        if not (self.kept / self.wheels).is_dir():
            python = f"/opt/coyote-table/releases/{self.current}/.venv/bin/python"
            self.run(python, "-c", COLLECT, f"/{name}", f"/kept/{self.wheels}")

    def build(self, name: str) -> None:
        """Make the release of a source ahead; a machine that runs here has no network."""
        self.run("python3", "-B", "-c", BUILD, f"/{name}")

    def others(self) -> None:
        """Make `OTHERS` ahead, of sources of these names."""
        for name, says in OTHERS.items():
            self.source(name, SERVING, SAYS_READY, says)
            self.build(name)

    def without_camera(self, gpio: str = "auto") -> None:
        """Say in the owner's settings that there is none, and where the pins are."""
        answer = self.places.settings.read_text()
        answer = answer.replace("--gpio auto", f"--gpio {gpio} --camera none")
        self.places.settings.write_text(answer)

    def install(self, name: str = "src", *given: str) -> subprocess.CompletedProcess[str]:
        """Install a source as its owner would."""
        return self.run("make", "-C", f"/{name}", "install", f"ARGS={shlex.join(given)}")

    def digest(self, *folders: str) -> str:
        """Return a hash of every file and link below some folders, with mode and owner."""
        sha256 = hashlib.sha256()
        for folder in folders:
            for path in sorted((self.path / folder).rglob("*")):
                about = path.lstat()
                sha256.update(f"{path}\0{about.st_mode:o}\0{about.st_uid}\0".encode())
                if path.is_symlink():
                    sha256.update(str(path.readlink()).encode())
                elif path.is_file():
                    sha256.update(path.read_bytes())
        return sha256.hexdigest()

    def packages(self) -> list[Path]:
        """Return a package of each release for which pip has begun to unpack them."""
        return list(self.places.releases.glob("*/.venv/lib/python3*/site-packages/numpy"))

    @property
    def current(self) -> str:
        return self.places.current.readlink().name

    def boot(self) -> None:
        """Do what the first unit does when the machine starts."""
        unit = self.places.unit("coyote-table-back.service").read_text()
        if self.places.before.is_symlink():
            moved = re.search(r"^ExecStart=(/bin/mv .*)$", unit, re.M)
            assert moved
            self.run(*moved[1].split())

    @contextmanager
    def table(self, port: int) -> Iterator[str]:
        """Start the unit's command as the unit's user; yield its address once it is READY."""
        unit = (self.places.home / "current" / UNIT).resolve().read_text()
        started = re.search(r"^ExecStart=(.*)$", unit, re.M)
        assert started
        line = started[1].replace("${COYOTE_PORT}", str(port))
        line = line.replace("$COYOTE_OPTIONS", "--gpio auto --camera none")
        self.data.mkdir(parents=True, exist_ok=True)
        self.run("chown", "coyote-table:", "/var/lib/coyote-table")
        user = ("setpriv", "--reuid", "coyote-table", "--regid", "coyote-table", "--init-groups")
        environment = ("env", "HOME=/var/lib/coyote-table", "NOTIFY_SOCKET=/run/notify")
        address = self.path / "run" / "notify"
        address.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind(str(address))
            address.chmod(0o666)
            heard.settimeout(READY_S)
            with subprocess.Popen(
                self.command(*user, *environment, *line.split()), stdout=subprocess.DEVNULL
            ) as process:
                try:
                    assert heard.recv(99) == b"READY=1"
                    yield f"http://127.0.0.1:{port}/"
                finally:
                    process.send_signal(signal.SIGTERM)
                    process.wait(PATIENCE_S)
