"""The journal entry with which a match begins, from a command or from the match before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from referee import library
from referee.contract import BadOptions, Game, IllegalMove, Message
from referee.library import FORM
from referee.match.commands import Again, Begin, Level, Teach
from referee.match.deciding import check_current
from referee.match.journal.bodies import Begun, Taught
from referee.match.people.naming import check_bots, with_bot_names
from referee.match.running import PlayedMatch, Snapshot
from referee.options import AsksEach, AsksSeat, option_questions


def begun_body(
    game: Game[Any, Any, Any],
    options: Any,
    seats: int,
    names: tuple[str, ...] = (),
    levels: tuple[str, ...] = (),
    drawn: str = "",
) -> Begun:
    """Return the journal entry for a new match, with complete options."""
    return Begun(game.name, msgspec.to_builtins(options), seats, names, levels, drawn)


def begun_by_command(
    command: Begin | Teach | Again, now: PlayedMatch | None, ended: Mapping[str, Any]
) -> Begun:
    """Return the journal entry with which a match begins. Raise `BadOptions` or `IllegalMove`.

    `now` is the match on the table, and `ended` the result of `carried_over_options`.
    """
    match command:
        case Teach(seats):
            return _begun(_lesson(now, seats), ended)
        case Again(seen, players):
            if now is None:
                raise IllegalMove("desk", Message("desk.no_match"))
            check_current(now, seen)
            return _begun(_rematch(now, players), {})
        case Begin():
            return _begun(command, ended)


def _begun(command: Begin, ended: Mapping[str, Any]) -> Begun:
    game, seats = library.game(command.game), command.seats
    options = complete_options(game, seats, command.options, ended)
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        reason = Message("desk.bad_seats", {"given": str(seats), "least": least, "most": most})
        raise BadOptions(FORM, reason)
    game.rules.begin(options, seats)
    levels = _one_per_seat(command.levels, seats)
    check_bots(game, any(levels))
    names = _one_per_seat(with_bot_names(command.names, levels), seats)
    real = begun_body(game, options, seats, names, levels, command.drawn)
    if not command.lesson:
        return real
    taught = real.options | library.data(game.name).lesson.options
    return Taught(game.name, taught, seats, names, levels, command.drawn, real=real.options)


def complete_options(
    game: Game[Any, Any, Any], seats: int, given: Mapping[str, Any], ended: Mapping[str, Any]
) -> Any:
    """Return the options of a new match in which those in `given` were chosen. Raise `BadOptions`.

    `ended` is the result of `carried_over_options`. It counts only for the same number of seats.
    """
    last = ended.get(game.name)
    carried_over = last["options"] if last is not None and last["seats"] == seats else None
    return library.options(game, given, carried_over)


def _one_per_seat(values: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Return one text for each seat, or an empty tuple if all texts are empty."""
    return (*values, *[""] * seats)[:seats] if any(values[:seats]) else ()


def _lesson(now: PlayedMatch | None, seats: int) -> Begin:
    """Return the command for the teach-in of the current match.

    Without a match, it is the teach-in of the first game.
    """
    if now is None:
        return Begin(library.names()[0], seats=seats, lesson=True)
    levels = tuple(cast("Level", now.players.levels.get(seat, "")) for seat in range(now.seats))
    names = now.players.names
    drawn = now.drawn if now.outcome is None else ""
    return Begin(now.game.name, now.real, now.seats, names, levels, lesson=True, drawn=drawn)


def _rematch(last: PlayedMatch, players: tuple[int | str, ...]) -> Begin:
    """Return the command that repeats a match. Raise `IllegalMove` while it goes on.

    After a teach-in, a drawn match begins as it was drawn. A second match was not drawn.
    `players` has for each seat the earlier seat of its player, or the name of a newcomer.
    """
    if last.outcome is None and not last.lesson:
        raise IllegalMove("desk", Message("desk.not_over"))
    taken_over = {} if last.lesson else last.game.rules.carry_over(last.state)
    options = {**last.real, **taken_over}
    drawn = last.drawn if last.lesson else ""
    if players:
        options, drawn = _options_of_people(last.game, options, players), ""
    seats = players or tuple(range(last.seats))
    known, bots = dict(enumerate(last.players.names)), last.players.levels
    names = tuple(seat if isinstance(seat, str) else known.get(seat, "") for seat in seats)
    levels = tuple(cast("Level", bots.get(cast("int", seat), "")) for seat in seats)
    return Begin(last.game.name, options, len(seats), names, levels, drawn=drawn)


def _options_of_people(
    game: Game[Any, Any, Any], options: Mapping[str, Any], players: Sequence[int | str]
) -> dict[str, Any]:
    """Return options in which everybody keeps the choice of their earlier seat.

    If the player whom an option names has left, the next one clockwise takes their part.
    """
    carried, seats = dict(options), {player: seat for seat, player in enumerate(players)}
    for asks in option_questions(game, library.editions(game)):
        now = carried[asks.name]
        if isinstance(asks, AsksSeat):
            stayed = [player for player in players if isinstance(player, int)]
            after = min(stayed, key=lambda seat_: (seat_ < now, seat_), default=players[0])
            carried[asks.name] = seats[after]
        elif isinstance(asks, AsksEach):
            kept = [now[player] if isinstance(player, int) else "" for player in players]
            others = (value for value in asks.values if value not in kept)
            carried[asks.name] = [seat_ or next(others) for seat_ in kept]
    return carried


def carried_over_options(match: Snapshot | None, kept: dict[str, Any]) -> dict[str, Any]:
    """Return ``seats`` and ``options`` to carry over from the last ended match of each game.

    `kept` is the result of the same function before the current match.
    """
    if match is None or match.outcome is None or match.lesson:
        return kept
    newest = {"seats": match.seats, "options": match.game.rules.carry_over(match.state)}
    return {**kept, match.game.name: newest}
