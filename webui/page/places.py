"""Who takes the place and the rating of a seat that changes hands: the question, and the names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.contract import View
from referee.match.players import Players, Tenure, place_answers
from referee.match.running import Snapshot
from referee.words import Voice
from webui.access.seats.notices import NameQuestion
from webui.page.fields import PlaceChoice
from webui.page.past.chart import name
from webui.page.schema import OutcomeText


def place_choices(voice: Voice, snapshot: Snapshot | None, seat: int) -> tuple[PlaceChoice, ...]:
    """Return the possible answers if a seat is handed over now."""
    if snapshot is None or not _is_asked(snapshot, seat):
        return ()
    return _choices(voice, snapshot, snapshot.players.tenures(seat), "other")


def own_place_choices(
    voice: Voice, snapshot: Snapshot | None, asked: NameQuestion
) -> tuple[PlaceChoice, ...]:
    """Return the possible answers of a player who has sat down and is asked for a name."""
    if snapshot is None or asked.drawn or not _is_asked(snapshot, asked.seat):
        return ()
    tenures = snapshot.players.tenures(asked.seat)
    before = tenures if asked.kept else tenures[:-1]
    return _choices(voice, snapshot, before, "me") if before else ()


def _is_asked(snapshot: Snapshot, seat: int) -> bool:
    return seat < snapshot.seats and snapshot.outcome is None and not snapshot.lesson


def _choices(
    voice: Voice, snapshot: Snapshot, before: Sequence[Tenure], newcomer: str
) -> tuple[PlaceChoice, ...]:
    said = {"comes": f"page.place.comes.{newcomer}"}
    return tuple(
        PlaceChoice(place, known or voice.key(said.get(place, f"page.place.{place}")))
        for place, known in place_answers(before, drawn=bool(snapshot.players.drawn))
    )


def place_voice(voice: Voice, players: Players) -> Voice:
    """Return a voice that names each seat after whoever takes its place."""
    takers = enumerate(players.place_takers)
    earlier = {
        seat: taker.name
        for seat, taker in takers
        if taker is not None and taker is not players.tenures(seat)[-1]
    }
    return replace(voice, names={**voice.names, **earlier})


def outcome(voice: Voice, snapshot: Snapshot | None, view: View | None) -> OutcomeText | None:
    """Return the result of the match, or None if the match is not over."""
    if snapshot is None or view is None or view.outcome is None:
        return None
    winners, taking = view.outcome.winners, place_voice(voice, snapshot.players)
    names = tuple(name(seat, taking) for seat in winners)
    return OutcomeText(taking.say(view.outcome.reason), winners, names)
