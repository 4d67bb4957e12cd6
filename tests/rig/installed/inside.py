"""Who sits at the installed table: asks its pages, makes moves, and says what was acknowledged.

Runs in the guest, beside the service, by the system's own Python. Each line on its standard output
is a word for the host: what is said there is known outside, whatever happens to the guest.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

UNIT = "coyote-table.service"
URL = "http://127.0.0.1:8080"
SEATS = 3
ASKS_S = 0.2
BETWEEN_S = 0.05
PATIENCE_S = 300.0
EXPECTED = Path("/run/rig/expected.json")
STARTS = Path("/var/lib/coyote-table/table.starts")


def say(word: str, **about: Any) -> None:
    """Tell the host."""
    print(json.dumps({"say": word, **about}), flush=True)


def ask(path: str, body: dict[str, Any] | None = None) -> Any:
    """Return what a page answers. Raises `OSError` where it does not, or refuses."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20.0) as answer:
        text = answer.read()
    return json.loads(text) if path.startswith("/api") else text.decode()


def state() -> dict[str, Any]:
    """Return the big screen's state."""
    return dict(ask("/api/state?view=table"))


def until(what: str, true: Callable[[], Any], patience_s: float = PATIENCE_S) -> Any:
    """Wait for something, and return it; the host is told where it does not come."""
    until_s = time.monotonic() + patience_s
    while True:
        try:
            if result := true():
                return result
        except OSError:
            pass
        if time.monotonic() > until_s:
            say("failed", what=what, log=run("journalctl", "-u", UNIT, "-n", "40", "-o", "cat"))
            sys.exit(1)
        time.sleep(ASKS_S)


def run(*command: str) -> str:
    """Return what a program says."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    return done.stdout.strip()


def shown(name: str) -> str:
    """Return a property of the service."""
    return run("systemctl", "show", UNIT, "-P", name)


def up() -> dict[str, Any]:
    """Wait until the table is on and READY, and return its state."""
    found: dict[str, Any] = until("the table answers", state)
    until("it is READY", lambda: shown("ActiveState") == "active")
    return found


# -- moves -----------------------------------------------------------------------------------


def numbers(match: int, running: bool) -> set[int]:
    """Return the numbers that are announced in a match, by its log or its file."""
    if running:
        texts = (line["text"] for line in ask("/api/log") if not line["undone"])
        words = (word.strip(".").replace(",", "") for text in texts for word in text.split())
        return {int(word) for word in words if word.isdigit()}
    lines = map(json.loads, ask(f"/history/{match}.jsonl").splitlines())
    return {line["number"] for line in lines if line.get("move") == "announce"}


def missing(expected: dict[str, int]) -> list[str]:
    """Return the matches that are not there, or not up to their last acknowledged number."""
    first = min((line["seq"] for line in ask("/api/log")), default=0)
    lost = []
    for match, last in expected.items():
        try:
            there = numbers(int(match), int(match) == first)
        except OSError as error:
            there = set()
            lost.append(f"match {match}: {error}")
        if gone := set(range(1, last + 1)) - there:
            lost.append(f"match {match}: of {last} numbers there are not {sorted(gone)}")
    return lost


def play() -> None:
    """Begin a match and announce one more, again and again, until the power is cut."""
    ask("/api/match", {"game": "coyote", "seats": SEATS})
    seen = match = state()["seq"]
    say("began", match=match)
    number = 1
    while True:
        move = {"move": "announce", "seat": (number - 1) % SEATS, "number": number}
        try:
            seen = ask("/api/move", {"move": move, "seen": seen, "as": "host"})["seq"]
        except OSError:  # the table is down amid an update: it may have taken the move, or not
            seen = up()["seq"]
            number = max(numbers(match, True), default=0) + 1
            continue
        say("made", match=match, number=number)
        number += 1
        time.sleep(BETWEEN_S)


def update(source: str) -> None:
    """Change over to a source's release, and say when that is done."""
    said = run("make", "-C", f"/{source}", "install")
    say("updated", to=current(), told=said.splitlines()[-1:])


# -- the service -----------------------------------------------------------------------------


def kept(what: str, *right: bool) -> None:
    """Tell the host how often a promise was kept, of how many times."""
    say("kept", what=what, times=sum(right), of=len(right))


def service() -> None:
    """Press a wire, end the service in each way, and change over to releases that are bad."""
    ask("/api/match", {"game": "coup", "seats": SEATS, "options": {"most_s": 0}})
    declared = {"move": "declare", "seat": 0, "action": "tax"}
    seen = ask("/api/move", {"move": declared, "seen": state()["seq"], "as": "host"})["seq"]
    press(1)
    moved = until("the wire has moved the match", lambda: moved_on(seen))
    kept("a press of a wire moves the match", moved["seq"] == seen + 1)
    for name, number in (("kill -9", 9), ("SIGSTOP, and the watchdog", 19)):
        before, about = shown("MainPID"), state()
        os.kill(int(before), number)
        until(f"{name}: another process", partial(another, before))
        kept(f"{name}: it is back, with the same state", same(about, up()))
    about, release = state(), current()
    for bad, times in (("broken", 1), ("silent", 1), ("broken", 3)):
        what = f"updates to a {bad} release, {times} in a row: the old one is back"
        answers = [run("make", "-C", f"/{bad}", "install") for _ in range(times)]
        back = [f"{release} is back" in name for name in answers]
        kept(what, *back, current() == release, same(about, up()))
    fail(release)
    kept("three starts that failed: it is READY in safe mode, and plays nothing", not plays())
    run("make", "-C", "/next", "install")
    kept("an update from there: the new release plays", current() != release, same(about, up()))
    kept("")


def fail(release: str) -> None:
    """Leave the table as three starts that failed in a row do, and start it."""
    run("systemctl", "stop", UNIT)
    program = f"/opt/coyote-table/releases/{release}/.venv"
    STARTS.write_text(json.dumps({"failed": 3, "reason": "", "program": program}))
    shutil.chown(STARTS, "coyote-table", "coyote-table")
    run("systemctl", "start", UNIT)
    until("it is READY", lambda: shown("ActiveState") == "active")


def plays() -> bool:
    """Whether there is a match to see."""
    try:
        return bool(state())
    except OSError:
        return False


def another(process: str) -> bool:
    """Whether the service runs in another process."""
    return shown("MainPID") not in ("0", process)


def press(seat: int) -> None:
    """Press a seat's button on its wire."""
    python = "/opt/coyote-table/current/.venv/bin/python"
    said = run(python, "-B", "-m", "tests.rig.installed.wires", str(seat))
    if said:
        say("failed", what=said)


def moved_on(seen: int) -> dict[str, Any] | None:
    """Return the state once it is another than entry `seen`."""
    about = state()
    return about if about["seq"] != seen else None


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two states are of the same moment of a match."""
    return all(one[key] == other[key] for key in ("seq", "phase", "seats"))


def current() -> str:
    """Return the release that is started."""
    return Path("/opt/coyote-table/current").readlink().name


def main(task: str, *given: str) -> None:
    """Say that the table is up and what it has lost, then do what the host wants."""
    about = up()
    say(
        "up",
        seq=about["seq"],
        release=current(),
        cut_off=Path("/opt/coyote-table/before").is_symlink(),
        restarts=int(shown("NRestarts")),
        aside=sorted(path.name for path in Path("/var/lib/coyote-table").glob("*damaged*")),
        missing=missing(json.loads(EXPECTED.read_text())),
        at_s=time.monotonic(),
    )
    if task == "update":
        threading.Thread(target=update, args=given, daemon=True).start()
    if task in ("play", "update"):
        play()
    if task == "service":
        service()


if __name__ == "__main__":
    main(*sys.argv[1:])
