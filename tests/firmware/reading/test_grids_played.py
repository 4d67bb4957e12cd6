"""Ogallala by what lies on the mats (OG-60, OG-61): moves, or questions that name cells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from firmware.pictures.cells import from_origin
from firmware.reading.asker import Asker
from firmware.reading.submission import Submission
from referee import library
from referee.actor import TABLE
from referee.match.journal.bodies import Begun, Moved
from referee.match.journal.entries import Line
from referee.match.running import PlayedMatch, Snapshot
from referee.ogallala import GAME
from referee.ogallala.state import phases
from referee.ogallala.state.territory import cells
from referee.words.sentences import say
from tests.firmware.reading.looks import made_of, question_of
from tests.firmware.reading.territories import Lying
from tests.referee.recorded import match_lines
from vision.observation import SettledCard
from vision.reading import Verdict

LATER = 100.0
BY_BUTTON = ("lay_back", "spare", "end", "play_on")


class Played:
    """A match, the table that it lies on, and what a camera makes of that."""

    def __init__(self, head: dict[str, Any]) -> None:
        self.running = PlayedMatch(Line(1, 1, Begun(**head), TABLE, 0.0))
        self.lying, self.asker, self.now_s = Lying(head["seats"]), Asker(), 0.0

    @property
    def match(self) -> Snapshot:
        return self.running.snapshot()

    def look(self, later_s: float = 0.0, **more: Any) -> Submission | None:
        self.now_s += later_s
        seen = self.lying.seen(**more)
        return self.asker.consider(self.match, seen, self.now_s, self.lying.grids)

    def make(self, move: dict[str, Any]) -> None:
        seq = self.running.seq + 1
        self.running.add(Line(seq, 1, Moved(move), TABLE, 0.0))

    def begin(self, *moves: dict[str, Any]) -> None:
        """Make some moves, and have the table lie so."""
        for move in moves:
            self.make(move)
        self.lying.follow(self.match.state)
        assert self.asked() == ""

    def asked(self) -> str:
        """Return what is asked, in words, once people had time; nothing is submitted."""
        for later_s in (0.0, LATER):
            assert self.look(later_s) is None
        question = self.asker.question
        return "" if question is None else say(question.message)

    def says_the_same(self, *moves: dict[str, Any]) -> bool:
        """Whether two moves come to the same, wherever columns count from."""
        ends = []
        for move in moves:
            made = {name: value for name, value in move.items() if name != "proof"}
            state, _ = GAME.rules.apply(self.match.state, library.move(GAME, made))
            laid = [from_origin(cells(territory)) for territory in state.territories]
            ends.append((laid, state.phase, state.turn, state.stock, state.grounds))
        return ends[0] == ends[1]


@pytest.mark.parametrize("name", ["two", "five", "tribes"])
def test_a_recorded_match_is_told_by_where_its_cards_lie(name: str) -> None:
    head, *moves = match_lines("ogallala", name)
    played = Played(head)
    for number, move in enumerate(moves):
        lying = played.lying
        assert played.look(LATER, moving=("mat",)) is None
        tops = (move["cards"][0] for move in moves[number:] if move["move"] == "top_read")
        top = next(tops, "")
        if move["move"] not in BY_BUTTON:
            state, _ = GAME.rules.apply(played.match.state, library.move(GAME, move))
            lying.follow(state, top)
            if move["move"] == "discard" and move["cards"][0] != lying.top:
                lying.discard(move["cards"][0])  # what it does comes first
            made = played.look()
            if made is None:  # what lies on top may have lain beneath it
                played.look(LATER)
                asked = question_of(played.asker)
                assert asked.message.key == "table.ask.pile.new"
                played.asker.choose(asked.id, "new", TABLE)
                made = played.look()
            assert made is not None, move
            assert played.says_the_same(made.move, move), (made.move, move)
        played.make(move)
        lying.follow(played.match.state, top)
        if not isinstance(played.match.state.phase, phases.Top):  # else that is read at once
            assert played.asked() == "", move


def laid(player: int, card: str, row: int, column: int) -> dict[str, Any]:
    cell = {"card": card, "row": row, "column": column}
    return {"move": "place", "player": player, "source": "pile", "laid": cell}


HEAD = {"game": "ogallala", "options": {}, "seats": 2}
THREE = (laid(0, "fur", 1, 0), laid(0, "eagle", 1, 1), laid(0, "tent", 2, 0))


@pytest.fixture
def played() -> Played:
    """A match in which the first player has laid three cards: fur, eagle, and tent below."""
    played = Played(HEAD)
    played.begin(*THREE)
    return played


def test_og_61_a_hand_is_no_event_and_a_territory_moved_along_is_the_same(played: Played) -> None:
    assert played.look(LATER, moving=("territory:0",)) is None
    assert played.asker.question is None
    for by in (-3, 5, 1):
        played.lying.move_along(0, by)
        assert played.asked() == ""
    lay = played.lying.cards[0]
    (row, column) = max(at for at in lay if at[0] == 1)
    lay[row, column + 1] = played.lying.card("tobacco", 0, row, column + 1)
    made = made_of(played.look())
    assert made.move["laid"] == {"card": "tobacco", "row": 1, "column": 2}


def test_og_60_a_card_moved_by_one_cell_is_told_by_both_cells(played: Played) -> None:
    lay = played.lying.cards[0]
    card = lay.pop((1, 6))
    moved = played.lying.card("eagle", 0, 1, 7)
    lay[1, 7] = replace(moved, id=card.id)
    text = "Eagle is at B3 in ●\N{NO-BREAK SPACE}Blue’s territory. Put it back at B2."
    assert played.asked() == text
    lay[1, 6] = lay.pop((1, 7))
    lay[1, 6] = card
    assert played.asked() == ""


def test_a_card_between_two_cells_is_asked_about(played: Played) -> None:
    played.lying.cards[0][1, 7] = played.lying.card("tobacco", 0, 1, 7.5)
    assert "tobacco is between two places" in played.asked()


def test_a_doubtful_card_is_asked_about_by_its_cell(played: Played) -> None:
    new = played.lying.card("tobacco", 0, 1, 7)
    doubtful = replace(new, reading=replace(new.reading, verdict=Verdict.DOUBTFUL))
    played.lying.cards[0][1, 7] = doubtful
    assert played.asked() == "Which card is at B3, in front of ●\N{NO-BREAK SPACE}Blue?"
    question = question_of(played.asker)
    played.asker.answer(question.id, doubtful.id, "tobacco", TABLE)
    made = made_of(played.look())
    assert made.move["laid"] == {"card": "tobacco", "row": 1, "column": 2}


def test_a_card_that_may_not_lie_there_is_told_with_the_rules_reason(played: Played) -> None:
    played.lying.cards[0][1, 7] = played.lying.card("fur", 0, 1, 7)
    assert "already has fur" in played.asked()
    del played.lying.cards[0][1, 7]
    played.lying.cards[0][0, 12] = played.lying.card("tobacco", 0, 0, 12)
    assert "touches no other card" in played.asked()


def log_of(played: Played) -> str:
    """Return all that is asked and told, in words."""
    return " ".join(say(question.message) for question in played.asker.questions)


def test_sl_5_several_cards_amiss_are_told_by_their_cells_beside_one_that_is_right(
    played: Played,
) -> None:
    lay = played.lying.cards[0]
    lay[1, 7], lay[0, 9] = played.lying.card("tobacco", 0, 1, 7), played.lying.card("gun", 0, 0, 9)
    del lay[2, 5]
    made = made_of(played.look())
    assert made.move["laid"]["card"] == "tobacco"
    played.make(made.move)
    played.asked()
    assert all(name in log_of(played) for name in ("tent", "gun")), log_of(played)


@pytest.fixture
def lasso(played: Played) -> Played:
    """The second player has thrown a lasso; each may take one of three cards."""
    discard = {"move": "discard", "player": 0, "cards": ["mad_axe"]}
    played.begin(discard, laid(1, "lasso_red", 1, 0))
    return played


FUR_AND_EAGLE = [(1, 5), (1, 6)]


def test_which_of_several_cards_was_taken_is_told_by_a_tap_and_the_other_goes_back(
    lasso: Played,
) -> None:
    theirs = lasso.lying.cards[0]
    fur, _ = (theirs.pop(at) for at in FUR_AND_EAGLE)
    lasso.asked()
    asked = question_of(lasso.asker)
    assert [way.label.params for way in asked.choices] == [
        {"cards": ("fur",)},
        {"cards": ("eagle",)},
    ]
    lasso.asker.choose(asked.id, asked.choices[1].id, TABLE)
    made = made_of(lasso.look())
    assert (made.move["taken"]["card"], made.by) == ("eagle", TABLE)
    lasso.make(made.move)
    assert "at B1 in ●\N{NO-BREAK SPACE}Blue’s territory is gone: fur" in lasso.asked()
    theirs[1, 5] = fur
    assert lasso.asked() == ""


# -- spoils ------------------------------------------------------------------------------------


@pytest.fixture
def captured() -> Played:
    """The first player has captured fur, eagle and tent."""
    played = Played(HEAD)
    theirs = [laid(1, card, 1, at) for at, card in enumerate(("fur", "eagle", "tent"))]
    mine = [laid(0, "bow_red", 0, 0), laid(0, "warrior_g_red", 0, 1)]
    discards = [{"move": "discard", "player": n, "cards": ["mad_axe"]} for n in (0, 1)]
    taken = {"card": "eagle", "row": 1, "column": 1}
    attack = {"move": "attack", "player": 0, "target": 1, "taken": taken}
    played.begin(*mine, discards[0], *theirs, discards[1], laid(0, "stern_red", 0, 2), attack)
    assert isinstance(played.match.state.phase, phases.Spoils)
    return played


def lay_spoils(played: Played, **at: tuple[int, int]) -> list[dict[str, Any]]:
    """Lay cards between two looks, and return all that follows."""
    for card, (row, column) in at.items():
        played.lying.cards[0][row, column] = played.lying.card(card, 0, row, column)
    made: list[dict[str, Any]] = []
    while (submission := played.look()) is not None:
        played.make(submission.move)
        made.append(submission.move)
    return made


def test_og_31_spoils_laid_between_two_looks_are_all_read_in_one(captured: Played) -> None:
    made = lay_spoils(captured, tent=(2, 6), eagle=(1, 6), fur=(2, 7))
    assert sorted(move["laid"]["card"] for move in made) == ["eagle", "fur", "tent"]
    assert isinstance(captured.match.state.phase, phases.Draw)
    assert captured.asked() == ""


def test_og_60_two_cards_drawn_between_two_looks_are_a_question(played: Played) -> None:
    for column, card in ((7, "tobacco"), (8, "firewater")):
        played.lying.cards[0][1, column] = played.lying.card(card, 0, 1, column)
    assert "2 cards" in played.asked()


# -- the pile whose top may be taken -----------------------------------------------------------


@pytest.mark.parametrize(
    ("away_mm", "source"), [(0.0, "pile"), (None, "grounds"), (20.0, "pile")], ids=str
)
def test_whether_a_card_was_drawn_or_lay_on_top_is_told_by_the_pile(
    played: Played, away_mm: float | None, source: str
) -> None:
    played.begin({"move": "discard", "player": 0, "cards": ["warrior_a_red"]})
    (top,) = played.lying.pile  # there are two more of it
    played.lying.pile = [] if away_mm is None else [moved(top, away_mm)]
    played.lying.cards[1][0, 3] = played.lying.card("warrior_a_red", 1, 0, 3)
    made = played.look()
    if made is None:  # it reads alike and lies elsewhere: pushed, or another?
        assert "a new card on the pile" in played.asked()
        question = question_of(played.asker)
        played.asker.choose(question.id, "old", TABLE)
        for _ in range(2):
            made = played.look()
    assert made is not None
    assert made.move["source"] == source


def moved(card: SettledCard, by_mm: float) -> SettledCard:
    x, y = card.reading.place_mm or (0.0, 0.0)
    return replace(card, reading=replace(card.reading, place_mm=(x + by_mm, y)))
