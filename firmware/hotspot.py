"""The table's own Wi-Fi, as the installer has set it up in NetworkManager."""

from __future__ import annotations

from firmware.errors import BadData
from firmware.install.places import Places
from firmware.install.profile import Profile, read_profile
from firmware.install.settings import PORT, port_in
from firmware.install.system import PROFILE
from referee.disk.textfiles import read_text, reason


def installed_hotspot(places: Places) -> Profile | None:
    """Return the Wi-Fi that the installer set up, or None if there is none.

    Raise `BadData` if its file cannot be read. It holds the password, so only root may.
    """
    if not places.home.exists():
        return None  # Others may not even look whether there is a profile.
    path = places.path(PROFILE)
    try:
        return read_profile(read_text(path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError as error:
        raise BadData("cli.hotspot.sudo") from error
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise BadData("cli.file_unreadable", file=str(path), reason=why) from error


def installed_port(places: Places) -> int:
    """Return the port of the pages in the owner's settings, or the usual one."""
    try:
        return port_in(read_text(places.settings))
    except (OSError, ValueError):
        return PORT
