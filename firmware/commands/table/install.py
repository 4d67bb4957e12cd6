"""`coyote install` and `coyote uninstall`: run the installer from a wheel, without a clone."""

from __future__ import annotations

import sys

import click

from firmware.commands.options import PortRange
from firmware.install import __main__ as installer
from firmware.install.settings import Mode


@click.command("install")
@click.option(
    "--port",
    type=PortRange(1),
    help="The port of the pages, such as 80; otherwise 8080.",
)
@click.option(
    "--hotspot",
    type=click.Choice([mode.value for mode in Mode]),
    help="Open a Wi-Fi: always, or as a fallback where there is no network.",
)
def install_command(port: int | None, hotspot: str | None) -> int:
    """Install the table so that it starts with the machine, or change over to this version.

    Needs root. It installs this very program. For a newer wheel, run `pipx install --force` first.
    """
    given = [] if port is None else [f"--port={port}"]
    if hotspot is not None:
        given.append(f"--hotspot={hotspot}")
    return installer.main(["install", *given], sys.argv[0])


@click.command("uninstall")
@click.option("--data", is_flag=True, help="Remove the data, too: matches, decks, names.")
def uninstall_command(data: bool) -> int:
    """Remove the table that starts with the machine. Its data stay."""
    return installer.main(["uninstall", *(["--data"] if data else [])], sys.argv[0])
