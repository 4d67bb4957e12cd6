"""The options that both tables have: the match to begin, the pages, the folder and the picture."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from firmware.commands.speak import refuse
from firmware.folders import Reports
from hardware import PINS
from referee import library
from referee.contract import Game

PORT = 8080
HISTORY_MB = 500  # a hundred evenings with their pictures, on the smallest card that is sold
CAMERAS = "pi, usb:0, usb:ID or folder:PATH."
NO_CAMERA = "none"  # phones send pictures

F = TypeVar("F", bound=Callable[..., Any])

SIZE_OPTION = click.option(
    "--size",
    metavar="WIDTHxHEIGHT",
    show_default="2304x1296 of a Camera Module 3, else 1920x1080",
    help="Of the picture.",
)
PINS_OPTION = click.option(
    "--pins",
    type=click.Path(path_type=Path),
    default=PINS,
    help="Another pin table than the kit's.",
)

GAME_OPTION = click.option("--game", show_default="the first that is counted so", help="A game.")
CHOSEN_OPTION = click.option(
    "--option",
    "chosen",
    multiple=True,
    metavar="NAME=VALUE",
    help="Of a match, such as starter=1; as often as you like.",
)


def data_option(**told: Any) -> Callable[[F], F]:
    """Return the option of the data folder, to which an error report goes, too."""
    folder = click.Path(path_type=Path)
    return click.option("--data", type=folder, callback=_report_to, **told)


def _report_to(ctx: click.Context, _: click.Parameter, folder: Path | None) -> Path | None:
    if folder is not None and isinstance(ctx.obj, Reports):
        ctx.obj.folder = folder
    return folder


def common(command: F) -> F:
    """Add the options that both tables have."""
    for option in reversed(
        (
            click.option("--game", show_default="the first", help="Of a new match."),
            click.option("--edition", help="Of a new match, where its game has editions."),
            CHOSEN_OPTION,
            click.option("--seats", type=int, help="Of a new match: how many play."),
            click.option(
                "--new", is_flag=True, help="Begin a new match in place of a running one."
            ),
            click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True),
            click.option(
                "--host",
                default="0.0.0.0",
                show_default=True,
                help="The address to listen on: 0.0.0.0 is every address of this machine, for "
                "phones on the network; 127.0.0.1 is this machine alone.",
            ),
            data_option(help="The folder of the journal and the log."),
            click.option(
                "--history",
                metavar="MB",
                type=click.IntRange(10),
                default=HISTORY_MB,
                show_default=True,
                help="What past matches may take on disk; the oldest pictures go first.",
            ),
            click.option("--deck", help="The deck to read by, where it is not the edition's own."),
            SIZE_OPTION,
            click.option("--quiet", is_flag=True, help="No sound at the presses."),
            click.option("--verbose", is_flag=True, help="Log on the console too."),
        )
    ):
        command = option(command)
    return command


def sighted(command: F) -> F:
    """Add the options of a camera: which it is, and how it is to see the table."""
    for option in (
        click.option(
            "--distance",
            default=80.0,
            show_default=True,
            type=click.FloatRange(10, 500),
            help="From the lens to the mat in cm, for a lens that finds no focus.",
        ),
        click.option(
            "--mains",
            default="50",
            show_default=True,
            type=click.Choice(["50", "60"]),
            help="The mains' hertz: no lamp on them will flicker.",
        ),
        click.option(
            "--camera",
            multiple=True,
            show_default="auto",
            help=f"{CAMERAS} Several times for several cameras over one mat.",
        ),
    ):
        command = option(command)
    return command


def named_once(cameras: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cameras that were asked for; raises `BadData` where two may be the same one."""
    if len(cameras) > 1 and (len(set(cameras)) < len(cameras) or "auto" in cameras):
        refuse("cli.run.same_camera")
    return cameras or ("auto",)


def picture_size(text: str | None) -> tuple[int, int] | None:
    """Return the width and height in pixels of "1920x1080", None of None; raises `BadData`."""
    if text is None:
        return None
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 320 <= int(width) <= 9999):
        refuse("cli.run.bad_size", given=text)
    return int(width), int(height)


def game_that(counts: Literal["score", "appraise"], name: str | None) -> Game[Any, Any, Any]:
    """Return a game that counts cards so outside a match: the one named, else the first.

    Raises `BadOptions` for a name of none, and `BadData` for a game that does not.
    """
    named = map(library.game, library.names() if name is None else (name,))
    found = next((game for game in named if getattr(game, counts) is not None), None)
    if found is None:
        refuse("cli.game_counts_not", game=name or "")
    return found


def chosen_options(pairs: tuple[str, ...]) -> dict[str, Any]:
    """Return the NAME=VALUE pairs of a match's options; a value is JSON, else a word.

    Raises `BadData` for what is no such pair.
    """
    chosen: dict[str, Any] = {}
    for pair in pairs:
        name, given, value = pair.partition("=")
        if not given:
            refuse("cli.run.bad_option", given=pair)
        try:
            chosen[name] = json.loads(value)
        except json.JSONDecodeError:
            chosen[name] = value
    return chosen
