"""`coyote install` and `coyote uninstall`: the installer, for whoever has a wheel and no clone."""

from __future__ import annotations

import sys

import click

from firmware.install import __main__ as installer


@click.command("install")
@click.option("--port", type=click.IntRange(1, 65535), help="Of the pages, such as 80; else 8080.")
@click.option(
    "--hotspot/--no-hotspot",
    default=None,
    help="A Wi-Fi of the table's own where there is no network.",
)
def install_command(port: int | None, hotspot: bool | None) -> int:
    """Install the table so that it starts with the machine, or change over to this one; takes root.

    What is installed is this very program: from a wheel, after `pipx install --force`, a newer one.
    """
    given = [] if port is None else [f"--port={port}"]
    if hotspot is not None:
        given.append("--hotspot" if hotspot else "--no-hotspot")
    return installer.main(["install", *given], sys.argv[0])


@click.command("uninstall")
@click.option("--data", is_flag=True, help="The data, too: matches, decks, names.")
def uninstall_command(data: bool) -> int:
    """Take away the table that starts with the machine; its data stay."""
    return installer.main(["uninstall", *(["--data"] if data else [])], sys.argv[0])
