"""The results of all matches that have ended, cached in the journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from referee.contract import Against, Figure, IllegalMove, sum_against, sum_figures
from referee.match.desk import Desk
from referee.match.ending import Ending
from referee.match.journal.tables import RECORD_KEY
from referee.match.past.cache import MatchCache
from referee.match.past.history import past_match
from referee.match.people.names import is_same
from referee.match.people.stretches import Stretch, stretches
from referee.match.running import PlayedMatch

VERSION = 6  # Version of the cached data. Raise it to compute all of them again.
AT_ONCE = 100  # Maximum number of matches replayed in one call. Each takes hundredths of a second.


class EndedMatch(msgspec.Struct, frozen=True):
    """A match that has ended: its players, their places, and the figures of the game.

    `ranking` has the seats of each place, the first place first. `names` are the players who take
    the places, by seat. A bot has no name, so that it counts for no player.

    `stretches` say who acted. They are empty if no seat changed hands. In `figures` and `against`,
    the numbers are then those of seats, and otherwise those of stretches.
    """

    match: int
    game: str
    names: tuple[str, ...]
    ranking: tuple[tuple[int, ...], ...]
    figures: tuple[Figure, ...] = ()
    against: tuple[Against, ...] = ()
    stretches: tuple[Stretch, ...] = ()

    @property
    def parts(self) -> tuple[Stretch, ...]:
        """The stretches, also if each player had a seat throughout."""
        whole = (Stretch(seat, name, 1, 2, True) for seat, name in enumerate(self.names))
        return self.stretches or tuple(whole)


def ended_matches(desk: Desk) -> tuple[tuple[EndedMatch, ...], int]:
    """Return the ended matches, oldest first, and the number of matches still to be replayed."""
    kept = MatchCache(desk.journal, RECORD_KEY, EndedMatch, VERSION)
    ended, new, left = list[EndedMatch](), 0, 0
    for match in kept.last_entries:
        known = kept.get(match)
        if known is None and new == AT_ONCE:
            left += 1
            continue
        if known is None:
            known = (_ended_match(desk, match),)  # The value is None if the match was left early.
            kept.put(match, *known)
            new += 1
        ended += [match_ for match_ in known if match_ is not None]
    kept.write()
    return tuple(ended), left


def _ended_match(desk: Desk, match: int) -> EndedMatch | None:
    try:
        past = past_match(desk, match)
    except IllegalMove:  # The match is running or damaged.
        return None
    ending = past.ending()
    return None if ending.outcome is None else ended_match(match, past, ending)


def ended_match(match: int, played: PlayedMatch, ending: Ending) -> EndedMatch:
    """Return what a match counts for its players. Each act counts for the player who made it."""
    parts = stretches(played.players, ending.entries)
    names, against = played.players.place_names, list[Against]()
    handed = () if len(parts) == played.seats else parts
    figures = [
        replace(figure, seat=part)
        for figure in ending.record.figures
        for part in _parts_of(parts, names, figure)
    ]
    for attack in ending.record.against:
        # The state that says who was challenged or targeted.
        aimed = attack.state if attack.other_state is None else attack.other_state
        others = [*_part_of(parts, names, attack.other, aimed)]
        for part in _part_of(parts, names, attack.seat, attack.state):
            against += (replace(attack, seat=part, other=other) for other in others)
    sums = sum_figures(figures), sum_against(against)
    return EndedMatch(match, played.game.name, names, ending.places, *sums, handed)


def _parts_of(parts: Sequence[Stretch], names: Sequence[str], figure: Figure) -> Iterator[int]:
    """Yield the numbers of the stretches for which a figure counts.

    One without any case, which only gives a page its row, is for all players of the seat.
    """
    if figure.of or figure.count:
        yield from _part_of(parts, names, figure.seat, figure.state)
    else:
        yield from (at for at, part in enumerate(parts) if part.seat == figure.seat)


def _part_of(
    parts: Sequence[Stretch], names: Sequence[str], seat: int, state: int | None
) -> Iterator[int]:
    """Yield the number of the stretch for which something counts that led to a state.

    Without a state, it counts for the last stretch of the player who takes the place, if any.
    """
    there = [at for at, part in enumerate(parts) if part.seat == seat]
    if state is not None:
        yield next((at for at in there if state < parts[at].end), there[-1])
    elif len(there) == 1:
        yield there[0]
    else:
        yield from [at for at in there if is_same(parts[at].name, names[seat])][-1:]
