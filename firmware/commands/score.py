"""`coyote score`: adds up cards and shows the arithmetic."""

from __future__ import annotations

from collections import Counter

import click

from firmware.commands.options import GAME_OPTION, game_that
from firmware.commands.speak import refuse, say_score, warn
from referee import library
from referee.contract import Score


@click.command("score", context_settings={"ignore_unknown_options": True})
@click.argument("edition")
@click.argument("cards", nargs=-1, required=True)
@GAME_OPTION
@click.option(
    "--draw", "draws", multiple=True, help="The card that a draw card turns up; may be repeated."
)
def score_command(
    edition: str, cards: tuple[str, ...], game: str | None, draws: tuple[str, ...]
) -> None:
    """Add CARDS up by the rules of an EDITION.

    Put -- before the first card that begins with a dash.
    """
    played = game_that("score", game)
    options = library.options(played, {"edition": edition})
    assert played.table.score is not None
    score: Score = played.table.score(options, cards, draws)
    if any(step.message.key.endswith(".draw_none") for step in score.steps):
        refuse("cli.score.draw_missing")
    deck, called = played.table.cards.counts(options), played.table.cards.called
    given = Counter(called(options, card) for card in (*cards, *draws))
    for card, number in sorted(given.items()):
        if card not in deck:
            warn("cli.score.not_in_deck", card=card, edition=edition)
        elif number > deck[card]:
            most = {"number": number, "count": deck[card]}
            refuse("cli.score.more_than_deck", card=card, edition=edition, **most)
    click.echo("\n".join(say_score(score)))
