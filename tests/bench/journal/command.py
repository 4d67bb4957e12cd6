"""`coyote bench faults`: what a journal loses that is killed, damaged and let down by its disk."""

from __future__ import annotations

import logging
from random import Random

import click

from tests.bench import json_option, show
from tests.bench.journal import deletions, faults


@click.command("faults")
@click.option("--kills", default=1000, show_default=True, help="Players killed in mid-write.")
@click.option("--damage", default=1000, show_default=True, help="Files damaged.")
@click.option("--failures", default=300, show_default=True, help="Disks that fail in mid-match.")
@click.option("--deletions", "deleted", default=500, show_default=True, help="Kills in deletions.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of all that is random.")
@json_option
def faults_command(
    kills: int, damage: int, failures: int, deleted: int, seed: int, as_json: bool
) -> int:
    """Attack journals and count lost acknowledged moves. The exit status is 1 if one is lost.

    Linux only. Each player is a process of its own, on a journal in the temporary folder.
    """
    logging.getLogger("referee").setLevel(logging.CRITICAL)  # each attack would be logged
    random, status = Random(seed), 0
    for trials, count in (
        (faults.kills, kills),
        (faults.damage, damage),
        (faults.failures, failures),
        (deletions.deletions, deleted),
    ):
        tally = trials(count, random)
        show(tally.figures(), as_json)
        for wrong in tally.wrong:
            click.echo(f"  {wrong}", err=True)
            status = 1
    return status
