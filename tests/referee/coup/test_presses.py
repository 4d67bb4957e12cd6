"""Coup at the panel: which press means what, which lamps are lit, and what pages are shown."""

from __future__ import annotations

from referee.contract import Cue, Press
from tests.referee.coup.playing import Coup

SHORT, LONG, DOUBLE = Press.SHORT, Press.LONG, Press.DOUBLE


def presses(match: Coup, seat: int) -> dict[Press, str]:
    """Return what each press of a seat means now; a block's character beside its move."""
    offers = match.game.rules.offers(match.state).for_seat(seat)
    results = {offer.shown.press: offer.given.get("card") or offer.move for offer in offers}
    return {press: meaning for press, meaning in results.items() if press}


def cues(match: Coup) -> list[Cue]:
    return list(match.game.rules.offers(match.state).cues)


def window(match: Coup) -> int:
    return match.game.rules.offers(match.state).window


def test_lamps_ask_by_phase_and_each_seat_that_is_asked_answers_by_its_button() -> None:
    turn, challenge, block = Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK
    idle, wait = Cue.IDLE, Cue.WAIT
    match = Coup(3)
    assert cues(match) == [turn, idle, idle]
    match.declare("extort", 1)
    assert cues(match) == [turn, challenge, challenge]
    assert [presses(match, seat) for seat in (0, 1)] == [
        {LONG: "move_on"},
        {SHORT: "challenge", LONG: "pass"},
    ]
    first = window(match)
    match.do("pass", seat=2)
    assert (cues(match), window(match)) == ([turn, challenge, idle], first)
    assert presses(match, 2) == {}
    match.do("pass", seat=1)
    assert (cues(match), window(match) > first) == ([turn, block, idle], True)
    assert presses(match, 1) == {DOUBLE: "block", LONG: "pass"}
    match.do("block", seat=1)
    assert cues(match) == [idle, turn, idle]
    assert presses(match, 1) == {SHORT: "captain", LONG: "ambassador"}
    match.do("name_card", seat=1, card="captain")
    assert cues(match) == [challenge, idle, challenge]
    assert presses(match, 0) == {SHORT: "challenge", LONG: "pass"}
    match.do("pass", seat=0)
    assert presses(match, 0) == {LONG: "move_on"}
    before = match.state.window
    match.do("challenge", seat=2)
    assert match.state.window > before, "a press of before must not act now"
    assert cues(match) == [wait, turn, wait]
    assert presses(match, 1) == {LONG: "concede"}
    match.do("card_shown", cards=["captain"])
    assert cues(match) == [wait, wait, turn]
    match.loses("duke")
    assert cues(match) == [wait, turn, wait]
