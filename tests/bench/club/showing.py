"""Light tables in a process of its own: lines that show something once a second, or tell results.

`python -m tests.bench.club.showing` takes a `Task` as a line of JSON, says `ready` once all its
lines stand, begins at the next line, and prints what it `Did`.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import msgspec

from firmware.club.mqtt_client import TableMqttClient
from referee.club.results import Result
from referee.hub.messages import Membership
from tests.bench.club.shown import NAMES, live
from tests.process import eventually

AT_ONCE = 25  # lines that tell results
BEGAN_S = 1_800_000_000.0
MATCH_S = 600.0


class Task(msgspec.Struct, frozen=True):
    """Who is to show something for so many `seconds`, or to tell so many `results` each."""

    members: tuple[Membership, ...]
    seconds: float = 0.0
    results: int = 0


class Did(msgspec.Struct, frozen=True):
    """What was shown, and by how much the latest of it was late: then this process is the limit."""

    shown: int
    late_ms: float = 0.0


def names_at(number: int) -> tuple[str, ...]:
    """Return the players of a table, who are at no other."""
    return tuple(f"{name} {number}" for name in NAMES)


def results_of(table: str, many: int) -> dict[int, Result]:
    """Return so many results of a table, of matches that followed each other."""
    number = int(table[1:], 16)
    found = {}
    for one in range(many):
        began_s = BEGAN_S + one * MATCH_S + number % 97
        first = (number + one) % len(NAMES)
        order = (*range(first, len(NAMES)), *range(first))
        found[one + 1] = Result(
            match=f"{number:08x}{one:08x}",
            version=(60, 0),
            game="coyote",
            edition="tomahawk",
            began_s=began_s,
            ended_s=began_s + MATCH_S - 60,
            players=names_at(number),
            places=tuple((seat,) for seat in order),
        )
    return found


def _nothing(*_: object) -> None:
    return


def _stands(link: TableMqttClient) -> bool:
    return link.trouble is None


def show(task: Task, begin: Callable[[], None]) -> Did:
    """Show something once a second at each table, each at its own moment of the second."""
    links = [TableMqttClient(one, dict, _nothing) for one in task.members]
    for link in links:
        link.start()
    for link in links:
        eventually(partial(_stands, link), "the line")
    begin()
    shown, late_s, began_s = 0, 0.0, time.monotonic()
    for second in range(round(task.seconds)):
        for at, link in enumerate(links):
            due_s = began_s + second + at / len(links)
            time.sleep(max(0.0, due_s - time.monotonic()))
            late_s = max(late_s, time.monotonic() - due_s)
            now_ms = time.time_ns() // 1_000_000
            number = int(task.members[at].table[1:], 16)
            link.show(live(now_ms, f"{number}.{now_ms}"))
            shown += 1
    time.sleep(1)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(TableMqttClient.stop, links))
    return Did(shown, round(1000 * late_s, 1))


def tell(task: Task, begin: Callable[[], None]) -> Did:
    """Tell the results of all tables, some tables at once; each line ends when all is told."""
    begin()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(partial(_tells, task.results), task.members))
    return Did(len(task.members) * task.results)


def _tells(many: int, member: Membership) -> None:
    results = results_of(member.table, many)
    changed = threading.Event()
    link = TableMqttClient(member, lambda: results, changed.set)
    link.start()
    while link.waits != 0:
        changed.wait(1)
        changed.clear()
    link.stop()


def _begins() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    given = msgspec.json.decode(sys.stdin.readline(), type=Task)
    done = (tell if given.results else show)(given, _begins)
    print(msgspec.json.encode(done).decode(), flush=True)
