"""`coyote replay`: runs a match file through the rules and prints every ruling."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from firmware.commands.speak import locale, read_input, say, text_of
from referee import library, notation, words
from referee.disk import textfiles
from referee.match import matchfile
from referee.match.matchfile import MatchFileError
from referee.match.people.same_names import twice_named
from referee.match.running import PlayedMatch

MOST_BYTES = 100_000_000  # A whole evening's match has about 200,000 bytes.


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def replay_command(file: Path, as_json: bool) -> int:
    """Replay a match FILE (- for standard input). Print all rulings and the last position.

    The first line is {"game", "options", "seats"}; each further line is a move. An illegal move
    stops the replay: status 2, with its line, the rule and the reason.
    """
    try:
        match = matchfile.replay(_lines(read_input(file, MOST_BYTES)))
    except MatchFileError as error:
        reason = text_of(error.message)
        sentence = say("cli.replay.refused", line=error.line, rule=error.rule, reason=reason)
        if as_json:
            plain = {"line": error.line, "rule": error.rule, "reason": reason}
            click.echo(json.dumps({"error": plain}, ensure_ascii=False))
        click.echo(f"coyote: {sentence}", err=True)
        return 2
    click.echo(_json(match) if as_json else _text(match))
    names = matchfile.header_of(match).names
    if seats := twice_named(names, {}):
        name = names[seats[0]]
        click.echo(f"coyote: {say('cli.replay.same_name', name=name)}", err=True)
    return 0


def _lines(data: bytes) -> Sequence[str | bytes]:
    """Return the lines of a match file. If it is not text, its line is named later."""
    try:
        return textfiles.decode(data).split("\n")
    except ValueError:
        return data.splitlines(keepends=True)


def _json(match: PlayedMatch) -> str:
    header = matchfile.header_of(match)
    plain = {
        "game": match.game.name,
        "options": library.to_plain(match.options),
        "seats": header.seats,
        "handed": msgspec.to_builtins(header.handed),
        "moves": len(match.moves),
        "state": library.to_plain(match.state),
        "outcome": library.to_plain(match.outcome),
        "rulings": [
            {"line": entry.seq, **library.to_plain(ruling)}
            for entry in match.entries
            for ruling in entry.rulings
        ],
    }
    return json.dumps(plain, ensure_ascii=False)


def _text(match: PlayedMatch) -> str:
    language, lines = locale(), []
    for entry in match.entries:
        names = dict(enumerate(match.players.names_at(entry.seq)))
        for ruling in entry.rulings:
            sentence = words.unmarked(words.say_ruling(ruling, language, names))
            lines.append(f"{entry.seq:4} {ruling.rule:6} {sentence}")
    lines += ["", notation.write_position(match.game, match.seats, match.state)]
    return "\n".join(lines)
