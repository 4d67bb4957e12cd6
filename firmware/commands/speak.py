"""A command's input and output: files to read, and texts in the language of the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import click

from firmware.errors import BadData
from referee import words
from referee.contract import Message, Score, Value
from referee.disk import textfiles

MARKS = {True: "✓", False: "✗", None: "–"}  # Working, faulty, and neither.


def locale() -> str:
    """Return the language that the environment variables ask for."""
    asked = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return words.negotiate(tag.partition(".")[0] for tag in asked if tag)


def text_of(message: Message) -> str:
    """Return a message as a terminal shows it."""
    return words.unmarked(words.say(message, locale()))


def say(key: str, /, **params: Value) -> str:
    """Return the text of a key."""
    return text_of(Message(key, params))


def tell(key: str, /, **params: Value) -> None:
    """Print a text on standard output."""
    click.echo(say(key, **params))


def warn(key: str, /, **params: Value) -> None:
    """Print a text on standard error."""
    click.echo(say(key, **params), err=True)


def refuse(key: str, /, **params: Value) -> NoReturn:
    """Print one sentence on standard error and end the command."""
    raise BadData(key, **params)


def say_score(score: Score) -> list[str]:
    """Return the arithmetic of a score: a line for each step, and the total last."""
    steps = [
        say("cli.score.step", text=text_of(step.message), sum=words.say_sum(step, locale()))
        for step in score.steps
    ]
    return [*steps, words.number(score.total, locale())]


def read_text(file: Path, most_bytes: int) -> str:
    """Return the text in a file as `read_input` does. Raise `BadData` if it is no text."""
    data = read_input(file, most_bytes)
    try:
        return textfiles.decode(data)
    except ValueError as error:
        refuse("cli.file_unreadable", file=str(file), reason=str(error))


def read_input(file: Path, most_bytes: int) -> bytes:
    """Return the contents of a file (``-`` is standard input).

    Raise `BadData` if it is unreadable or too large.
    """
    try:
        if str(file) == "-":
            return textfiles.read_whole(sys.stdin.buffer, most_bytes)
        return textfiles.read_input(file, most_bytes)
    except OSError as error:
        refuse("cli.file_unreadable", file=str(file), reason=textfiles.reason(error))
