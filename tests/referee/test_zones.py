"""The contract where the zone says what a card does, on a made-up game: the bazaar."""

from __future__ import annotations

from random import Random

from referee.judging import Meaning
from referee.table import Card, Laid, Taken, Zone
from tests.bench.rules.promises import check_move, check_state, check_table
from tests.bench.rules.randomplay import play
from tests.referee.bazaar import BAZAAR, DECK, Bazaar, Give, NoOptions, say


def test_a_game_of_zones_keeps_every_promise() -> None:
    met = set()
    for seed in range(20):
        for step in play(BAZAAR, NoOptions(), 3, Random(seed)):
            before, after = BAZAAR.rules.offers(step.before), BAZAAR.rules.offers(step.after)
            check_move(BAZAAR, DECK, step, before, after)
            check_state(BAZAAR, step, Random(seed))
            check_table(BAZAAR, DECK, step, before)
            met |= {type(step.move).__name__}
        assert BAZAAR.rules.outcome(step.after) is not None
    assert met == {"Take", "Fill", "Sell", "Give", "Guard", "Join", "Done"}


def test_changes_that_exclude_each_other_are_asked_about_and_the_others_are_not_held_up() -> None:
    """SL-5, SL-6, SL-7: by the bazaar's rules alone."""
    state, stall = Bazaar(2, guard=("salt",), took=True), Zone("stall")
    fur, silk = Laid("fur", stall, id="a"), Laid("silk", stall, id="b")
    asked = BAZAAR.table.judge(state, (fur,))
    assert asked.moves == (Meaning(Give(0, ("fur",), ("a",)), (fur,), say("give")),)
    assert asked.choice is None
    both = BAZAAR.table.judge(state, (fur, silk)).choice
    assert both is not None
    assert (both.seat, set(both.changes)) == (0, {fur, silk})
    weak = Laid("fur", Zone("guard"), id="c")
    said = BAZAAR.table.judge(state, (weak, fur))
    assert [one.move for one in said.moves] == [Give(0, ("fur",), ("a",))]
    assert [one.changes for one in said.refusals] == [(weak,)]
    assert [one.rule for one in BAZAAR.table.judge(state, (weak,)).refusals] == ["BZ-2"]
    two = BAZAAR.table.judge(Bazaar(2, market=("fur", "fur")), (Laid("silk", Zone("market")),))
    assert [(one.have, one.count) for one in two.pending] == [(1, 2)]
    gone = BAZAAR.table.judge(state, (Taken(Card("salt", Zone("guard"))),))
    assert [one.cards for one in gone.missing] == [("salt",)]
