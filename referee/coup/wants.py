"""What the camera looks for in a match of Coup: cards to be read, cards that must stay."""

from __future__ import annotations

from referee.contract import Message, Want, Watch
from referee.coup.offers import ask_turned
from referee.coup.state import MIDDLE, Phase, State, claimed, claimer, left, zone


def wanted(state: State) -> tuple[Want, ...]:
    """Return what is to be read or cleared, and the cards face up that must stay (CP-41)."""
    if state.phase is Phase.OVER:
        return ()
    keeps = tuple(
        Want(
            zone(seat),
            Watch.KEEP,
            Message("coup.want.keep", {"seat": seat, "cards": cards}),
            cards=cards,
        )
        for seat, cards in enumerate(state.faces)
        if cards and seat != state.loser
    )
    return (*_now(state), *keeps)


def _now(state: State) -> tuple[Want, ...]:
    seat = claimer(state)
    if state.phase is Phase.SHOW:
        label = Message("coup.want.show", {"seat": seat, "cards": claimed(state)})
        return (Want(MIDDLE, Watch.READ, label, 1, 1, left(state)),)
    if state.phase is Phase.RETURN:
        return (Want(MIDDLE, Watch.CLEAR, Message("coup.want.clear", {"seat": seat})),)
    if state.phase is Phase.LOSE:
        ask = ask_turned(state)
        label = Message("coup.want.turn", {"seat": state.loser or 0})
        read = Watch.READ
        return (Want(ask.zone, read, label, ask.least, ask.most, ask.possible, ask.known),)
    return ()
