"""A card set right in any reading: what followed is replayed, or asked about."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from referee import library
from referee.actor import HOST, TABLE, at_seat
from referee.contract import Cell, Game
from referee.match import matchfile
from referee.match.back.correcting import Correction, CorrectionConflict
from referee.match.back.readings import cards_of
from referee.match.beginning import begun_body
from referee.match.commands import Begin, Correct, Move, Redo, Undo
from referee.match.desk import Desk
from referee.match.journal.bodies import (
    CORRECT,
    MOVE,
    Body,
    Corrected,
    Moved,
    Redone,
    Undone,
    from_json,
    kind_of,
    to_json,
)
from referee.match.journal.entries import Line
from referee.match.running import PlayedMatch
from tests.bench.rules.randomplay import play
from tests.breadth import breadth
from tests.matches import match_of
from tests.referee.enough import matches
from tests.referee.known import known

MATCHES = 6
ENDS = {"over", "won otherwise"}


class Lines:
    """A match by its journal's lines: run as they come, and once more from the first."""

    def __init__(self, game: Game[Any, Any, Any], options: Any, seats: int) -> None:
        self.lines = [Line(1, 1, begun_body(game, options, seats), TABLE, 0.0)]
        self.running = PlayedMatch(self.lines[0])

    def add(self, body: Body, tried: Correction | None = None) -> None:
        written = from_json(kind_of(body), to_json(body))
        line = Line(len(self.lines) + 1, 1, written, TABLE, 0.0)
        self.lines.append(line)
        self.running.add(line, tried)

    def again(self) -> PlayedMatch:
        running = PlayedMatch(self.lines[0])
        for line in self.lines[1:]:
            running.add(line)
        return running


def body_of(correction: Correction, shown: int) -> Corrected:
    kept = len(correction.kept)
    return Corrected(correction.of.seq, correction.field, correction.cards, kept, shown)


def seen(running: PlayedMatch) -> Any:
    """All that is shown of a match, but for what counts its entries."""
    shown = running.snapshot()
    standing = [entry for entry in running.log if entry.kind == MOVE and not entry.undone]
    return shown.state, running.moves, shown.offers, shown.outcome, standing, shown.renamed


def check_correction(match: Lines, correction: Correction, shown: int) -> None:
    """The corrected match is the replay of its moves; undone it is what it was, to the letter."""
    running = match.running
    before, moves, log = seen(running), running.moves, running.log
    seqs = [entry.seq for entry in log if entry.kind == MOVE and not entry.undone]
    index = seqs.index(correction.of.seq)
    match.add(body_of(correction, shown), correction)
    assert len(running.moves) == len(moves) - len(correction.cut)
    assert running.moves[:index] == moves[:index]
    assert running.moves[index].cards == correction.cards
    for was, now in zip(moves, running.moves, strict=False):
        if was != now:  # nothing but a card's name
            assert replace_cards(was, cards_of(now)) == now
            assert len(cards_of(was)) == len(cards_of(now))
            pairs = zip(cards_of(was), cards_of(now), strict=True)
            assert sum(a != b for a, b in pairs) == 1
    replayed = matchfile.replay(matchfile.dump_match(running))
    assert replayed.state == running.state
    again = [entry.rulings for entry in replayed.entries[1:]]
    assert [entry.rulings for entry in seen(running)[4]] == again
    assert seen(match.again()) == seen(running)
    assert match.again().log == running.log
    after = seen(running)
    match.add(Undone())
    assert seen(running) == before
    undone = [entry for entry in running.log if entry.seq <= log[-1].seq]
    assert undone == list(log)
    match.add(Redone())
    assert seen(running) == after
    assert seen(match.again()) == seen(running)


def replace_cards(move: Any, cards: tuple[str, ...]) -> Any:
    if hasattr(move, "cards"):
        return msgspec.structs.replace(move, cards=cards)
    for name in move.__struct_fields__:
        if isinstance(cell := getattr(move, name), Cell):
            return msgspec.structs.replace(
                move, **{name: msgspec.structs.replace(cell, card=cards[0])}
            )
    return move


@pytest.mark.parametrize("name", breadth(library.names(), "coyote", "coup"))
def test_any_card_corrected_in_any_match_is_the_replay_of_the_corrected_list(name: str) -> None:
    game, random = library.game(name), Random(f"corrections of {name}")
    met: Counter[str] = Counter()
    of = known(name)
    wanted = {"kept", "cut", "last", "earlier", "several"} | (ENDS if of.moves > 1000 else set())
    wanted -= {"earlier"} if of.all_new else set()
    for _ in matches(MATCHES, lambda: wanted <= set(+met)):
        plain, seats = of.settings(random)
        options = library.options(game, plain)
        match = Lines(game, options, seats)
        steps = list(play(game, options, seats, random, of.moves))
        for step in steps[: random.choice((len(steps), random.randint(1, len(steps))))]:
            match.add(Moved(step.move))
        for time in range(3):
            running = match.running
            read = [
                entry
                for entry in running.log
                if entry.kind == MOVE
                and not entry.undone
                and bool(getattr(entry.move, "cards", ()))
            ]
            if not read:
                break
            entry = random.choice(read)
            at = random.randrange(len(entry.move.cards))
            corrections = running.corrector(TABLE).possible(entry.seq, at)
            if not corrections:
                met["nothing else"] += 1
                continue
            correction = random.choice(corrections)
            outcome = game.rules.outcome(running.state)
            check_correction(match, correction, entry.seq)
            met["kept" if correction.kept else "last"] += 1
            met["cut"] += bool(correction.cut)
            met["over"] += outcome is not None
            after = game.rules.outcome(match.running.state)
            met["won otherwise"] += bool(outcome and outcome != after)
            met["earlier"] += correction.of.seq < entry.seq
            met["several"] += time > 0
    assert wanted <= set(+met), met


# -- at the desk -------------------------------------------------------------------------------


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    return desk


def play_round(desk: Desk, seat: int, number: int, *readings: tuple[str, ...]) -> int:
    """Play a round that the next seat challenges; return the entry of its first reading."""
    desk.do(Move({"move": "announce", "seat": seat, "number": number}))
    desk.do(Move({"move": "challenge", "seat": (seat + 1) % 3}))
    seqs = []
    for cards in readings:
        proof = [f"{seat}{number}{place}" for place in range(len(cards))]
        move = {"move": "cards_read", "cards": list(cards), "proof": proof}
        seqs.append(desk.do(Move(move)).seq)
    return seqs[0]


def test_a_correction_survives_a_restart_an_undo_and_the_match_file(desk: Desk) -> None:
    of = play_round(desk, 0, 16, ("9", "6", "4"))
    play_round(desk, 1, 5, ("1", "2", "3"))
    was = match_of(desk)
    after = desk.do(Correct(of, 0, "10", was.seq), HOST)
    assert after.log[-1].kind == CORRECT
    assert after.rulings[0].message.key == "desk.corrected"
    assert matchfile.replay(desk.export()).state == after.state
    assert "10" in desk.export()[3]
    desk.close()
    again = Desk.open(desk.journal.path)
    assert (match_of(again).state, match_of(again).log, match_of(again).rulings) == (
        after.state,
        after.log,
        after.rulings,
    )
    undone = again.do(Undo())
    assert (undone.state, undone.rulings) == (was.state, was.rulings)
    assert undone.log[: len(was.log)] == was.log
    assert again.do(Redo()).state == after.state
    again.close()


def test_where_a_later_move_cannot_be_nothing_changes_until_the_table_says_so(desk: Desk) -> None:
    of = play_round(desk, 0, 16, ("9", "6", "4"))
    play_round(desk, 1, 5, ("1", "2", "3"))
    was = match_of(desk)
    with pytest.raises(CorrectionConflict) as unfit:
        desk.do(Correct(of, 0, "1"))
    assert unfit.value.rule == "CY-3"
    assert (len(unfit.value.kept), len(unfit.value.cut)) == (0, 3)
    assert match_of(desk) is was
    after = desk.do(Correct(of, 0, "1", back=True), at_seat(2))
    assert after.state.strikes == (1, 0, 0)
    assert [entry.undone_by for entry in after.log if entry.undone] == [at_seat(2)] * 3
