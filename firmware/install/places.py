"""The paths of an installed table."""

from __future__ import annotations

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


class Places:
    """The paths of a table below a root, which is `/` except in tests."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root
        # The folder of the releases and the links to them. A complete release never changes.
        self.home = self.path(HOME)
        self.releases = self.home / "releases"
        # The links to the release that starts with the machine, and to the release before it.
        self.current, self.previous = self.home / "current", self.home / "previous"
        # The link to the release to fall back to. It exists only while a new release is tried.
        self.before = self.home / "before"
        # One installation at a time. It is not in /run/lock, where anybody may create links.
        self.lock = self.path(f"/run/{NAME}.lock")
        # The owner's settings. The installer writes them once and then leaves them alone.
        self.settings = self.path(f"/etc/default/{NAME}")
        # The journal, the taught decks and the log. The service owns them; the installer leaves
        # them alone.
        self.data = self.path(f"/var/lib/{NAME}")
        # The service's folder for files that a restart may remove. In it, the service writes the
        # change that a host asks for. Root reads and removes it.
        self.run = self.path(f"/run/{NAME}")
        self.request = self.run / "request.json"
        # Root's data for the service. Only root writes here, and only the service reads it: the
        # name and the password of the table's own Wi-Fi, if it has one; and for updates, the path
        # and the owner of the clone that the table was installed from.
        self.shared = self.path(f"/var/lib/{NAME}-machine")
        self.wifi, self.source = self.shared / "wifi.json", self.shared / "source"
        # The result of the newest request, for the service alone. It is kept in memory, so that a
        # full disk is reported, too.
        self.outcome = self.path(f"/run/{NAME}-machine") / "outcome.json"
        # The command `coyote` for people at the machine, and its completion for Bash.
        self.command = self.path("/usr/local/bin/coyote")
        self.completion = self.path("/usr/local/share/bash-completion/completions/coyote")

    def path(self, path: str) -> Path:
        """Return an absolute system path below the root."""
        return self.root / path.lstrip("/")

    def unit(self, name: str) -> Path:
        """Return the path of a unit. `systemctl disable` does not remove it there."""
        return self.path(f"/usr/local/lib/systemd/system/{name}")

    def wanted(self, name: str) -> Path:
        """Return the link that starts a unit with the machine."""
        return self.path(f"/etc/systemd/system/multi-user.target.wants/{name}")
