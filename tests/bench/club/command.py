"""`coyote bench kills` and `coyote bench hub`: what a club's hub loses, and what it holds."""

from __future__ import annotations

from random import Random

import click

from tests.bench import json_option, show
from tests.bench.club import kills as killing
from tests.bench.club import load

TABLES = (40, 200, 1000, 2000)


@click.command("kills")
@click.option("--kills", default=500, show_default=True, help="Of hub, broker and tables.")
@click.option("--tables", default=4, show_default=True, help="That play.")
@click.option("--pause", "pause_s", default=1.5, show_default=True, help="At most, seconds.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of all that is random.")
@json_option
def kills_command(kills: int, tables: int, pause_s: float, seed: int, as_json: bool) -> int:
    """Kill a club's hub, broker and tables while they play, and count their results.

    The exit status is 1 if one is lost or counted twice. Linux only; needs mosquitto.
    """
    return int(show(killing.measure(kills, tables, pause_s, Random(seed)), as_json))


@click.command("hub")
@click.option("--tables", multiple=True, type=int, default=TABLES, show_default=True, help="Live.")
@click.option("--seconds", default=60.0, show_default=True, help="That they play.")
@click.option("--walls", default=5, show_default=True, help="Pages that show all of them.")
@click.option("--telling", default=2000, show_default=True, help="Tables that tell results.")
@click.option("--results", default=10, show_default=True, help="That each of them tells.")
@json_option
def hub_command(
    tables: tuple[int, ...],
    seconds: float,
    walls: int,
    telling: int,
    results: int,
    as_json: bool,
) -> int:
    """Measure a club's hub: tables live on its wall, and an evening's results of many.

    The exit status is 1 if 200 tables or fewer are late. Linux only; needs mosquitto.
    """
    return int(show(load.measure(tables, seconds, walls, telling, results), as_json))
