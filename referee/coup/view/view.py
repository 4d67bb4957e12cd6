"""The view of a match of Coup. The referee knows no secrets, so everyone sees the same."""

from __future__ import annotations

from collections.abc import Mapping

from referee import contract as c
from referee.coup.flow import FLOW
from referee.coup.rules.ending import outcome
from referee.coup.state import phases
from referee.coup.state.cards import INFLUENCE
from referee.coup.state.state import (
    Event,
    EventKind,
    State,
    influence,
    is_in,
    treasury,
    uses_own_sets,
)
from referee.coup.view.claims import Claim, claims
from referee.kit import newest, newest_by_seat

LAST_CLAIMS = 3
_PASSED = c.Message("coup.note.passed")


@newest_by_seat
def view(state: State, seat: int | None) -> c.View:
    """Return the view for the phone of `seat`. None is a spectator."""
    deal = _deal(state)
    over = type(state.phase) is phases.Over
    record, saying = claims(state) if over else (), _phase_notes(state.phase)
    return c.View(
        game="coup",
        round=state.round,
        phase=c.Message(f"coup.phase.{state.phase}" if deal is None else "coup.phase.deal"),
        focus=FLOW.focus(state),
        seats=tuple(
            _seat(state, other, cue, record, saying) for other, cue in enumerate(FLOW.cues(state))
        ),
        seat=seat,
        facts=_proved_bluffs(record) if over else _facts(state),
        deal=deal,
        outcome=outcome(state),
    )


def _deal(state: State) -> c.Deal | None:
    """Return the deal of two cards each, before the first action (CP-1)."""
    if not isinstance(state.phase, phases.Turn) or state.window:
        return None
    return c.Deal(1, (INFLUENCE,) * len(state.faces), shuffle=True)


def _seat(
    state: State,
    seat: int,
    cue: c.Cue,
    record: tuple[Claim, ...],
    saying: Mapping[int | None, c.Message],
) -> c.SeatView:
    tokens = (
        c.Token("coin", state.coins[seat]),
        c.Token("influence", influence(state, seat), INFLUENCE),
    )
    notes = _summary(state, seat, record) if record else _notes(state, seat, saying)
    cards = state.faces[seat]
    return c.SeatView(seat, cue, tokens, cards, notes=notes, out=not is_in(state, seat))


def _phase_notes(phase: phases.Phase) -> dict[int | None, c.Message]:
    """Return notes on the seats that have passed, are challenging, or lose an influence."""
    if type(phase) is phases.Turn:
        return {}
    match phase:
        case phases.Window(passed=passed):
            return dict.fromkeys(passed, _PASSED)
        case phases.Show(challenger=seat):
            return {seat: c.Message("coup.note.challenges")}
        case phases.Lose(loser=loser) | phases.Return(loser=loser):
            return {loser: c.Message("coup.note.loses")}
    return {}


def _notes(
    state: State, seat: int, saying: Mapping[int | None, c.Message]
) -> tuple[c.Message, ...]:
    """Return notes on a seat's last action and its last claims."""
    notes: list[c.Message] = []
    if note := saying.get(seat):
        notes.append(note)
    if cards := _last_claims(state.history).get(seat):
        notes.append(c.Message("coup.note.claimed", {"cards": cards}))
    return tuple(notes)


@newest  # Most moves add no claim.
def _last_claims(history: tuple[Event, ...]) -> dict[int, tuple[str, ...]]:
    """Return the last claims of each seat that has made any, each character once."""
    results: dict[int, list[tuple[str, ...]]] = {}
    for event in reversed(history):
        if event.what is EventKind.CLAIMED:
            results.setdefault(event.seat, []).append(event.cards)
    return {
        seat: tuple(
            dict.fromkeys(card for claim in reversed(claims[:LAST_CLAIMS]) for card in claim)
        )
        for seat, claims in results.items()
    }


def _facts(state: State) -> tuple[c.Message, ...]:
    facts = [c.Message("coup.fact.treasury", {"count": treasury(state)})]
    if uses_own_sets(state) and not state.window:
        facts.append(c.Message("coup.fact.sets"))
    return tuple(facts)


# -- after the match --------------------------------------------------------------------------


def _summary(state: State, seat: int, record: tuple[Claim, ...]) -> tuple[c.Message, ...]:
    """Return notes on a seat's claims, what became of them, and its challenges."""
    mine = [claim for claim in record if claim.seat == seat]
    shown = sum(claim.fate is EventKind.SHOWN for claim in mine)
    called = sum(claim.fate is EventKind.FAILED for claim in mine)
    passed = sum(claim.fate is EventKind.CLAIMED and claim.true is False for claim in mine)
    tried = [event.what for event in state.history if event.other == seat]
    notes = [c.Message("coup.note.all_claims", {"count": len(mine)})]
    counts = (
        ("coup.note.shown", shown),
        ("coup.note.called", called),
        ("coup.note.unchallenged", passed),
        ("coup.note.challenges_won", tried.count(EventKind.FAILED)),
        ("coup.note.challenges_lost", tried.count(EventKind.SHOWN)),
    )
    notes += [c.Message(key, {"count": count}) for key, count in counts if count]
    return tuple(notes)


def _proved_bluffs(record: tuple[Claim, ...]) -> tuple[c.Message, ...]:
    """Return the unchallenged claims that the record proves to be false."""
    return tuple(
        c.Message(
            "coup.fact.bluff", {"seat": claim.seat, "cards": claim.cards, "round": claim.round}
        )
        for claim in record
        if claim.fate is EventKind.CLAIMED and claim.true is False
    )
