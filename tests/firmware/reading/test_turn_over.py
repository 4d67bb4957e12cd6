"""Cards laid after a turn has ended by itself: the next player does not get them."""

from __future__ import annotations

import pytest

from firmware.reading.asker import Asker
from firmware.reading.submission import Submission
from referee.actor import at_seat
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from tests.firmware.reading.looks import LATER, look, settled, submit
from vision.observation import SettledCard

ON_MARKET = ("horse", "weapon_2", "swallow_1", "coup_stick")


class Camp:
    """Three people at a table of Plenty Coups, and the camera above it. Seat 2 follows seat 0."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.do(Begin("plenty_coups", {}, 3))
        self.make({"move": "market_read", "cards": ON_MARKET})
        self.asker, self.now_s = Asker(), 0.0
        self.cards: dict[str, SettledCard] = {}
        self.booked: list[str] = []

    def make(self, move: dict[str, object]) -> None:
        self.desk.do(Move(move))

    def lay(self, **cards: str) -> None:
        """Lay cards, given by id as card and zone."""
        for id_, card in cards.items():
            name, zone = card.split()
            self.cards[id_] = settled(id_, name, zone=zone)

    def take(self, *ids: str) -> None:
        for id_ in ids:
            del self.cards[id_]

    def look(self, later_s: float, moving: tuple[str, ...] = ()) -> Submission | None:
        """Look once, a while later; make the move that the cards make, and return it."""
        self.now_s += later_s
        seen = look(*self.cards.values(), moving=moving)
        submission = self.asker.consider(self.desk.snapshot(), seen, self.now_s)
        if submission is not None:
            self.booked.append(str(submission.move["move"]))
            submit(self.desk, submission)
        return submission

    def watch(self, moving: tuple[str, ...] = (), passes: int = 12) -> None:
        """Look until all that is certain has been booked, and a while longer."""
        for _ in range(passes):
            self.look(LATER / 10, moving)

    @property
    def questions(self) -> list[tuple[str, str, tuple[int, ...]]]:
        """What people are told: the rule, the last word of the message's key, and the seats."""
        asked = self.asker.questions
        return [
            (question.rule, question.message.key.rpartition(".")[2], question.seats)
            for question in asked
        ]

    def take_cards(self) -> None:
        """Let seat 0 take two cards from the market."""
        self.lay(m="swallow_1 market", n="coup_stick market")
        self.make({"move": "take", "seat": 0, "cards": ["horse", "weapon_2"]})

    def play_first_action(self) -> None:
        """Let seat 0 take two cards and breed, so that one action is left."""
        self.take_cards()
        self.lay(one="horse breed")
        self.watch()
        assert self.booked == ["breed"]

    def fill_market(self, **beside: str) -> None:
        self.lay(o="horse market", p="weapon_3 market", **beside)


@pytest.fixture
def camp(desk: Desk) -> Camp:
    return Camp(desk)


OVER = [("PC-5", "turn_over", (0, 2))]
THIRDS = ("heron_4 raid:1", "bee_1 hunt", "coup_stick stick:1", "bee_1 defence:1")


@pytest.mark.parametrize("laid", ["with the action", "before the market", "with the market"])
@pytest.mark.parametrize("third", THIRDS)
def test_a_third_action_is_never_the_next_players_until_it_was_taken_back(
    camp: Camp, third: str, laid: str
) -> None:
    camp.play_first_action()
    camp.lay(two="heron_2 raid:2")
    if laid == "with the action":
        camp.lay(three=third)
        camp.watch()
        (asked,) = camp.asker.questions  # which of the two is the last action (SL-5)?
        assert asked.chooser == 0
        camp.asker.choose(asked.id, asked.choices[0].id, at_seat(0))
    camp.watch()
    assert camp.booked == ["breed", "raid"]
    if laid == "before the market":
        camp.lay(three=third)
        camp.watch()
        assert camp.questions == OVER
    camp.fill_market(**({"three": third} if laid == "with the market" else {}))
    camp.watch()
    assert camp.booked == ["breed", "raid", "market_read"]
    assert camp.questions == OVER
    camp.take("m", "n")
    camp.watch()
    assert camp.booked == ["breed", "raid", "market_read", "take"]
    assert camp.questions == OVER
    camp.watch(moving=(camp.cards["three"].reading.zone or "",))
    camp.lay(four=third)  # a hand covered it, and it has another id now
    camp.take("three")
    camp.watch()
    assert (camp.questions, len(camp.booked)) == (OVER, 4)
    camp.take("four")
    camp.watch()
    camp.lay(own="weapon_4 hunt")
    camp.watch()
    assert (camp.questions, camp.booked[4:]) == ([], ["hunt"])


def test_sl_3_a_card_laid_too_early_at_the_own_camp_counts_once_its_player_says_so(
    camp: Camp,
) -> None:
    camp.play_first_action()
    camp.lay(two="heron_2 raid:2")
    camp.watch()
    camp.lay(early="weapon_3 defence:2")
    camp.fill_market()
    camp.watch()
    camp.take("m", "n")
    camp.watch()
    assert camp.booked == ["breed", "raid", "market_read", "take"]
    (asked,) = camp.asker.questions
    assert (asked.rule, asked.chooser) == ("SL-3", 2)
    camp.asker.choose(asked.id, asked.choices[0].id, at_seat(2))
    camp.watch()
    assert camp.booked[4:] == ["defend"]


def test_cp_24_a_card_that_one_player_showed_is_never_the_next_ones_proof(camp: Camp) -> None:
    camp.desk.do(Begin("coup", {"least_s": 0}, 3))
    camp.make({"move": "declare", "seat": 0, "action": "tax"})
    camp.lay(shown="duke middle")  # though nobody has challenged
    camp.watch()
    for seat in (1, 2):
        camp.make({"move": "pass", "seat": seat})
    camp.make({"move": "declare", "seat": 1, "action": "tax"})
    camp.make({"move": "challenge", "seat": 2})
    camp.watch()
    assert camp.booked == []
    assert [asked.message.key for asked in camp.asker.questions] == ["table.stands"]
    camp.take("shown")
    camp.watch()
    camp.lay(own="duke middle")
    camp.watch()
    assert camp.booked == ["card_shown"]
