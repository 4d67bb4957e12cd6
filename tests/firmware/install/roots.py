"""`make roots`: the installer itself in clean roots of Debian, with power cuts at every step.

Takes root, mmdebstrap and Debian's packages, and some minutes a root. There is no systemd in a
root: the unit's own command is run as the unit's user, and told to say when it is READY.
`python -m tests.firmware.install.roots [trixie] [bookworm] [--arch arm64]`
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.install.places import UNIT, Places
from tests.process import PATIENCE_S

PROJECT = Path(__file__).parents[3]
OUT = PROJECT / "out" / "roots"
PACKAGES = "systemd,systemd-sysv,make,python3,ca-certificates"
LONG_S = 3600.0
READY_S = 60.0
# Mounts of its own, gone when the command ends.
MOUNTED = 'for d in proc sys dev; do mount --rbind "/$d" "$0/$d"; done; exec chroot "$0" "$@"'
# The installer, killed before step N of those on the disk; its own exit says how many there are.
CUT = """
import os, signal, sys
sys.path.insert(0, "/src")
from pathlib import Path
from firmware.install import __main__ as installer
from firmware.install.disk import Disk
from firmware.install.machine import Machine
cut, steps = int(sys.argv[1]), []
def step(what):
    steps.append(what)
    if len(steps) > cut:
        os.kill(os.getpid(), signal.SIGKILL)
os.umask(0o022)
sys.exit(0 if installer.install(Machine(disk=Disk(step)), Path(sys.argv[2]), None, None) else 1)
"""


class Root:
    """A root of a Debian, with nothing in it but what `PACKAGES` brings."""

    def __init__(self, suite: str, arch: str) -> None:
        self.name = f"{suite}-{arch}"
        self.path = OUT / self.name
        self.places = Places(self.path)
        archive = OUT / f"{self.name}.tar"
        OUT.mkdir(parents=True, exist_ok=True)
        if not archive.exists():
            new = archive.with_suffix(".new.tar")
            told = ("--variant=minbase", f"--include={PACKAGES}", f"--architectures={arch}")
            subprocess.run(["mmdebstrap", "-q", *told, suite, new], check=True, timeout=LONG_S)
            new.rename(archive)
        if self.path.exists():
            shutil.rmtree(self.path)
        self.path.mkdir()
        # Devices come from this machine while something runs.
        unpack = ("tar", "--exclude=./dev/*", "-xf", archive, "-C", self.path)
        subprocess.run(unpack, check=True, timeout=LONG_S)
        for name in ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt"):
            shutil.copyfile(Path("/", name), self.path / name)
        self.data = self.places.data

    def run(self, *command: str, ok: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command in the root, with mounts that are gone when it ends."""
        done = subprocess.run(
            self.command(*command), text=True, capture_output=True, timeout=LONG_S, check=False
        )
        assert not ok or done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
        return done

    def command(self, *command: str) -> list[str]:
        private = ("unshare", "--mount", "--propagation", "private")
        return [*private, "sh", "-c", MOUNTED, str(self.path), *command]

    def source(self, name: str, change: str = "") -> None:
        """Put the project's tracked files into the root, with a change that makes it another."""
        files = subprocess.run(
            ["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, check=True, timeout=60
        ).stdout.split(b"\0")
        for file in filter(None, map(os.fsdecode, files)):
            target = self.path / name / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / file, target)
        with (self.path / name / "firmware" / "errors.py").open("a") as changed:
            changed.write(change)

    def install(self, name: str = "src", *given: str) -> subprocess.CompletedProcess[str]:
        return self.run("make", "-C", f"/{name}", "install", f"ARGS={shlex.join(given)}")

    def digest(self, *folders: str) -> str:
        """Return a hash of every file and link below some folders, with mode and owner."""
        told = hashlib.sha256()
        for folder in folders:
            for path in sorted((self.path / folder).rglob("*")):
                about = path.lstat()
                told.update(f"{path}\0{about.st_mode:o}\0{about.st_uid}\0".encode())
                if path.is_symlink():
                    told.update(str(path.readlink()).encode())
                elif path.is_file():
                    told.update(path.read_bytes())
        return told.hexdigest()

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
        told = ("env", "HOME=/var/lib/coyote-table", "NOTIFY_SOCKET=/run/notify")
        address = self.path / "run" / "notify"
        address.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind(str(address))
            address.chmod(0o666)
            heard.settimeout(READY_S)
            with subprocess.Popen(
                self.command(*user, *told, *line.split()), stdout=subprocess.DEVNULL
            ) as process:
                try:
                    assert heard.recv(99) == b"READY=1"
                    yield f"http://127.0.0.1:{port}/"
                finally:
                    process.send_signal(signal.SIGTERM)
                    process.wait(PATIENCE_S)


def check(root: Root, port: int) -> None:
    """Install, do it again, update, cut the power, go on, take it away."""
    root.source("src")
    root.source("next", "\n# the next release\n")
    root.install()
    first = root.current
    print(f"  installed: {first}")
    root.run("systemd-analyze", "verify", UNIT, "coyote-table-back.service")
    said = root.run(
        "systemd-analyze",
        "security",
        "--offline=true",
        f"/usr/local/lib/systemd/system/{UNIT}",
        ok=False,
    )
    level = re.search(r"exposure level for \S+: ([\d.]+)", said.stdout)
    assert level, said.stdout + said.stderr
    assert float(level[1]) < 3.0, level[0]
    assert root.run("systemctl", "is-enabled", UNIT).stdout.strip() == "enabled"
    print(f"  exposure: {level[1]}")
    answers(root, port)
    everything = ("var/lib/coyote-table", "opt/coyote-table", "etc", "usr/local")
    before = root.digest(*everything)
    for _ in range(9):
        root.install()
    assert root.digest(*everything) == before
    print("  ten installations: nothing changed after the first")
    kept = root.digest("var/lib/coyote-table")
    killed_amid_the_packages(root)
    root.install("next")
    second = root.current
    assert second != first
    assert root.digest("var/lib/coyote-table") == kept
    answers(root, port)
    kept = root.digest("var/lib/coyote-table")
    print(f"  updated: {second}; {power_cuts(root)} power cuts, and it started after each")
    assert root.digest("var/lib/coyote-table") == kept
    root.run("make", "-C", "/next", "uninstall")
    assert root.digest("var/lib/coyote-table") == kept
    assert not root.places.home.exists()
    root.run("make", "-C", "/next", "uninstall", "ARGS=--data")
    assert not root.data.exists()
    print("  taken away")


def answers(root: Root, port: int) -> None:
    with root.table(port) as url, urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        assert answer.status == 200
    print(f"  {root.current} was READY, and answered")


def killed_amid_the_packages(root: Root) -> None:
    """Kill everything while pip works: what ran stays what runs."""
    before = root.current
    with subprocess.Popen(
        root.command("make", "-C", "/next", "install"), start_new_session=True
    ) as process:
        until_s = time.monotonic() + PATIENCE_S
        while len(list(root.places.releases.glob("*/.venv/bin/pip"))) < 2:
            assert time.monotonic() < until_s
            time.sleep(0.1)
        time.sleep(5.0)  # amid downloads or files
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE_S)
    root.boot()
    assert root.current == before
    assert root.run("/usr/local/bin/coyote", "--help").returncode == 0
    print("  killed amid the packages: what ran stays what runs")


def power_cuts(root: Root) -> int:
    """Change over between two releases, killed before each step in turn; return how many."""
    sources = ["src", "next"]
    root.install("src")
    (root.path / "cut.py").write_text(CUT)
    cut = 0
    while True:
        done = root.run("python3", "-B", "/cut.py", str(cut), f"/{sources[1]}", ok=False)
        if done.returncode == 0:
            return cut
        assert done.returncode == -signal.SIGKILL, done.stdout + done.stderr
        root.boot()
        assert root.run("/usr/local/bin/coyote", "--help").returncode == 0
        assert (root.places.unit(UNIT)).is_symlink()
        assert (root.places.home / "current" / UNIT).is_file()
        root.install("src")
        cut += 1


def fresh_card(root: Root) -> None:
    """Make a fresh root into a table as cloud-init would, of a clone of this repository."""
    shown = PROJECT / "firmware" / "install" / "files" / "user-data"
    text = shown.read_text().replace("THIS-REPOSITORY", "/repository")
    command = re.search(r"^bootcmd:\n  - \|\n((?:    .*\n)+)", text, re.M)
    assert command
    script = re.sub(r"(?m)^    ", "", command[1])
    subprocess.run(
        ["git", "clone", "--quiet", "--bare", PROJECT, root.path / "repository"],
        check=True,
        timeout=LONG_S,
    )
    root.run("git", "config", "--system", "safe.directory", "*", ok=False)
    root.run("ln", "-s", "/bin/true", "/usr/local/sbin/systemctl")  # it starts the second script
    (root.path / "first.sh").write_text(script)
    root.run("/bin/sh", "/first.sh")
    shutil.rmtree(root.path / "run" / "systemd")  # which would be a sign of systemd at work
    root.run("/bin/sh", "/run/coyote-table-first.sh")
    answers(root, 8197)
    print("  a fresh card became a table")


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("suites", nargs="*", default=["trixie", "bookworm"])
    given.add_argument("--arch", default="amd64")
    options = given.parse_args()
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        sys.exit("This takes root, and mmdebstrap: sudo apt install mmdebstrap")
    for suite in options.suites:
        print(f"{suite}, {options.arch}", flush=True)
        check(Root(suite, options.arch), 8196)
        fresh_card(Root(suite, options.arch))


if __name__ == "__main__":
    main()
