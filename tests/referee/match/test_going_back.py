"""A deal made again at any point of it, and the match taken back to a chosen entry of its log."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import library
from referee.actor import HOST, at_seat
from referee.contract import IllegalMove, Message
from referee.match.commands import (
    Begin,
    DealAnew,
    GoBack,
    Move,
    Pause,
    Redo,
    ReportMisdeal,
    Undo,
)
from referee.match.desk import Desk, MatchPaused, Snapshot
from referee.match.journal.bodies import BACK, DEAL, MOVE, STEPS
from tests.bench.rules.randomplay import choose, fill, play
from tests.breadth import breadth
from tests.matches import match_of
from tests.referee.known import known

HANDS = [name for name in library.names() if name != "ogallala"]
MOVES = 60
AGREE = "agree_to_proposal"


def begin(desk: Desk, name: str, random: Random) -> list[Any]:
    """Begin a match of a game, and return moves that may be made in it."""
    options, seats = known(name).settings(random)
    desk.do(Begin(name, options, seats), HOST)
    match = match_of(desk)
    made = play(match.game, match.options, seats, random, MOVES + random.randrange(MOVES))
    return [transition.move for transition in made]


def make(desk: Desk, move: Any) -> Snapshot:
    """Make a move. If everybody must agree to it, they do."""
    match = desk.do(Move(move), HOST)
    while match.proposal is not None:
        match = desk.do(Move({"move": AGREE, "seat": match.proposal.missing[0]}), HOST)
    return match


def waits_for_hands(match: Snapshot, state: Any) -> bool:
    deal = match.game.shown.view(state, None).deal
    return deal is not None and any(deal.cards)


def shown(match: Snapshot) -> Any:
    """What a match comes to, but for what counts its entries."""
    views = [match.view(seat) for seat in (None, *range(match.seats))]
    return match.state, match.offers.items, match.layout, views, match.cited_pictures


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("seed", breadth(range(3)))
def test_the_host_deals_anew_at_any_point_before_the_deal_is_settled(
    name: str, seed: int, desk: Desk, path: Path
) -> None:
    random = Random(f"{name} {seed}")
    moves = begin(desk, name, random)
    dealt: Any = None
    kept = 0
    for number, move in enumerate([None, *moves]):
        if move is not None:
            make(desk, move)
        match = match_of(desk)
        if match.outcome is not None:
            with pytest.raises(IllegalMove):
                desk.do(DealAnew(match.seq), HOST)
            return
        if waits_for_hands(match, match.state):
            dealt, kept = shown(match), number
        if dealt is None:
            with pytest.raises(IllegalMove, match="no_deal"):
                desk.do(DealAnew(match.seq), HOST)
            continue
        if number % 7:
            continue
        before, file = shown(match), desk.export()
        assert match.deal_moves == number - kept
        anew = desk.do(DealAnew(match.seq), HOST)
        assert shown(anew) == dealt
        assert (anew.log[-1].kind, anew.log[-1].cut) == (DEAL, number - kept)
        assert [ruling.rule for ruling in anew.rulings] == ["SL-26"]
        standing = [entry for entry in desk.log(None) if entry.kind == MOVE and not entry.undone]
        assert len(standing) <= kept  # What was annulled is no longer counted …
        assert len(desk.export()) == len(file) - (number - kept)
        desk.close()
        desk = Desk.open(path)
        assert shown(match_of(desk)) == dealt  # … nor after a restart.
        assert match_of(desk).dealt_seq == anew.dealt_seq
        back = desk.do(Undo(match_of(desk).seq), HOST)
        assert (shown(back), desk.export(), back.dealt_seq) == (before, file, 0)
        if number % 2:
            desk.do(Redo(back.seq), HOST)
            assert shown(match_of(desk)) == dealt
            return


@pytest.mark.parametrize("name", library.names())
def test_the_host_goes_back_to_a_chosen_entry_and_one_redo_repeats_it_all(
    name: str, desk: Desk, path: Path
) -> None:
    random = Random(name)
    states_before: list[tuple[int, Any]] = []
    for move in begin(desk, name, random):
        was = shown(match_of(desk))
        states_before.append((make(desk, move).seq, was))
    match = match_of(desk)
    entries = [entry for entry in desk.log(None) if entry.kind in STEPS]
    for entry in random.sample(entries, min(4, len(entries))):
        whole, file = shown(match), desk.export()
        index = next(n for n, (seq, _) in enumerate(states_before) if seq == entry.seq)
        back = desk.do(GoBack(entry.seq, match.seq), HOST)
        assert shown(back) == states_before[index][1]
        assert (back.log[-1].kind, back.log[-1].cut) == (BACK, len(states_before) - index)
        assert back.undone is not None
        assert back.undone.count == len(states_before) - index
        with pytest.raises(IllegalMove, match="no_such_entry"):
            desk.do(GoBack(entry.seq, back.seq), HOST)
        desk.close()
        desk = Desk.open(path)
        assert shown(match_of(desk)) == shown(back)
        again = desk.do(Redo(match_of(desk).seq), HOST)
        assert (shown(again), desk.export(), again.can_redo) == (whole, file, False)
        assert again.log[-1].restored == len(states_before) - index
        match = again


def test_nobody_deals_anew_or_goes_back_in_a_pause_or_where_no_hands_are(desk: Desk) -> None:
    random = Random(0)
    begin(desk, "ogallala", random)
    match = match_of(desk)
    assert match.deal_moves is None
    with pytest.raises(IllegalMove, match="no_deal"):
        desk.do(DealAnew(match.seq), HOST)
    made = desk.do(Move(choose(match.offers, random)), HOST)
    desk.do(Pause(), HOST)
    for command in (DealAnew(), GoBack(made.seq)):
        with pytest.raises(MatchPaused):
            desk.do(command, HOST)


def last_trick(desk: Desk, contract: str, seats: int = 4) -> Snapshot:
    """Bring a deal of Coup d'État to its last trick, or to Dominoes with one card in a hand."""
    desk.do(Begin("coup_detat", {}, seats), HOST)
    suit = iter(["AC", "9D", "9H", "9S"])

    def do(move: str, **fields: Any) -> Snapshot:
        return desk.do(Move({"move": move, **fields}), HOST)

    for seat in range(seats):
        do("card_drawn", player=seat, cards=[next(suit)])
    do("cleared")
    do("decline", seat=1)
    match = do("name_contract", seat=0, contract=contract)
    random = Random(contract)
    while min(match.layout.held) > 1 or match.view(None).focus.seat != match.layout.held.index(1):
        moves = [
            offer for offer in match.offers if offer.move in ("card_played", "card_laid", "cleared")
        ]
        likely = moves or [item for item in match.offers if item.move in ("let_stand", "pass")]
        made = fill(next(iter(likely)), random)
        match = desk.do(Move(made), HOST)
    return match


@pytest.mark.parametrize("contract", ["barbu", "siege", "dominoes"])
def test_a_player_with_no_card_left_is_told_and_all_may_deal_anew_or_play_on(
    contract: str, desk: Desk
) -> None:
    match = last_trick(desk, contract)
    seat = match.layout.held.index(1)
    cash, file = match.view(None).seats, desk.export()
    asked = desk.do(ReportMisdeal(seat, "none_left", match.seq), at_seat(seat))
    view = asked.view(None)
    assert view.phase == Message("desk.misdeal.none_left.counted", {"seat": seat, "count": 1})
    assert view.facts[0] == Message("desk.misdeal.effect")
    assert asked.log[-1].rulings[0].rule == "SL-16"
    with pytest.raises(IllegalMove, match="first"):
        desk.do(ReportMisdeal(seat, "lost", asked.seq), at_seat(seat))
    desk.do(Move({"move": "object_to_proposal", "seat": (seat + 1) % 4}), HOST)
    assert (shown(match_of(desk)), desk.export()) == (shown(match), file)
    desk.do(ReportMisdeal(seat, "lost"), at_seat(seat))
    for other in range(1, 4):
        desk.do(Move({"move": AGREE, "seat": (seat + other) % 4}), HOST)
    anew = match_of(desk)
    assert (anew.log[-1].kind, anew.view(None).deal is not None) == (DEAL, True)
    assert anew.state.contracts_left == anew.options.contracts
    assert [seat.tokens[0] for seat in anew.view(None).seats] == [view.tokens[0] for view in cash]
