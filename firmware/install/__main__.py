"""`python3 -m firmware.install install | update | uninstall`, which the Makefile's targets run.

`coyote install` and `coyote uninstall` do the same from a wheel.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from firmware.install import release, switching, system
from firmware.install.fetching import pull, trusted
from firmware.install.hotspot import PORT as HOTSPOT_PORT
from firmware.install.hotspot import must_have_programs, open_now, set_up, share
from firmware.install.machine import Failed, Machine
from firmware.install.places import NAME, UNIT
from firmware.install.settings import BLOCKED_PORTS, MOST_PORT, Mode

SOURCE = Path(__file__).parents[2]
LOCK = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
LOG = f"sudo journalctl -u {NAME}"


def install(machine: Machine, source: Path, port: int | None, hotspot: Mode | None) -> bool:
    """Install a source, or change over to it. Return whether the table is ready.

    A second run changes nothing, and the table plays on meanwhile. Raise `Failed` if a step fails.
    """
    if hotspot not in (None, Mode.NEVER):
        must_have_programs(machine)
    if switching.settle(machine):
        machine.say("An earlier update was cut off; the release before it is back.")
        machine.restart()
    system.packages(machine)
    system.bus(machine)
    system.user(machine)
    name = release.name_of(source, sys.version)
    release.build(machine, source, name)
    set_before = machine.places.settings.is_file() and machine.places.settings.read_bytes()
    if port is None and hotspot not in (None, Mode.NEVER) and not set_before:
        port = HOTSPOT_PORT
    port = system.settings(machine, port)
    system.announce(machine, port)
    share(machine.places, machine.disk)
    if (source / ".git").exists():
        machine.disk.write(machine.places.source, f"{source}\n{source.stat().st_uid}\n")
    if hotspot is not None:
        wifi = set_up(machine, hotspot)
        if wifi is not None:
            machine.say(f"The table's Wi-Fi is “{wifi.name}”, its password {wifi.password}.")
            machine.say("A card with codes for phones: sudo coyote print join")
            if hotspot is Mode.ALWAYS:
                machine.say("It takes a Pi's only Wi-Fi radio: for another network, use a cable.")
            if port != HOTSPOT_PORT:
                machine.say("With --port 80, phones that join it show the table by themselves.")
    old = switching.current(machine)
    if old is None:
        switching.begin(machine, name)
    system.units(machine)
    system.service(machine)
    if old not in (None, name):
        machine.say("Changing over ...")
        ready = switching.switch(machine, name)
    elif (
        set_before == machine.places.settings.read_bytes()
        and machine.has_systemd
        and machine.systemctl("is-active", "--quiet", UNIT)
    ):
        ready = True
    else:
        ready = machine.restart()
    if ready:
        release.prune(machine)
        if hotspot is Mode.ALWAYS and open_now(machine):
            machine.say("Its Wi-Fi is on.")
    return _report(machine, ready, old, name, port)


def _report(machine: Machine, ready: bool, old: str | None, name: str, port: int) -> bool:
    if ready and machine.has_systemd:
        end = "/" if port == 80 else f":{port}/"
        where = " or ".join(f"http://{host}{end}" for host in machine.hosts)
        machine.say(f"The table is on: {where} ({name})")
    elif ready:
        machine.say(f"Installed: {name}. The table starts with the machine.")
    elif old not in (None, name):
        machine.say(f"{name} was not ready in time; {old} is back. Why: {LOG}")
    else:
        machine.say(f"The table does not start. Why: {LOG}; then: sudo coyote doctor")
    return ready


def uninstall(machine: Machine, data: bool) -> None:
    """Remove the table. Its data, settings and user stay, unless `data` is true."""
    places, disk = machine.places, machine.disk
    system.remove(machine)
    for path in (places.before, places.previous, places.current, places.releases):
        disk.remove(path)
    if places.home.is_dir() and not any(places.home.iterdir()):
        disk.remove(places.home)
    if data:
        for path in (places.data, places.settings, places.path(system.SYSUSERS)):
            disk.remove(path)
        machine.run("userdel", NAME)
        machine.say("The table is gone, and all its data.")
    else:
        machine.say(
            f"The table is gone; its data stay in /var/lib/{NAME}, "
            f"your settings in /etc/default/{NAME}."
        )


def main(given: Sequence[str] | None = None, program: str = "make") -> int:
    """Run one of the three commands for a program. Return the exit status."""
    parser, subparsers = _options()
    options, unknown = parser.parse_known_args(given)
    if unknown:
        subparsers[options.what].error(f"unknown: {' '.join(unknown)}")
    if os.geteuid() != 0:
        print(f"This needs the whole machine: sudo {program} {options.what}", file=sys.stderr)
        return 1
    os.umask(0o022)  # The service's user must be able to read the files.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # A broken connection must not stop an update.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    machine = Machine()
    try:
        with os.fdopen(os.open(machine.places.lock, LOCK, 0o600)) as alone:
            fcntl.flock(alone, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if options.what == "uninstall":
                uninstall(machine, options.data)
            elif options.what == "update":
                pull(machine, SOURCE, trusted(machine))
            else:
                hotspot = options.hotspot and Mode(options.hotspot)
                return 0 if install(machine, SOURCE, options.port, hotspot) else 1
    except BlockingIOError:
        print("Another installation is under way.", file=sys.stderr)
        return 1
    except (Failed, OSError) as error:
        print(f"Coyote Table: {error}{_unharmed(machine, options.what)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"Stopped.{_unharmed(machine, options.what)}", file=sys.stderr)
        return 1
    return 0


def _unharmed(machine: Machine, what: str) -> str:
    old = switching.current(machine) if what != "uninstall" else None
    return f"\nThe table is as it was ({old})." if old else ""


def _options() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    parser = argparse.ArgumentParser(prog="make", description="Install Coyote Table.")
    whats = parser.add_subparsers(dest="what", required=True)
    there = whats.add_parser("install", help="install it, or change over to this source")
    there.usage = 'sudo make install ARGS="[--port PORT] [--hotspot=always|fallback|never]"'
    there.add_argument("--port", type=_port, help="of the pages, such as 80; else 8080")
    there.add_argument(
        "--hotspot",
        choices=[mode.value for mode in Mode],
        nargs="?",
        const=Mode.FALLBACK.value,
        help="a Wi-Fi of the table's own: where there is no network (fallback), or always",
    )
    whats.add_parser("update", help="fetch what is new into this folder")
    away = whats.add_parser("uninstall", help="take it away; the data stay")
    away.usage = "sudo make uninstall ARGS=[--data]"
    away.add_argument("--data", action="store_true", help="the data, too: matches, decks, names")
    return parser, whats.choices


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_PORT):
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to {MOST_PORT}, not {text}")
    if int(text) in BLOCKED_PORTS:
        raise argparse.ArgumentTypeError(f"no browser opens a page at port {text}: take another")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
