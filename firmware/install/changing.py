"""``python -m firmware.install.changing``: makes the change that a host's page has asked for.

With ``--ended``, it tells the page if the first one was ended too early.

The table's service may not change the machine. It writes a request, systemd starts this as
root, and this checks everything again: the request has a fixed set of typed settings and nothing
else. The result is written for the page, as a key of the words with its parameters.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

from firmware.install import system
from firmware.install.disk import read
from firmware.install.hotspot import READABLE, is_open, mode_of, open_now, set_up
from firmware.install.machine import STOP_S, Failed, Machine
from firmware.install.settings import Change, Mode, Refusal, changed, port_in

MOST_BYTES = 4096
LONGEST_ID = 32
WORKING = "page.settings.working"
LOG = "sudo journalctl -u coyote-table-settings"
TABLES_LOG = "sudo journalctl -u coyote-table"
HOSTS = "/etc/hosts"
# Without this, cloud-init gives a machine its first name again at each start.
NAME_STAYS = "/etc/cloud/cloud.cfg.d/99-name-stays.cfg"


def read_request(machine: Machine) -> tuple[str, Change] | None:
    """Take the service's request away. Return its id and its change, or None if there is none.

    Raise `Refusal` if anything in it is not as the service writes it.
    """
    path = machine.places.request
    try:
        if path.lstat().st_size > MOST_BYTES:
            raise Refusal("page.settings.bad.request")
        text, _ = read(machine.places.run, Path(path.name))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Refusal("page.settings.bad.request") from error
    finally:
        machine.disk.remove(path)
    return parse(text)


def parse(text: bytes) -> tuple[str, Change]:
    """Return the id and the change of a request. Raise `Refusal` for any other text."""
    try:
        given = json.loads(text)
        name = given.pop("id")
        known = {field.name for field in fields(Change)}
        if not (isinstance(name, str) and name.isalnum() and len(name) <= LONGEST_ID):
            raise ValueError(name)
        if not set(given) <= known:
            raise ValueError(given)
        return name, Change(**given)
    except Refusal:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refusal("page.settings.bad.request") from error


def make(machine: Machine, change: Change) -> tuple[str, Mapping[str, str]]:
    """Make a change. Return what to say about it: a key of the words, and its parameters.

    If the table does not start with the new settings, the old ones come back. Raise `Failed` or
    `Refusal` if a change is impossible.
    """
    if change.act == "restart":
        return "page.settings.restarts", {}
    if change.act == "update":
        return _update(machine)
    after = changed(machine.settings, change)
    name, mode = machine.name, mode_of(machine.places)
    wanted = Mode(change.hotspot or mode)
    _introduce(machine, change.name or name, wanted, anew=change.hotspot is not None)
    made = False
    try:
        made = change.asked.keys() <= {"hotspot"} or _restarted(machine, after)
    finally:
        if not made:
            _introduce(machine, name, mode, anew=wanted is not mode)
    if not made:
        return "page.settings.back", {"log": TABLES_LOG}
    return _done(machine, change, renamed=machine.name != name), {}


def _done(machine: Machine, change: Change, *, renamed: bool) -> str:
    """Return what to say about a change that is made. A Wi-Fi that may open now is opened."""
    if renamed and is_open(machine) and change.hotspot != Mode.NEVER:
        return "page.settings.renamed"
    if change.hotspot == Mode.ALWAYS and open_now(machine):
        return "page.settings.set.open"
    return "page.settings.done" if change.hotspot is None else f"page.settings.set.{change.hotspot}"


def _introduce(machine: Machine, name: str, mode: Mode, *, anew: bool) -> None:
    """Give the machine and its Wi-Fi, if it has one, a name. If `anew`, always set up the Wi-Fi."""
    renames = name != machine.name
    if renames:
        rename(machine, name)
    if anew or (renames and mode is not Mode.NEVER):
        set_up(machine, mode)


def rename(machine: Machine, name: str) -> None:
    """Give the machine another name, which its pages have with the suffix ``.local``."""
    old = machine.name
    names = ("hostnamectl", "set-hostname", name)
    machine.must("Naming the machine", *names, timeout_s=STOP_S)
    hosts = machine.places.path(HOSTS)
    if hosts.is_file():  # Or else `sudo` waits for a name server that knows the new one.
        text = hosts.read_text(encoding="utf-8", errors="surrogateescape")
        own_line = rf"(?m)^(127\.0\.1\.1\s.*?)\b{re.escape(old)}\b(?=\s|$)"
        machine.disk.write(hosts, re.sub(own_line, rf"\g<1>{name}", text))
    stays = machine.places.path(NAME_STAYS)
    if stays.parent.is_dir():
        machine.disk.write(stays, "preserve_hostname: true\n")
    machine.systemctl("try-restart", "avahi-daemon.service")


def _restarted(machine: Machine, after: str) -> bool:
    """Write the owner's settings and restart the table. If it does not start, undo that."""
    before = machine.settings
    for text in (after, before):
        machine.disk.write(machine.places.settings, text)
        system.announce(machine, port_in(text))
        if machine.restart():
            return text == after
    raise Failed(f"The table does not start. Why: {TABLES_LOG}")


def _update(machine: Machine) -> tuple[str, Mapping[str, str]]:
    """Update from the clone that the table was installed from, as ``sudo make update`` does.

    If the folder has another owner now, somebody may have put their own program there.
    """
    kept = machine.places.source
    folder, _, owner = (
        kept.read_text(encoding="utf-8").partition("\n") if kept.is_file() else ("",) * 3
    )
    clone = machine.places.path(folder)
    if not folder or not (clone / ".git").exists() or str(clone.stat().st_uid) != owner.strip():
        raise Refusal("page.settings.bad.no_clone")
    done = machine.run("make", "-C", folder, "update")
    if done.returncode:
        lines = done.stdout.strip().splitlines()
        output = "\n".join(line for line in lines if not line.startswith(("make", "hint:")))
        # A program that was killed says nothing; then only make tells what happened.
        reason = output or "\n".join(lines) or f"make: Error {done.returncode}"
        return "page.settings.not_updated", {"reason": reason[-600:]}
    new = "There is nothing new." not in done.stdout
    return ("page.settings.updated" if new else "page.settings.nothing_new"), {}


def main(machine: Machine | None = None) -> int:
    """Make the change that was asked for, and write what came of it. Return the exit status."""
    machine = machine or Machine()
    os.umask(0o022)
    name, restarts = "", False
    try:
        waiting = read_request(machine)
        if waiting is None:
            return 0
        name, change = waiting
        tell(machine, name, WORKING, {})
        if change.act:  # The update is an installation, which waits for no other.
            outcome = make(machine, change)
        else:
            with machine.places.lock.open("a") as alone:
                fcntl.flock(alone, fcntl.LOCK_EX | fcntl.LOCK_NB)
                outcome = make(machine, change)
        restarts = change.act == "restart"
    except Refusal as refusal:
        outcome = refusal.key, refusal.params
    except BlockingIOError:
        outcome = "page.settings.busy", {}
    except (Failed, OSError) as error:
        outcome = "page.settings.failed", {"reason": str(error)[:600]}
    except Exception:  # The page must not wait for an answer that never comes.
        traceback.print_exc()
        outcome = "page.settings.broken", {"log": LOG}
    tell(machine, name, *outcome)
    if restarts:
        machine.systemctl("reboot")
    return 0


def end(machine: Machine | None = None) -> int:
    """Tell the page if a change was ended before anything came of it. Return the exit status."""
    machine = machine or Machine()
    os.umask(0o022)
    with suppress(OSError, ValueError, KeyError, TypeError):
        outcome = json.loads(machine.places.outcome.read_text(encoding="utf-8"))
        if outcome["key"] == WORKING:
            tell(machine, str(outcome["id"]), "page.settings.broken", {"log": LOG})
    return 0


def tell(machine: Machine, name: str, key: str, params: Mapping[str, str]) -> None:
    """Write for the page what came of a request."""
    text = json.dumps({"id": name, "key": key, "params": params})
    machine.disk.write(machine.places.outcome, f"{text}\n", READABLE)
    machine.say(f"{key} {dict(params) or ''}".rstrip())


if __name__ == "__main__":
    sys.exit(end() if sys.argv[1:] == ["--ended"] else main())
