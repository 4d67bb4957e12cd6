"""The paths of an installed table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NAME = "coyote-table"
HOME = f"/opt/{NAME}"
UNIT = f"{NAME}.service"
BACK = f"{NAME}-back.service"
HOTSPOT = f"{NAME}-hotspot.service"
# A host's page asks for changes in `Places.request`; the first unit notices, the second makes them.
ASKED = f"{NAME}-settings.path"
CHANGES = f"{NAME}-settings.service"
UNITS = (UNIT, BACK, HOTSPOT, ASKED, CHANGES)


@dataclass(frozen=True)
class Places:
    """The paths of a table below a root, which is `/` except in tests."""

    root: Path = Path("/")

    def path(self, path: str) -> Path:
        """Return an absolute system path below the root."""
        return self.root / path.lstrip("/")

    @property
    def home(self) -> Path:
        """The folder of the releases and the links to them."""
        return self.path(HOME)

    @property
    def releases(self) -> Path:
        """The folder of all releases, one folder for each. A complete release never changes."""
        return self.home / "releases"

    @property
    def current(self) -> Path:
        """The link to the release that starts with the machine."""
        return self.home / "current"

    @property
    def before(self) -> Path:
        """The link to the release to fall back to. It exists only while a new release is tried."""
        return self.home / "before"

    @property
    def previous(self) -> Path:
        """The link to the release that ran before the current one."""
        return self.home / "previous"

    @property
    def lock(self) -> Path:
        """The lock that allows one installation at a time.

        The lock is not in /run/lock, because anybody may create links there.
        """
        return self.path(f"/run/{NAME}.lock")

    @property
    def settings(self) -> Path:
        """The owner's settings. The installer writes them once and then leaves them alone."""
        return self.path(f"/etc/default/{NAME}")

    @property
    def data(self) -> Path:
        """The journal, the taught decks and the log.

        The service owns them, and the installer leaves them alone.
        """
        return self.path(f"/var/lib/{NAME}")

    @property
    def run(self) -> Path:
        """The service's folder for files that a restart may remove."""
        return self.path(f"/run/{NAME}")

    @property
    def request(self) -> Path:
        """The change that a host asks for. The service writes it, and root reads and removes it."""
        return self.run / "request.json"

    @property
    def shared(self) -> Path:
        """What root tells the service. Only root writes here, and only the service reads it."""
        return self.path(f"/var/lib/{NAME}-machine")

    @property
    def wifi(self) -> Path:
        """The name and the password of the table's own Wi-Fi. There is none without a Wi-Fi."""
        return self.shared / "wifi.json"

    @property
    def outcome(self) -> Path:
        """What came of the newest request. It is kept in memory, so that a full disk is told, too.

        Only root writes into this folder, and only the service reads it.
        """
        return self.path(f"/run/{NAME}-machine") / "outcome.json"

    @property
    def source(self) -> Path:
        """The path and the owner of the clone that the table was installed from, for updates."""
        return self.shared / "source"

    @property
    def command(self) -> Path:
        """The command `coyote` for people at the machine."""
        return self.path("/usr/local/bin/coyote")

    @property
    def completion(self) -> Path:
        """The Bash completion for that command. Bash loads it at the first Tab."""
        return self.path("/usr/local/share/bash-completion/completions/coyote")

    @property
    def by_hand(self) -> Path:
        """The path of a unit that somebody copied by hand, which overrides the release's unit."""
        return self.path(f"/etc/systemd/system/{UNIT}")

    def unit(self, name: str) -> Path:
        """Return the path of a unit. `systemctl disable` does not remove it there."""
        return self.path(f"/usr/local/lib/systemd/system/{name}")

    def wanted(self, name: str) -> Path:
        """Return the link that starts a unit with the machine."""
        return self.path(f"/etc/systemd/system/multi-user.target.wants/{name}")
