"""A wheel of this tree in a clean root, by pipx, as somebody without a clone takes it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request

from tests.firmware.install.root import LONG_S, Root
from tests.process import PATIENCE_S, free_port

USER, UID = "player", 1000
HOME = f"/home/{USER}"
COYOTE = f"{HOME}/.local/bin/coyote"
# A root has no services, and those of packages would start on this machine.
NO_SERVICES = "#!/bin/sh\nexit 101\n"
APT = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get")
# What has to be well in a root, which has no pins, bus, camera and voice.
WELL = {"python", "data", "pins", "currents", "decks"}


def build(root: Root) -> str:
    """Put a wheel of this tree, and nothing else of it, into the user's home; return its name."""
    root.source("tmp/source")
    source, home = root.path / "tmp" / "source", root.path / HOME[1:]
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    subprocess.run([*pip, "--wheel-dir", home, source], check=True, timeout=LONG_S)
    root.run("rm", "-r", "/tmp/source")
    (wheel,) = home.glob("*.whl")
    return wheel.name


def installed(suite: str, arch: str) -> Root:
    """Return a clean root in which a user has a wheel, installed as README tells it."""
    root = Root.clean(suite, arch, "wheel")
    (root.path / "usr/sbin/policy-rc.d").write_text(NO_SERVICES)
    (root.path / "usr/sbin/policy-rc.d").chmod(0o755)
    root.run(*APT, "update", "-qq")
    root.run(*APT, "install", "-y", "-qq", "pipx")
    root.run("useradd", "--create-home", "--uid", str(UID), USER)
    (root.kept / "pip").mkdir(exist_ok=True)
    os.chown(root.kept / "pip", UID, UID)  # or pip does not use it
    output_of(root, "pipx", "install", f"./{build(root)}")
    return root


def as_user(root: Root, *command: str) -> list[str]:
    """Return what runs a command as the user, in their home; pip asks its index, as it would."""
    user = ("setpriv", "--reuid", USER, "--regid", USER, "--init-groups")
    own = (f"HOME={HOME}", f"USER={USER}", f"PATH={HOME}/.local/bin:/usr/bin:/bin")
    pip = ("-u", "PIP_NO_INDEX", "-u", "PIP_FIND_LINKS", "PIP_CACHE_DIR=/kept/pip")
    return root.command(*user, "env", "-C", HOME, *pip, *own, "LANG=en_GB.UTF-8", *command)


def output_of(root: Root, *command: str, status: int = 0) -> str:
    """Run a user's command to its end, hold its status, and return all that it said."""
    done = subprocess.run(
        as_user(root, *command),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=LONG_S,
        check=False,
    )
    assert done.returncode == status, f"{command}: {done.returncode}\n{done.stdout}"
    assert "Traceback" not in done.stdout, done.stdout
    return done.stdout.strip()


def answers(root: Root) -> None:
    """Hold what the commands say that come to an end by themselves."""
    assert output_of(root, "coyote", "score", "tomahawk", "--", "20", "-5")
    assert output_of(root, "coyote", "wiring")
    machine = json.loads(output_of(root, "coyote", "doctor", "--json"))
    assert {check["check"] for check in machine["checks"] if check["well"]} >= WELL, machine
    assert output_of(root, "coyote", "bench", status=2).count("\n") == 0  # one sentence


def is_installed(root: Root) -> str:
    """Have the wheel's own command install the table, and take it away; return the release."""
    assert output_of(root, "coyote", "install", status=1) == (
        f"This needs the whole machine: sudo {COYOTE} install"
    )
    root.run(COYOTE, "install")
    first = root.current
    with root.table(free_port()) as url, urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        assert answer.status == 200
    root.run(COYOTE, "install")
    assert root.current == first
    root.run("/usr/local/bin/coyote", "uninstall", "--data")
    assert not root.places.home.exists()
    assert not root.data.exists()
    return first
