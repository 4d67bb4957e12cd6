"""Where everything of an installed table lies."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NAME = "coyote-table"
HOME = f"/opt/{NAME}"
UNIT = f"{NAME}.service"
BACK = f"{NAME}-back.service"
HOTSPOT = f"{NAME}-hotspot.service"
UNITS = (UNIT, BACK, HOTSPOT)


@dataclass(frozen=True)
class Places:
    """The paths below a root; that is `/`, but in a test."""

    root: Path = Path("/")

    def at(self, path: str) -> Path:
        """Return an absolute path of the system below the root."""
        return self.root / path.lstrip("/")

    @property
    def home(self) -> Path:
        """The folder of the releases and of the links to them."""
        return self.at(HOME)

    @property
    def releases(self) -> Path:
        """A folder for each release; what is in one never changes once it is whole."""
        return self.home / "releases"

    @property
    def current(self) -> Path:
        """The link to the release that is started."""
        return self.home / "current"

    @property
    def before(self) -> Path:
        """The link to the release to go back to; there only while a new one is tried."""
        return self.home / "before"

    @property
    def previous(self) -> Path:
        """The link to the release that ran before the current one."""
        return self.home / "previous"

    @property
    def lock(self) -> Path:
        """What one installation at a time holds; not in /run/lock, where anybody lays links."""
        return self.at(f"/run/{NAME}.lock")

    @property
    def settings(self) -> Path:
        """The owner's settings; written once, then theirs."""
        return self.at(f"/etc/default/{NAME}")

    @property
    def data(self) -> Path:
        """The journal, taught decks and the log: the service's own, never the installer's."""
        return self.at(f"/var/lib/{NAME}")

    @property
    def command(self) -> Path:
        """The command `coyote` for whoever is at the machine."""
        return self.at("/usr/local/bin/coyote")

    @property
    def completion(self) -> Path:
        """By which bash knows how that command's words may go on; loaded at the first Tab."""
        return self.at("/usr/local/share/bash-completion/completions/coyote")

    @property
    def by_hand(self) -> Path:
        """Where a unit is that somebody copied by hand; it would come before the release's."""
        return self.at(f"/etc/systemd/system/{UNIT}")

    def unit(self, name: str) -> Path:
        """Return where a unit lies: where `systemctl disable` does not remove it."""
        return self.at(f"/usr/local/lib/systemd/system/{name}")

    def wanted(self, name: str) -> Path:
        """Return the link by which a unit starts with the machine."""
        return self.at(f"/etc/systemd/system/multi-user.target.wants/{name}")
