"""`make roots`: installer and wheel in clean roots of Debian.

Takes root, mmdebstrap and Debian's packages, and some minutes a suite. There is no systemd in a
root: the unit's own command is run as the unit's user, and told to say when it is READY; and then
a root is booted. What was downloaded is kept in ``~/.cache/coyote-roots``.
`python -m tests.firmware.install.roots [trixie] [bookworm] [--wheel]`
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

from firmware.install.places import ASKED, BACK, CHANGES, UNIT, Places
from tests.firmware.install import card, image, wheel
from tests.firmware.install.booted import Booted
from tests.firmware.install.root import Root
from tests.process import PATIENCE_S, eventually

# A host's form, sent from the machine itself: its port, then a field and its value.
FORM = """
import sys, urllib.parse, urllib.request
url, field = f"http://127.0.0.1:{sys.argv[1]}", urllib.parse.urlencode({sys.argv[2]: sys.argv[3]})
asked = urllib.request.Request(f"{url}/settings", field.encode(), {"Origin": url})
urllib.request.urlopen(asked, timeout=30)
"""

ARCH = "amd64"
EVERYTHING = ("var/lib/coyote-table", "opt/coyote-table", "etc", "usr/local")


def report(text: str, begun_s: float = time.monotonic()) -> None:
    """Say what holds, and how many minutes all of it has taken."""
    minutes, seconds = divmod(int(time.monotonic() - begun_s), 60)
    print(f"  {minutes:2}:{seconds:02}  {text}", flush=True)


def installed(suite: str) -> Root:
    """Install in a clean root; what the later ones need of the network is kept."""
    root = Root.clean(suite, ARCH)
    report(f"a clean root: {root.path}")
    root.source("src")
    output = root.install().stdout
    report(f"installed: {root.current}")
    print(re.sub(r"(?m)^", "         | ", output.strip()))
    root.collect("src")
    return root


def check(root: Root, port: int) -> None:
    """Look at the service, install again, kill an update, update, take it away."""
    root.source("next", "firmware/errors.py", '"""Errors', '"""Next. Errors')
    first = root.current
    root.run("systemd-analyze", "verify", UNIT, BACK, ASKED, CHANGES)
    process = root.run(
        "systemd-analyze",
        "security",
        "--offline=true",
        f"/usr/local/lib/systemd/system/{UNIT}",
        ok=False,
    )
    level = re.search(r"exposure level for \S+: ([\d.]+)", process.stdout)
    assert level, process.stdout + process.stderr
    assert float(level[1]) < 3.0, level[0]
    assert root.run("systemctl", "is-enabled", UNIT).stdout.strip() == "enabled"
    report(f"exposure: {level[1]}")
    answers(root, port)
    before = root.digest(*EVERYTHING)
    for _ in range(9):
        root.install()
    assert root.digest(*EVERYTHING) == before
    report("ten installations: nothing changed after the first")
    kept = root.digest("var/lib/coyote-table")
    killed_amid_the_packages(root)
    root.install("next")
    assert root.digest("var/lib/coyote-table") == kept
    assert root.current != first
    report(f"updated to {root.current}")
    answers(root, port)
    kept = root.digest("var/lib/coyote-table")
    root.run("make", "-C", "/next", "uninstall")
    assert root.digest("var/lib/coyote-table") == kept
    assert not root.places.home.exists()
    root.run("make", "-C", "/next", "uninstall", "ARGS=--data")
    assert not root.data.exists()
    report("taken away")


def answers(root: Root, port: int) -> None:
    with root.table(port) as url, urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        assert answer.status == 200
    report(f"{root.current} was READY, and answered")


def by_wheel(suite: str) -> None:
    """Install a wheel of this tree by pipx, as a user without a clone does."""
    root = wheel.installed(suite, ARCH)
    report(f"a wheel, by pipx: {wheel.output_of(root, 'coyote', '--version')}")
    wheel.answers(root)
    report("its commands answer")
    report(f"installed by it, READY, and taken away: {wheel.is_installed(root)}")


def killed_amid_the_packages(root: Root) -> None:
    """Kill everything while pip works: what ran stays what runs."""
    before = root.current
    with subprocess.Popen(
        root.command("make", "-C", "/next", "install"),
        start_new_session=True,
        stdout=subprocess.DEVNULL,
    ) as process:
        eventually(lambda: len(root.packages()) > 1)
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE_S)
    root.boot()
    assert root.current == before
    assert root.run("/usr/local/bin/coyote", "--help").returncode == 0
    report("killed amid the packages: what ran stays what runs")


def running(root: Root) -> None:
    """Update a machine that runs, change it on its page, and take the table away."""
    root.others()
    report("three more releases are made")
    root.without_camera()
    with Booted(root.path) as on:
        on.until("the table is READY", on.runs)
        assert on.answers()
        first = root.current
        assert on.run("make", "-C", "/next", "install", "ARGS=--port 80") == 0
        second = root.current
        assert second != first
        assert on.answers(80)
        report(f"updated to {second}, on port 80")
        changed_by_a_host(on, root)
        assert on.run("make", "-C", "/next", "uninstall") == 0
        assert not on.runs()


def changed_by_a_host(on: Booted, root: Root) -> None:
    """Change port, name and camera on the page of a machine that runs, and back to port 80."""

    def outcome() -> str:
        path = Places().outcome  # In the memory of the machine that runs.
        return on.output("cat", str(path)) if on.run("test", "-f", str(path)) == 0 else ""

    def asks(port: int, field: str, value: str, came: str) -> None:
        before = outcome()
        assert on.run("python3", "-c", FORM, str(port), field, value) == 0
        on.until(f"{field} is {value}", lambda: outcome() not in (before, ""), 60.0)
        on.until(f"{field}: {came}", lambda: came in outcome(), 60.0)

    asks(80, "port", "81", "page.settings.done")
    assert on.answers(81)
    assert not on.answers(80)
    asks(81, "name", "anna", "page.settings.done")
    assert on.output("hostname") == "anna"
    asks(81, "camera", "usb:1", "page.settings.done")  # A table without its camera runs, too.
    asks(81, "act", "update", "page.settings.bad.no_clone")
    asks(81, "camera", "none", "page.settings.done")
    asks(81, "port", "80", "page.settings.done")
    assert on.answers(80)
    assert root.places.settings.read_text().endswith("=--gpio auto --camera none\n")
    report("a host's page changed port, name and camera, and the table answered after each")


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("suites", nargs="*", default=["trixie", "bookworm"])
    given.add_argument("--wheel", action="store_true", help="what a wheel does, and no more")
    options = given.parse_args()
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        sys.exit("This takes root, and mmdebstrap: sudo apt install mmdebstrap")
    for name in ("MAKEFLAGS", "MAKEOVERRIDES", "ARGS"):  # of the `make roots` around this
        os.environ.pop(name, None)
    for suite in options.suites:
        print(suite, flush=True)
        if options.wheel:
            by_wheel(suite)
            continue
        root = installed(suite)
        by_wheel(suite)
        booted = root.copy("booted")
        check(root, 8196)
        if suite == image.SUITE:
            answers(image.made(ARCH), 8196)
            report("an image's root was made by its recipe, and is a table")
        if shutil.which("systemd-nspawn"):
            running(booted)
            if suite == card.SUITE:
                fresh = Root.clean(suite, ARCH, "card")
                card.prepare(fresh)
                named = card.first_starts(fresh)
                report(f"a fresh card, its power cut once, became a table: {named}")
        else:
            report("no systemd-nspawn: apt install systemd-container, to try it as a service")


if __name__ == "__main__":
    main()
