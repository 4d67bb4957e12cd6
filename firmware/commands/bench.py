"""`coyote bench`: runs the benches of the source tree, which are not installed with the table."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import click

SOURCE = Path(__file__).parents[2]
BENCHES = "tests.bench.command"
ABSENT = (
    "the benches are not installed with the table: clone the project's source, and run "
    "`make bench` in its folder."
)


@click.command(
    "bench",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def bench_command(arguments: tuple[str, ...]) -> int:
    """Say whether this machine is fast enough.

    The benches of the source tree measure the referee, the reader and the table.
    """
    command = benches(SOURCE)
    status = command.main([*arguments], prog_name="coyote bench", standalone_mode=False)
    return status if isinstance(status, int) else 0


def benches(source: Path) -> click.Command:
    """Return the benches of a source tree as a command.

    Raise `click.ClickException` if there are none.
    """
    if not source.joinpath(*BENCHES.split(".")).with_suffix(".py").is_file():
        raise click.ClickException(ABSENT)
    if str(source) not in sys.path:
        sys.path.insert(0, str(source))
    command = import_module(BENCHES).bench_command
    assert isinstance(command, click.Command)
    return command
