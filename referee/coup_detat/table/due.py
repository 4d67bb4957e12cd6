"""What the table waits for in each zone: which card, from whom, what is to go (SL-6, SL-10)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.contract import Message
from referee.coup_detat.rules.opening import drawing
from referee.coup_detat.rules.revokes import suspected
from referee.coup_detat.state.state import GRID, MIDDLE, Phase, State, zone
from referee.coup_detat.table.layout import coup_shown, layout
from referee.coup_detat.view.lights import waits_for
from referee.coup_detat.view.offers import (
    COUP_BACK,
    GATHER,
    card_due,
    left_due,
    row_due,
    table_card_due,
)
from referee.coup_detat.view.opening import DRAW, SHOW, contract_due
from referee.judging import Missing
from referee.table import Changes, Lies, Taken


def due(state: State, left: Changes) -> Iterator[Missing]:
    """Yield what the table waits for, what is to be taken away first."""
    yield from _goes(state, left)
    seats = waits_for(state)
    match state.phase:
        case Phase.DRAW:
            for seat in drawing(state):
                yield Missing(DRAW, zone(seat), seat)
        case Phase.COUP:
            yield Missing(SHOW, MIDDLE)
        case Phase.NAME:
            yield Missing(contract_due(seats[0]), MIDDLE, seats[0])
        case Phase.PLAY if seats:
            yield Missing(card_due(seats[0]), zone(seats[0]), seats[0])
        case Phase.TABLE:
            yield Missing(table_card_due(seats[0]), zone(seats[0]), seats[0])
        case Phase.ROWS:
            yield Missing(row_due(state), GRID, seats[0])
        case Phase.LEFT if (found := suspected(state)) is not None:
            yield Missing(left_due(found[0]), GRID, found[0])


def _goes(state: State, left: Changes) -> Iterator[Missing]:
    """Yield what of a trick, of drawn cards or of the Coup card is still to be taken away."""
    gone = [one.was for one in left if isinstance(one, Taken)]
    goes = [card for card in layout(state).cards if card.lies is Lies.GOES]
    lie = tuple(card for card in goes if card not in gone)
    if state.phase is Phase.ROWS and lie:  # the contract card: the grid lies in the middle too
        said = Message("coup_detat.want.marker", {"card": lie[0].name})
        yield Missing(said, lie[0].zone, cards=(lie[0].name,))
    lie = tuple(card for card in lie if card.name != state.marker)
    if not lie or state.phase not in (Phase.CLEAR, Phase.PLAY):
        return
    shown = state.play is None and coup_shown(state) is not None
    seat = state.attempter if shown else next(iter(waits_for(state)), None)
    yield Missing(
        COUP_BACK if shown else GATHER,
        lie[0].zone,
        seat,
        have=len(goes) - len(lie),
        count=len(goes),
        cards=tuple(card.name for card in lie),
    )
