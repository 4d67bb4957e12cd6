"""Players' statistics across evenings, for each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from markupsafe import Markup

from referee import library, words
from referee.match.past.ended import EndedMatch
from referee.match.past.players import RATED, Player, Sum, count_players, rank_players
from referee.words import Voice
from webui.page.games import game_title
from webui.page.past.chart import sparkline

NEWEST = 40  # Number of matches in the curve of a player's strength.


class PlayerFigure(msgspec.Struct, frozen=True):
    """A statistic of a player: its label and its value, which is a sentence if it is `wide`."""

    label: str
    value: str
    wide: bool = False


def game_players(
    matches: Sequence[EndedMatch], same: Mapping[str, str], locale: str
) -> dict[str, tuple[Player, ...]]:
    """Return the players with names of each game with finished matches, by the game's title."""
    return {
        game_title(game, locale): ranked
        for game in library.names()
        if (ranked := rank_players(matches, game, same))
    }


def uncounted_note(matches: Iterable[EndedMatch], locale: str) -> str:
    """Return a sentence about matches that do not count without names, or an empty text."""
    number = sum(not count_players(match).counts for match in matches)
    return Voice(locale).key("players.uncounted", count=number) if number else ""


def strength_curve(player: Player) -> Markup:
    """Return the curve of a player's strength as SVG; empty after too few matches."""
    return sparkline((player.curve[-NEWEST:],))


def player_figures(voice: Voice, player: Player) -> Iterator[PlayerFigure]:
    """Yield the statistics of a player."""
    say, locale = voice.key, voice.locale
    yield PlayerFigure(say("players.matches"), words.number(player.matches, locale))
    yield PlayerFigure(say("players.wins"), words.number(player.wins, locale))
    if player.placed < player.matches:
        without = words.number(player.matches - player.placed, locale)
        yield PlayerFigure(say("players.without_place"), without)
    for name, figure in player.figures.items():
        yield PlayerFigure(say(f"figure.{name}"), _value(figure, voice))
    if player.rating is None:
        rating = say("players.few", count=player.placed, needed=RATED)
    else:
        value, error = round(player.rating.value), max(1, round(player.rating.error))
        rating = say("players.about", value=value, error=error)
    yield PlayerFigure(say("players.rating"), rating, wide=True)
    if player.victims:
        names = words.join_list(list(player.victims), locale)
        victim = say("players.times", count=player.times, names=names)
        yield PlayerFigure(say("players.victim"), victim, wide=True)


def _value(figure: Sum, voice: Voice) -> str:
    if not figure.of:
        return "–"
    return voice.key("players.of", number=figure.count, all=figure.of)
