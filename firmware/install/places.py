"""The paths of an installed table."""

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
    """The paths below a root, which is `/` except in tests."""

    root: Path = Path("/")

    def at(self, path: str) -> Path:
        """Return an absolute system path below the root."""
        return self.root / path.lstrip("/")

    @property
    def home(self) -> Path:
        """The folder of the releases and the links to them."""
        return self.at(HOME)

    @property
    def releases(self) -> Path:
        """A folder for each release. A complete release never changes."""
        return self.home / "releases"

    @property
    def current(self) -> Path:
        """The link to the release that starts."""
        return self.home / "current"

    @property
    def before(self) -> Path:
        """The link to the release to fall back to; exists only while a new one is tried."""
        return self.home / "before"

    @property
    def previous(self) -> Path:
        """The link to the release that ran before the current one."""
        return self.home / "previous"

    @property
    def lock(self) -> Path:
        """The lock for one installation at a time. It is not in /run/lock, where anybody may create
        links.
        """
        return self.at(f"/run/{NAME}.lock")

    @property
    def settings(self) -> Path:
        """The owner's settings: written once, then left alone."""
        return self.at(f"/etc/default/{NAME}")

    @property
    def data(self) -> Path:
        """Journal, taught decks and log. They belong to the service; the installer leaves them
        alone.
        """
        return self.at(f"/var/lib/{NAME}")

    @property
    def command(self) -> Path:
        """The command `coyote` for people at the machine."""
        return self.at("/usr/local/bin/coyote")

    @property
    def completion(self) -> Path:
        """Bash completion of that command, loaded at the first Tab."""
        return self.at("/usr/local/share/bash-completion/completions/coyote")

    @property
    def by_hand(self) -> Path:
        """The place of a unit copied by hand; it would override the release's."""
        return self.at(f"/etc/systemd/system/{UNIT}")

    def unit(self, name: str) -> Path:
        """Return the path of a unit, where `systemctl disable` does not remove it."""
        return self.at(f"/usr/local/lib/systemd/system/{name}")

    def wanted(self, name: str) -> Path:
        """Return the link that starts a unit with the machine."""
        return self.at(f"/etc/systemd/system/multi-user.target.wants/{name}")
