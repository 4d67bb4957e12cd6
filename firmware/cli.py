"""The command line of the table, `coyote`."""

from __future__ import annotations

import io
import logging
import os
import re
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from firmware.commands.error_report import Reports
from firmware.house import HOUSE

# The help needs no other modules of ours. What loads them imports them itself: they take a second.
# Our matrices are so small that extra threads would only wait for each other.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
COMMANDS = {  # Modules are imported on demand: `coyote score` needs no camera.
    "play": "firmware.commands.table.run",
    "table": "firmware.commands.table.run",
    "read": "firmware.commands.pictures.read",
    "score": "firmware.commands.score",
    "games": "firmware.commands.games",
    "replay": "firmware.commands.replay",
    "schema": "firmware.commands.exports",
    "words": "firmware.commands.exports",
    "calibrate": "firmware.commands.pictures.calibrate",
    "enrol": "firmware.commands.pictures.enrol",
    "doctor": "firmware.commands.doctor",
    "wiring": "firmware.commands.wiring",
    "print": "firmware.commands.printing",
    "draw": "firmware.commands.exports",
    "backup": "firmware.commands.backup",
    "restore": "firmware.commands.backup",
    "hub": "firmware.commands.hub",
    "install": "firmware.commands.table.install",
    "uninstall": "firmware.commands.table.install",
    "bench": "firmware.commands.bench",
}


class Commands(click.Group):
    """A command group that imports a command's module only when the command is used.

    Its help takes what a command does from the text of the module.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        from firmware.folders import there
        from firmware.games import open_games
        from firmware.languages import open_languages

        open_games(there())
        open_languages(there())
        return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        room = formatter.width - 6 - max(map(len, COMMANDS))
        commands = (click.Command(name, help=_docstring(name)) for name in COMMANDS)
        with formatter.section("Commands"):
            formatter.write_dl(
                [(str(command.name), command.get_short_help_str(room)) for command in commands]
            )


def _docstring(command: str) -> str:
    """Return the docstring of a command, without importing its module."""
    source = (HOUSE / f"{COMMANDS[command].replace('.', '/')}.py").read_text("utf-8")
    match = re.search(rf'def {command}_command\(.*?"""(.*?)"""', source, re.DOTALL)
    assert match, "every command has a docstring"
    return match[1]


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, asked: _tell_version(context) if asked else None,
    help="Show the version, and of which commit it is.",
)
def coyote() -> None:
    """A referee for card games played with real cards."""


def _tell_version(context: click.Context) -> NoReturn:
    from firmware.version import VERSION, commit

    of = commit()
    click.echo(f"coyote {VERSION}{f' ({of})' if of else ''}")
    context.exit()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command. Every failure becomes one sentence on standard error, with status 2."""
    _forgive_letters()
    status = run(sys.argv[1:] if arguments is None else arguments)
    logging.shutdown()
    if threading.active_count() > 1:
        # A thread deep in native code cannot be stopped, and the interpreter must not shut down
        # while such a thread runs. Everything is closed and written by now.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    for name in ONE_THREAD:  # numpy reads these when a command first imports it.
        os.environ.setdefault(name, "1")
    logging.getLogger().addHandler(logging.NullHandler())  # Commands print no log lines.
    reports = Reports()
    try:
        status = coyote.main(
            list(arguments), prog_name="coyote", standalone_mode=False, obj=reports
        )
    except click.exceptions.Exit as end:
        return int(end.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return 130
    except click.exceptions.NoArgsIsHelpError as error:  # Its message is the whole help.
        click.echo(error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        return _fail(error.format_message())
    except SystemExit:  # click has completed a word for a shell, or nobody reads on.
        return 0
    except Exception as error:
        return _fail(reports.sentence(error))
    return status if isinstance(status, int) else 0


def _forgive_letters() -> None:
    """Print a question mark for each letter that the terminal's encoding does not have."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _fail(sentence: str) -> int:
    from referee import words

    click.echo(f"coyote: {words.unmarked(sentence)}", err=True)
    return 2


if __name__ == "__main__":
    main()
