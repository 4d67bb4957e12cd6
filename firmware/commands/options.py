"""Options that several commands share: the new match, the pages, the data folder and the camera."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from firmware.commands.error_report import Reports
from firmware.commands.speak import refuse
from firmware.install.settings import BLOCKED_PORTS, HISTORY_MB, MOST_PORT, PORT
from hardware import PINS
from referee import library
from referee.contract import Game
from referee.options import AsksEach, AsksSome, option_questions

CAMERAS = "pi, usb:0, usb:ID or folder:PATH."
NO_CAMERA = "none"  # Phones send pictures instead.

F = TypeVar("F", bound=Callable[..., Any])


class NumberRange(click.FloatRange):
    """A range of numbers. Unlike click's, it refuses "nan"."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class PortRange(click.IntRange):
    """A range of ports for pages. It refuses those at which no browser opens a page."""

    name = "port"

    def __init__(self, least: int) -> None:
        super().__init__(least, MOST_PORT)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        port = int(super().convert(value, param, ctx))
        if port in BLOCKED_PORTS:
            self.fail(f"no browser opens a page at port {port}: take another.", param, ctx)
        return port


SIZE_OPTION = click.option(
    "--size",
    metavar="WIDTHxHEIGHT",
    show_default="2304x1296 of a Camera Module 3, else 1920x1080",
    help="The size of the picture.",
)
PINS_OPTION = click.option(
    "--pins",
    type=click.Path(path_type=Path),
    default=PINS,
    help="A pin table of your own.",
)

GAME_OPTION = click.option("--game", show_default="the first one that can", help="The game.")
CHOSEN_OPTION = click.option(
    "--option",
    "chosen",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the match, such as starter=1 or actions=double,again; may be repeated.",
)


def data_option(**attributes: Any) -> Callable[[F], F]:
    """Return the option for the data folder. Error reports also go to that folder."""
    folder = click.Path(path_type=Path)
    return click.option("--data", type=folder, callback=_report_to, **attributes)


def _report_to(ctx: click.Context, _: click.Parameter, folder: Path | None) -> Path | None:
    if folder is not None and isinstance(ctx.obj, Reports):
        ctx.obj.folder = folder
    return folder


def common(command: F) -> F:
    """Add the options that `coyote play` and `coyote table` have in common."""
    for option in reversed(
        (
            click.option("--game", show_default="the first", help="The game of a new match."),
            click.option("--edition", help="The edition of a new match, if its game has several."),
            CHOSEN_OPTION,
            click.option("--seats", type=int, help="The number of players of a new match."),
            click.option("--new", is_flag=True, help="Start a new match, even if one is running."),
            click.option(
                "--port",
                type=PortRange(0),
                default=PORT,
                show_default=True,
                help="The port of the pages; 0 takes a free one.",
            ),
            click.option(
                "--host",
                default="0.0.0.0",
                show_default=True,
                help="The IPv4 address to listen on: 0.0.0.0 is every one of this machine, for "
                "phones on the network; 127.0.0.1 is this machine alone.",
            ),
            data_option(help="The data folder, with journal and log."),
            click.option(
                "--history",
                metavar="MB",
                type=click.IntRange(10),
                default=HISTORY_MB,
                show_default=True,
                help="The disk space for past matches; the oldest pictures go first.",
            ),
            click.option("--deck", help="The deck to read with, if not the edition's own."),
            SIZE_OPTION,
            click.option("--quiet", is_flag=True, help="No sound for presses."),
            click.option("--verbose", is_flag=True, help="Log to the terminal, too."),
        )
    ):
        command = option(command)
    return command


def sighted(command: F) -> F:
    """Add the options of commands that use a camera."""
    for option in (
        click.option(
            "--distance",
            default=80.0,
            show_default=True,
            type=NumberRange(10, 500),
            help="Distance from lens to mat in cm, for a lens without autofocus.",
        ),
        click.option(
            "--mains",
            default="50",
            show_default=True,
            type=click.Choice(["50", "60"]),
            help="The mains frequency in hertz, so that lamps do not flicker.",
        ),
        click.option(
            "--camera",
            multiple=True,
            show_default="auto",
            help=f"{CAMERAS} Repeat it for several cameras over one mat.",
        ),
    ):
        command = option(command)
    return command


def named_once(cameras: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cameras, or "auto" if there are none.

    Raise `BadData` if two may be the same camera.
    """
    if len(cameras) > 1 and (len(set(cameras)) < len(cameras) or "auto" in cameras):
        refuse("cli.run.same_camera")
    return cameras or ("auto",)


def picture_size(text: str | None) -> tuple[int, int] | None:
    """Return the width and height in pixels of a text such as "1920x1080", or None for None.

    Raise `BadData` for any other text.
    """
    if text is None:
        return None
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 320 <= int(width) <= 9999):
        refuse("cli.run.bad_size", given=text)
    return int(width), int(height)


def game_that(counts: Literal["score", "appraise"], name: str | None) -> Game[Any, Any, Any]:
    """Return the named game or, without a name, the first that can count cards outside a match.

    Raise `BadOptions` for an unknown name, and `BadData` for a game that cannot.
    """
    named = map(library.game, library.names() if name is None else (name,))
    played = next((game for game in named if getattr(game.table, counts) is not None), None)
    if played is None:
        refuse("cli.game_counts_not", game=name or "")
    return played


def chosen_options(
    pairs: tuple[str, ...], game: Game[Any, Any, Any] | None = None
) -> dict[str, Any]:
    """Return a match's options from NAME=VALUE pairs. A value is JSON, or else plain text.

    If the game can use several values of an option, its text is a list, such as "double,again".
    Raise `BadData` for anything else.
    """
    asked = () if game is None else option_questions(game, library.editions(game))
    several = {asks.name for asks in asked if isinstance(asks, AsksSome | AsksEach)}
    chosen: dict[str, Any] = {}
    for pair in pairs:
        name, given, value = pair.partition("=")
        if not given:
            refuse("cli.run.bad_option", given=pair)
        try:
            chosen[name] = json.loads(value)
        except json.JSONDecodeError:
            parts = [part.strip() for part in value.split(",")]
            chosen[name] = parts if name in several else value
    return chosen
