"""Starts the match that the command's options ask for."""

from __future__ import annotations

from typing import Any

from firmware.commands.options import chosen_options
from firmware.commands.speak import warn
from referee import library
from referee.actor import HOST
from referee.match.commands import Begin
from referee.match.desk import Desk

SEATS = 3


def begin_match(desk: Desk, options: dict[str, Any]) -> None:
    """Start a match if the options ask for one. Otherwise a host's page offers the games.

    Without --new, a running match goes on. If the options name another one, print that it goes on.
    Raise `BadOptions` for wrong options, even if a match goes on, and `BadData` for an invalid
    NAME=VALUE.
    """
    game = library.game(options["game"] or library.names()[0])
    chosen = chosen_options(options["chosen"], game)
    if options["edition"] is not None:
        chosen["edition"] = options["edition"]
    asked = bool(chosen) or any(options[one] is not None for one in ("game", "seats"))
    if options["game"] is not None:
        library.options(game, chosen)
    on = desk.snapshot() is not None
    if on and not options["new"]:
        if asked:
            warn("cli.run.goes_on")
        return
    if asked or options["new"]:
        seats = SEATS if options["seats"] is None else options["seats"]
        desk.do(Begin(game.name, chosen, seats), HOST)
