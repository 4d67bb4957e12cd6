"""A club whose hub, broker and tables are killed while they play: each result is counted once."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from firmware.club import membership
from firmware.commands.pictures.enrol import progress
from firmware.hub import backup
from firmware.hub.store import open_store
from referee.club.results import Result, count_result
from referee.hub.events import Events
from referee.hub.messages import Membership
from referee.hub.projection import Projection
from referee.match.people.names import player_key
from tests.bench import SOURCE, Figure, at_most
from tests.bench.club.hubs import HubProcess
from tests.bench.club.table import names_at
from tests.patience import Patience
from tests.process import PATIENCE_S
from tests.referee.club.evening import newest_results

KILLED = BROKER, HUB, TABLE = "broker", "hub", "table"
RESTORED = "restored"
BACKUP = 1 / 10  # of the kills: a backup is written before
RESTORE = 1 / 4  # of the hub's kills: it starts from one of the older backups
LOOK_S = 0.05
LEAST_REST_S = 0.5
REST_S = 1 / 100  # of a table between two matches, at most, a kill: 500 kills, under 500 matches


class Club:
    """A hub and light tables; whatever is killed starts again."""

    def __init__(self, folder: Path, tables: int, kills: int, random: Random) -> None:
        self._random, self._rest_s = random, max(LEAST_REST_S, kills * REST_S)
        self.hub = HubProcess(folder / HUB)
        names = [names_at(f"Table {number}") for number in range(1, tables + 1)]
        members = self.hub.admit(names)
        self._backups = [folder / "backup-0"]
        backup.write(self.hub.folder, self._backups[0])
        self.hub.start()
        self._folders = [_seated(folder, member) for member in members]
        self._tables = [self._table(at) for at in range(tables)]
        self._next: list[str] = []
        self.done = Counter[str]()

    def _table(self, at: int) -> subprocess.Popen[bytes]:
        command = (sys.executable, "-m", "tests.bench.club.table", str(self._folders[at]))
        given = (str(self._random.getrandbits(32)), str(self._rest_s))
        pipe = subprocess.PIPE
        return subprocess.Popen((*command, *given), cwd=SOURCE, stdin=pipe, stdout=pipe)

    def kill(self, pause_s: float) -> None:
        """Kill one of the three, and start it again; the hub perhaps of an older backup."""
        if not self._next:
            self._next = self._random.sample(KILLED, len(KILLED))
        what = self._next.pop()
        if what == BROKER:  # its hub may have been killed just now, and both come up yet
            self._something_is_told()
        time.sleep(self._random.uniform(0, pause_s))
        if self._random.random() < BACKUP:
            self._back_up()
        if what == BROKER:
            self.hub.kill_broker()  # the hub itself starts it again
        elif what == HUB:
            self.hub.end(signal.SIGKILL)
            if self._random.random() < RESTORE:
                backup.restore(self.hub.folder, self._random.choice(self._backups))
                self.done[RESTORED] += 1
            self.hub.start()
        elif what == TABLE:
            at = self._random.randrange(len(self._tables))
            self._end(at)
            self._tables[at] = self._table(at)
        self.done[what] += 1

    def _something_is_told(self) -> None:
        patience, before = Patience(), len(self.hub.results())
        while len(self.hub.results()) <= before and patience.left:
            time.sleep(LOOK_S)

    def _back_up(self) -> None:
        file = self._backups[0].with_name(f"backup-{len(self._backups)}")
        backup.write(self.hub.folder, file)
        self._backups.append(file)

    def _end(self, at: int) -> None:
        table = self._tables[at]
        table.kill()
        table.communicate(timeout=PATIENCE_S)

    def settle(self) -> tuple[dict[str, Result], float]:
        """Have all tables play no more; return their own results, and how long telling took, s.

        It is over once the hub has all of them, or nothing moves any more.
        """
        own: list[Result] = []
        for table in self._tables:
            assert table.stdin is not None
            assert table.stdout is not None
            table.stdin.write(b"quiet\n")
            table.stdin.flush()
            own += msgspec.json.decode(table.stdout.readline(), type=list[Result])
        results = newest_results(own)
        assert len(results) == len(own)
        began_s, patience = time.monotonic(), Patience()
        wanted = {(result.match, *result.version) for result in own}
        while not wanted <= {*self.hub.results()} and patience.left:
            time.sleep(LOOK_S)
        return results, time.monotonic() - began_s

    def stop(self) -> None:
        """End all of it."""
        self.hub.end(signal.SIGTERM)
        for at in range(len(self._tables)):
            self._end(at)


def _seated(folder: Path, member: Membership) -> Path:
    table = folder / member.table
    table.mkdir()
    membership.keep(table, member)
    return table


def measure(kills: int, tables: int, pause_s: float, random: Random) -> Iterator[Figure]:
    """Yield what became of the results of all tables, after so many kills."""
    with tempfile.TemporaryDirectory(prefix="coyote-kills-") as folder:
        club = Club(Path(folder), tables, kills, random)
        try:
            with progress("kills", kills) as further:
                for _ in range(kills):
                    club.kill(pause_s)
                    further(1)
            own, took_s = club.settle()
        finally:
            club.stop()
        for what in KILLED:
            yield Figure(f"kills: {what}", club.done[what], "kills")
        yield Figure("starts of the hub from an older backup", club.done[RESTORED], "starts")
        yield from judged(club.hub, own)
        yield Figure("after the last kill, until the hub had all", round(took_s, 1), "s")


def judged(hub: HubProcess, own: dict[str, Result]) -> Iterator[Figure]:
    """Yield what a hub that has ended counts of the tables' own results."""
    texts = hub.results()
    store = open_store(hub.folder)
    projection = Projection(store)
    lines = {match: line.counted.result for match, line in projection.lines().items()}
    events = Events(projection)
    event = events.current()
    assert event is not None
    counts = {line.player: line.matches for line in events.standings(event)}
    store.close()
    plays = Counter(
        player_key(name)
        for result in own.values()
        if count_result(result).places
        for name in result.players
    )
    lost = [match for match, line in own.items() if lines.get(match) != line]
    twice = len(texts) - len({*texts})
    wrong = [player for player in {*plays, *counts} if plays[player] != counts.get(player, 0)]
    yield Figure("matches of all tables", len(own), "matches")
    yield Figure("of them with places", sum(bool(item.places) for item in own.values()), "matches")
    yield Figure("results in the hub's log, earlier versions among them", len(texts), "results")
    yield at_most("matches lost, or not as their table has them", len(lost), 0, "matches")
    yield at_most("matches at the hub that no table has", len({*lines} - {*own}), 0, "matches")
    yield at_most("results that are twice in the log", twice, 0, "results")
    yield at_most("players of whom the standings count more or fewer", len(wrong), 0, "players")
