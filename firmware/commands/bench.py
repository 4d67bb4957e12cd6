"""`coyote bench`: the speed of every part, in one run, as this machine gives it."""

from __future__ import annotations

import json
from collections.abc import Callable

import click
import msgspec

from firmware.bench import Figure, at_least, latency, reveal
from firmware.commands.bench_vision import vision_command
from referee import library
from referee.bench import moves_per_cpu_second

MOVES_A_SECOND = 100_000


@click.group("bench", invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a figure.")
@click.option("--phones", default=100, show_default=True, help="Phones that follow the table.")
@click.option("--presses", default=40, show_default=True, help="Presses to measure.")
@click.pass_context
def bench_command(ctx: click.Context, as_json: bool, phones: int, presses: int) -> None:
    """Measure the referee, the reader and the table; `bench vision` measures the readings."""
    if ctx.invoked_subcommand is not None:
        return
    parts: tuple[Callable[[], list[Figure]], ...] = (
        _referee,
        reveal.measure,
        lambda: latency.measure(phones, presses),
    )
    for part in parts:
        for figure in part():
            click.echo(json.dumps(msgspec.to_builtins(figure)) if as_json else _line(figure))


bench_command.add_command(vision_command)


def _referee() -> list[Figure]:
    return [
        at_least(
            f"{name}: checked moves a CPU second, rulings included",
            moves_per_cpu_second(name),
            MOVES_A_SECOND,
            "moves",
        )
        for name in library.names()
    ]


def _line(figure: Figure) -> str:
    mark = {None: " ", True: "✓", False: "✗"}[figure.met]
    goal = f"   ({figure.goal})" if figure.goal else ""
    return f"{mark} {figure.name:<62} {figure.value:>12,.10g} {figure.unit}{goal}"
