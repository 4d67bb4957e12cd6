"""Random matches with all optional actions, at tables with real cards."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from referee import library
from referee.coyote.state.editions import EDITIONS
from referee.coyote.state.moves import CardsRead
from referee.kit import compare_cards
from referee.table import ANYWHERE, CardStatus, Laid, Zone
from tests.bench.rules.randomplay import Transition
from tests.breadth import breadth
from tests.referee.asks import reads
from tests.referee.coyote.known import of_edition
from tests.referee.coyote.real_cards import RealCards
from tests.referee.coyote.summary import summary_of

MATCHES = int(os.environ.get("COYOTE_MATCHES", "75")) // 3  # of each edition
GAME = library.game("coyote")


def check_laid_one_by_one(step: Transition, random: Random) -> None:
    """Cards laid one after the other, wherever, are waited for calmly; all of them are the move."""
    (ask,) = (ask for _, ask in reads(GAME.rules.offers(step.before)))
    place = Zone.parse(ask.zone)
    lying = [card for card in GAME.table.layout(step.before).cards if place.covers(card.zone)]
    new, gone = compare_cards(
        step.move.cards, [card.name for card in lying if card.status is CardStatus.STAYS]
    )
    assert not gone
    anywhere = [Zone("middle"), *(Zone("seat", seat) for seat in range(6))]
    zones = anywhere if place == ANYWHERE else [place]
    laid = [Laid(card, random.choice(zones), id=str(at)) for at, card in enumerate(new)]
    for number in range(len(laid)):
        said = GAME.table.judge(step.before, laid[:number])
        assert (said.moves, said.choice, said.refusals) == ((), None, ())
        lacks = said.pending[0].count - said.pending[0].have
        assert lacks == len(laid) - number or summary_of(step.before).phase == "draw"
    said = GAME.table.judge(step.before, laid)
    assert (said.choice, said.refusals, said.to_do) == (None, (), ())
    (way,) = said.moves
    assert type(GAME.rules.apply(step.before, way.move)[0].phase) is type(step.after.phase)


@pytest.mark.parametrize("edition", breadth(EDITIONS, "tomahawk"))
def test_with_real_cards_all_that_lies_there_is_taken_and_counted(edition: str) -> None:
    """Nothing that can lie on a mat is refused, and no card is lost on its way."""
    made: Counter[str] = Counter()
    for number in range(max(60, MATCHES // 2)):
        random = Random(f"real cards, {edition} {number}")
        plain, seats = of_edition(edition, random, actions=True, wild=True)
        table = RealCards(plain, seats, random)
        while GAME.rules.outcome(table.state) is None:
            step = table.step()
            table.check()
            if isinstance(step.move, CardsRead):
                check_laid_one_by_one(step, random)
            made[step.move.__struct_config__.tag] += 1
    assert set(EDITIONS[edition].actions) <= set(made)
