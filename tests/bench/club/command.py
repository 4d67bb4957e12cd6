"""`coyote bench kills`: what a club loses when its hub, broker and tables are killed."""

from __future__ import annotations

from random import Random

import click

from tests.bench import json_option, show
from tests.bench.club import kills as killing


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
