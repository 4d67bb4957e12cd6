"""The machine's settings for the host's page: read here, and changed by a helper that is root."""

from __future__ import annotations

import json
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from firmware.errors import BadData
from firmware.install.changing import WORKING
from firmware.install.places import ASKED, Places
from firmware.install.settings import Change, Refusal, read_settings
from firmware.wifi import Wifi
from referee.contract import Message
from referee.disk import storage
from webui.access.reach import url_of
from webui.serving.addresses import hotspot_addresses
from webui.settings import MachineSettings, Outcome, TableWifi

RUN = "RUNTIME_DIRECTORY"  # systemd sets it for the service, and nobody else does.
TAKEN_S = 60.0  # Somebody may have stopped the unit that takes requests.
PATIENCE_S = 300.0  # Twice as long as the table takes to fail, and to start with the old settings.
UPDATE_S = 1800.0  # An update over a slow line to a slow card takes minutes.


class InstalledSettings:
    """Implement `webui.settings.SettingsPort`. Thread-safe.

    `given` are the settings of a table that was started by hand. `cameras` returns the names of the
    USB cameras.
    """

    def __init__(
        self,
        places: Places | None = None,
        addresses: Callable[[], tuple[str, ...]] = hotspot_addresses,
        environ: Mapping[str, str] = os.environ,
        given: MachineSettings | None = None,
        cameras: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        self._places = places or Places()
        self._addresses, self._environ, self._given = addresses, environ, given
        self._cameras = cameras
        self._lock = threading.Lock()
        self._asked: tuple[str, float, dict[str, Any]] = "", 0.0, {}

    def current(self) -> MachineSettings | None:
        """Return the settings of the installed service, or else of the command."""
        places = self._places
        if not self._environ.get(RUN) or not places.unit(ASKED).is_file():
            return self._given
        settings = read_settings(_text(places.settings))
        wifi = self._wifi()
        return MachineSettings(
            **asdict(settings),
            name=_text(places.path("/etc/hostname")).strip().partition(".")[0]
            or os.uname().nodename,
            hotspot=str(wifi.get("mode", "never")),
            updates=bool(_text(places.source)),
            cameras=self._cameras(),
        )

    def wifi(self) -> TableWifi | None:
        """Return the table's own Wi-Fi, or None if there is none."""
        values = self._wifi()
        if not values:
            return None
        wifi, address = Wifi(values["name"], values["password"]), values["address"]
        port = read_settings(_text(self._places.settings)).port
        on = address in self._addresses()
        return TableWifi(*wifi, wifi.code, url_of(address, port), on)

    def _wifi(self) -> dict[str, str]:
        """Return what root tells about the Wi-Fi, or nothing."""
        try:
            answers = json.loads(_text(self._places.wifi))
        except ValueError:
            return {}
        whole = (
            isinstance(answers, dict) and {"name", "password", "address", "mode"} <= answers.keys()
        )
        return {key: str(value) for key, value in answers.items()} if whole else {}

    def ask(self, change: dict[str, Any]) -> str:
        """Write a request for a change. Return its id. Raise `BadData` if it is impossible."""
        try:
            asked = Change(**change).asked
        except Refusal as refusal:
            raise BadData(refusal.key, **refusal.params) from refusal
        with self._lock:
            name, _, newest = self._asked
            result = self.outcome(name) if name else None
            if result is not None and not result.done and newest == asked:
                return name  # Somebody tapped twice.
            if self._places.request.exists() or (result is not None and not result.done):
                raise BadData("page.settings.busy")
            name = secrets.token_hex(8)
            try:
                text = json.dumps({"id": name, **asked})
                storage.write_whole(self._places.request, text.encode())
            except OSError as error:
                raise BadData("page.settings.failed", reason=str(error)) from error
            self._asked = name, time.monotonic(), asked
            return name

    def outcome(self, request: str) -> Outcome | None:
        """Return what came of a request, or None for an unknown one.

        A restart of the table forgets which one was the newest, but root's answer stays.
        """
        try:
            answer = json.loads(_text(self._places.outcome))
            if answer["id"] == request and answer["key"] != WORKING:
                return Outcome(Message(str(answer["key"]), dict(answer["params"])), True)
            known = answer["id"] == request
        except (ValueError, KeyError, TypeError, RecursionError):
            known = False
        name, asked_s, asked = self._asked
        if not known and name != request:
            return None
        patience_s = UPDATE_S if "act" in asked else PATIENCE_S
        limit_s = TAKEN_S if self._places.request.exists() else patience_s
        if name == request and time.monotonic() - asked_s > limit_s:
            return Outcome(Message("page.settings.no_answer"), True)
        return Outcome(Message(WORKING), False)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
