"""The hub as `coyote hub` runs it, which also notes how old each word of a table was.

`python -m tests.bench.club.watched FILE …` writes the milliseconds from a table's word to the
hub's knowing it into a file at its end; what follows is the command's own.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from firmware.commands import hub
from firmware.games import open_games
from firmware.hub.mqtt_client import HubMqttClient
from referee.hub.messages import Live

aged_ms: list[float] = []


class Timed(HubMqttClient):
    """Notes the age of what tables show: its `seq` is when it was shown, Unix time in ms."""

    def _lives(self, table: str, live: Live) -> None:
        super()._lives(table, live)
        aged_ms.append(time.time() * 1000 - live.seq)


if __name__ == "__main__":
    vars(hub)["HubMqttClient"] = Timed
    open_games()
    hub.hub_command.main(sys.argv[2:], standalone_mode=False)
    Path(sys.argv[1]).write_text(json.dumps(aged_ms), "ascii")
