"""Secret coups: who may lodge one, what it brings, and that it stays secret (CE-60, CE-61)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from referee.contract import Press
from referee.coup_detat.state.moves import Answer
from referee.match.commands import Begin, Move, Redo, Undo
from referee.match.desk import Desk, Snapshot
from referee.words import Voice
from tests.bench.rules.promises import check_secret
from tests.bench.rules.randomplay import Transition, fill
from tests.referee.asks import reads
from tests.referee.coup_detat.playing import CoupDetat
from webui.page import log, rulings, seats
from webui.page.border import Words
from webui.page.moment import Viewer

START = 10_000


def lodged(contract: str, *seats: int, president: int = 0) -> CoupDetat:
    match = CoupDetat(president=president, secret_coup=True)
    match.named(contract)
    for seat in range(4):
        if seat != president:
            match.do("answer", seat=seat, lodge=seat in seats)
    return match


def changes(match: CoupDetat) -> tuple[int, ...]:
    return tuple(cash - START for cash in match.cash)


@pytest.mark.parametrize(
    ("contract", "gain"), [("victory", 1000), ("siege", 1000), ("guillotine", 1500)]
)
def test_ce_60_a_secret_coup_that_takes_all_is_paid_by_each_and_costs_nothing(
    contract: str, gain: int
) -> None:
    match = lodged(contract, 2)
    match.play_out("22222222")
    assert changes(match) == (-gain, -gain, 3 * gain, -gain)
    assert match.president == 2
    assert match.by("CE-60")


@pytest.mark.parametrize("contract", ["barbu", "prison", "dominoes"])
def test_ce_60_only_in_victory_siege_and_guillotine_and_not_beside_an_attempt(
    contract: str,
) -> None:
    for match, attempt in ((CoupDetat(secret_coup=True), None), (CoupDetat(secret_coup=True), 1)):
        match.named(contract if attempt is None else "siege", attempt)
        assert "answer" not in [offer.move for offer in match.game.rules.offers(match.state)]
        rule = "CE-51" if match.at("rows") else "CE-61"
        assert match.refused("answer", seat=2, lodge=True).rule == rule
    match = CoupDetat(secret_coup=False)
    match.named("siege")
    assert match.refused("answer", seat=2, lodge=True).rule == "CE-61"


def test_ce_61_all_but_the_president_answer_before_the_first_trick_is_over() -> None:
    match = CoupDetat(secret_coup=True)
    match.named("siege")
    assert match.refused("answer", seat=0, lodge=False).rule == "CE-61"
    answers = {
        offer.given["lodge"]: offer.shown.press
        for offer in match.game.rules.offers(match.state).for_seat(2)
        if offer.move == "answer"
    }
    assert answers == {True: Press.LONG, False: Press.SHORT}
    match.lay("AC", "7C", "8C")
    assert not reads(match.game.rules.offers(match.state)), "the last card waits for the answers"
    refused = match.refused("card_played", player=3, cards=["9C"])
    assert refused.message.params == {"seats": (1, 2, 3)}
    for seat in (2, 3, 1):
        match.do("answer", seat=seat, lodge=True)
    assert match.refused("answer", seat=1, lodge=False).rule == "CE-61"
    match.lay("9C")
    assert match.at("clear")


def test_ce_61_whatever_a_seat_answers_nobody_else_is_told() -> None:
    match = CoupDetat(secret_coup=True)
    match.named("guillotine")
    random = Random(1)
    for seat in (1, 2, 3):
        offers = match.game.rules.offers(match.state)
        move = Answer(seat, lodge=seat == 2)
        state, results = match.game.rules.apply(match.state, move)
        check_secret(match.game, Transition(match.state, move, state, results), offers, random)
        match.state = state
    own = [note.key for note in match.game.shown.view(match.state, 2).seats[2].notes]
    assert "coup_detat.lodged" in own
    for eye in (None, 0, 1, 3):
        assert b"coup_detat.lodged" not in msgspec.json.encode(
            match.game.shown.view(match.state, eye)
        )


# -- at the desk: whatever leaves the table ----------------------------------------


def told(snapshot: Snapshot, seat: int | None, locale: str = "en") -> bytes:
    """Return everything that a spectator can learn of a match."""
    voice = Voice(locale, {}, seat)
    of_viewer = [offer for offer in snapshot.offers if seat is None or offer.seat in (None, seat)]
    texts = (
        snapshot.seq,
        [rulings.entry_text(voice, entry, {}) for entry in snapshot.log_for(seat)],
        [(entry.seq, entry.kind, entry.undone) for entry in snapshot.log_for(seat)],
        rulings.redo_text(voice, snapshot, Viewer("en", is_host_phone=True)),
        log.entry_lines(voice, snapshot.players, snapshot.log_for(voice.seat)),
        snapshot.rulings_for(seat),
        of_viewer,
        snapshot.offers.cues,
        snapshot.layout,
        snapshot.pending,
        snapshot.view(seat),
        seats.seats_section(Words(voice, str), snapshot, snapshot.view(seat), buttons=4),
        snapshot.can_undo,
        snapshot.can_redo,
    )
    return repr(texts).encode()


def desk(folder: Path, name: str) -> Desk:
    return opened(Desk.open(folder / f"{name}.sqlite"))


def opened(made: Desk) -> Desk:
    """Begin a deal at a desk in which all but the President are asked."""
    made.do(Begin("coup_detat", {"secret_coup": True}, 4))
    for seat in range(4):
        rank = "A" if not seat else "9"
        made.do(Move({"move": "card_drawn", "player": seat, "cards": [rank + "CDHS"[seat]]}))
    made.do(Move({"move": "cleared"}))
    made.do(Move({"move": "decline", "seat": 1}))
    made.do(Move({"move": "name_contract", "seat": 0, "contract": "guillotine"}))
    return made


def script(lodge: bool) -> list[Any]:
    """Play a script. `lodge` is the answer of seat 2. Undos take answers back too."""
    answer = {"move": "answer", "seat": 2, "lodge": lodge}
    no = [{"move": "answer", "seat": seat, "lodge": False} for seat in (1, 3)]

    def card(player: int, name: str) -> dict[str, Any]:
        return {"move": "card_played", "player": player, "cards": [name]}

    return [
        card(0, "7C"), answer, "undo", "redo", "undo", "undo", "redo", answer, no[0],
        card(1, "8C"), "undo", "undo", "undo", no[0], answer, card(1, "8C"), no[1],
        card(2, "AC"), card(3, "9C"), {"move": "cleared"}, card(2, "AD"), "undo",
    ]  # fmt: skip


def test_ce_61_nothing_that_leaves_the_table_tells_of_it_not_even_an_undo(tmp_path: Path) -> None:
    tables = {lodge: desk(tmp_path, str(lodge)) for lodge in (True, False)}
    differs = 0
    for step, (one, other) in enumerate(zip(script(True), script(False), strict=True)):
        for table, do in ((tables[True], one), (tables[False], other)):
            table.do(Undo() if do == "undo" else Redo() if do == "redo" else Move(do))
        yes, no = (tables[lodge].snapshot() for lodge in (True, False))
        assert yes is not None
        assert no is not None
        for seat in (None, 0, 1, 3):
            for locale in ("en", "fr"):
                assert told(yes, seat, locale) == told(no, seat, locale), (step, seat)
        differs += told(yes, 2) != told(no, 2)
    assert differs > 5, "which also shows that the comparison can fail"
    for table in tables.values():
        table.close()


def test_ce_61_several_answers_chosen_on_one_screen_all_count(tmp_path: Path) -> None:
    table = desk(tmp_path, "seen")
    screen = table.snapshot()
    assert screen is not None
    picks = [offer for offer in screen.offers if offer.move == "answer" and offer.given["lodge"]]
    for offer in picks:
        table.do(Move(fill(offer, Random(1)), screen.seq))
    with pytest.raises(ValueError, match="stale"):
        table.do(Move(fill(picks[0], Random(1)), screen.seq))
    after = table.snapshot()
    assert after is not None
    notes = [[note.key for note in after.view(seat).seats[seat].notes] for seat in range(4)]
    lodged = ["coup_detat.lodged" in keys for keys in notes]
    assert lodged == [False, True, True, True]
    table.close()
