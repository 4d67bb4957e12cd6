"""Load the owner's `network.toml`: names of this machine, and proxies in front of its pages."""

from __future__ import annotations

from pathlib import Path

import msgspec

from firmware.errors import BadData
from referee.disk.textfiles import read_toml
from webui.access.network import FILE, Network


def load_network(folder: Path) -> Network:
    """Return the settings in the data folder; without a file, they are empty.

    Raise `BadData` if the file is unusable.
    """
    try:
        return msgspec.convert(read_toml(folder / FILE), Network)
    except FileNotFoundError:
        return Network()
    except (OSError, ValueError) as error:  # This includes the errors of msgspec and tomllib.
        raise BadData("table.network.unusable", file=FILE, reason=str(error)) from error
