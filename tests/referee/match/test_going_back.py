"""A deal made anew at any point of it, and the match taken back to a chosen entry of its log."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import library
from referee.actor import HOST
from referee.contract import IllegalMove
from referee.match.commands import Begin, DealAnew, GoBack, Move, Pause, Redo, Undo
from referee.match.desk import Desk, MatchPaused, Snapshot
from referee.match.journal.bodies import BACK, DEAL, MOVE, STEPS
from tests.bench.rules.randomplay import choose, play
from tests.matches import match_of
from tests.referee.known import known

HANDS = [name for name in library.names() if name != "ogallala"]
MOVES = 60


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk.open(tmp_path / "table.sqlite")


def begin(desk: Desk, name: str, random: Random) -> list[Any]:
    """Begin a match of a game, and return moves that may be made in it."""
    options, seats = known(name).settings(random)
    desk.do(Begin(name, options, seats), HOST)
    match = match_of(desk)
    made = play(match.game, match.options, seats, random, MOVES + random.randrange(MOVES))
    return [one.move for one in made]


def waits_for_hands(match: Snapshot, state: Any) -> bool:
    deal = match.game.view(state, None).deal
    return deal is not None and any(deal.cards)


def shown(match: Snapshot) -> Any:
    """What a match comes to, but for what counts its entries."""
    views = [match.view(seat) for seat in (None, *range(match.seats))]
    return match.state, match.offers.items, match.layout, views, match.cited_pictures


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("seed", range(3))
def test_the_host_deals_anew_at_any_point_before_the_deal_is_settled(
    name: str, seed: int, desk: Desk, tmp_path: Path
) -> None:
    random = Random(f"{name} {seed}")
    moves = begin(desk, name, random)
    dealt: Any = None
    kept = 0
    for number, move in enumerate([None, *moves]):
        if move is not None:
            desk.do(Move(move), HOST)
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
        assert [one.rule for one in anew.rulings] == ["SL-26"]
        standing = [one for one in desk.log(None) if one.kind == MOVE and not one.undone]
        assert len(standing) <= kept  # What was annulled is no longer counted …
        assert len(desk.export()) == len(file) - (number - kept)
        desk.close()
        desk = Desk.open(tmp_path / "table.sqlite")
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
    name: str, desk: Desk, tmp_path: Path
) -> None:
    random = Random(name)
    states_before: list[tuple[int, Any]] = []
    for move in begin(desk, name, random):
        was = shown(match_of(desk))
        states_before.append((desk.do(Move(move), HOST).seq, was))
    match = match_of(desk)
    entries = [one for one in desk.log(None) if one.kind in STEPS]
    for entry in random.sample(entries, min(4, len(entries))):
        whole, file = shown(match), desk.export()
        index = next(n for n, (seq, _) in enumerate(states_before) if seq == entry.seq)
        back = desk.do(GoBack(entry.seq, match.seq), HOST)
        assert shown(back) == states_before[index][1]
        assert (back.log[-1].kind, back.log[-1].cut) == (BACK, len(states_before) - index)
        assert back.undone is not None and back.undone.count == len(states_before) - index
        with pytest.raises(IllegalMove, match="no_such_entry"):
            desk.do(GoBack(entry.seq, back.seq), HOST)
        desk.close()
        desk = Desk.open(tmp_path / "table.sqlite")
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
