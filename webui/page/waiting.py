"""What waits for somebody's yes, in words, for who may say it and for who asked."""

from __future__ import annotations

from referee.match.commands import Correct, Move, Undo
from referee.match.running import Snapshot
from referee.words import Voice
from webui.access.consent import SEAT_MS, Act, Consent, SeatRequest
from webui.page import rulings
from webui.page.schema import ShownWait


def waits(
    voice: Voice,
    consent: Consent,
    snapshot: Snapshot | None,
    asks: int | None,
    decides: bool,
    shared: tuple[int, ...] = (),
) -> tuple[ShownWait, ...]:
    """Return the open requests for seats and the seats' acts that concern a viewer.

    `asks` is the seat that the viewer's phone asks for; who `decides` is a host. `shared` are the
    seats of a phone that none of their players has in hand.
    """
    ours = {*shared, voice.seat} - {None}
    seats = [
        _seat(voice, one, own=one.seat == asks)
        for one in consent.seats()
        if decides or one.seat == asks
    ]
    acts = consent.acts(snapshot.seq) if snapshot and (decides or ours) else ()
    return (
        *seats,
        *(_act(voice, snapshot, act, act.seat in ours and not decides) for act in acts if snapshot),
    )


def _seat(voice: Voice, one: SeatRequest, own: bool) -> ShownWait:
    if own:
        text = voice.key("page.wait.press", seat=one.seat, seconds=SEAT_MS // 1000)
        return ShownWait(one.id, text, None, voice.key("page.wait.withdraw"), one.due_ms)
    text = voice.key("page.wait.seat", seat=one.seat)
    yes, no = voice.key("page.wait.seat.yes"), voice.key("page.wait.no")
    return ShownWait(one.id, text, yes, no, one.due_ms)


def _act(voice: Voice, snapshot: Snapshot, act: Act, own: bool) -> ShownWait:
    match act.command:
        case Undo():
            standing = rulings.standing(snapshot, voice.seat)
            what = rulings.entry_text(voice, standing[-1], {}) if standing else ""
            kind = "undo"
        case Correct(card=card):
            what = voice.key("page.wait.correct.what", card=card, was_card=act.was)
            kind = "correct"
        case Move(move):
            cards = move.get("cards", ())
            what = ", ".join(voice.card(card) for card in cards if isinstance(card, str))
            kind = "cards" if what else "nothing"
    if own:
        text = voice.key(f"page.wait.{kind}.yours", what=what)
        return ShownWait(act.id, text, None, voice.key("page.wait.withdraw"), None)
    kind += ".back" if isinstance(act.command, Correct) and act.command.back else ""
    text = voice.key(f"page.wait.{kind}", seat=act.seat, what=what)
    return ShownWait(act.id, text, voice.key("page.wait.yes"), voice.key("page.wait.no"), None)
