"""A card of the layout that is moved, and an equal one that is laid beside it."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from firmware.reading.asker import Asker
from firmware.reading.judged_pass import Judges
from firmware.reading.ledger.ledger import BESIDE_S, Difference, Ledger
from firmware.reading.seen_cards import KnownCard, TablePass, ZoneStates, seen_in
from firmware.reading.submission import Submission
from firmware.reading.waiting import Durations
from referee import library
from referee.actor import HOST, at_seat
from referee.match.commands import Begin, Move
from referee.match.desk import Desk, Snapshot
from referee.notation import read_move
from referee.table import Card, CardStatus, Laid, Layout, Moved, Taken, Zone
from tests.firmware.reading.looks import look, made_of, question_of, settled, submit
from tests.matches import match_of
from vision.observation import Observation, SettledCard
from vision.reading import BACK, CardReading

LOST = Card("duke", Zone("seat", 0), seat=0)
OLD, NEW = settled("old", "duke", zone="seat:0"), settled("new", "duke", zone="seat:1")


@pytest.fixture(autouse=True)
def at_once() -> None:
    """Wait as at the table."""


class Eye:
    """Compares what lies there with one card that must stay."""

    def __init__(self, layout: Layout | None = None) -> None:
        self.ledger, self.layout = Ledger(Durations()), layout or Layout((LOST,))
        self.proven: frozenset[str] = frozenset()

    def sees(self, at_s: float, *cards: object) -> tuple[object, ...]:
        return self.finds(at_s, *cards).changes

    def finds(self, at_s: float, *cards: object) -> Difference:
        return self.observes(at_s, look(*cards))  # type: ignore[arg-type]

    def observes(self, at_s: float, observed: Observation) -> Difference:
        quiet = ZoneStates(observed, {}, False)
        seen = TablePass(self.layout, seen_in(observed, {}, {}), quiet, {}, self.proven)
        return self.ledger.compare(seen, at_s)


def test_sl_8_a_card_seen_in_both_places_while_it_moves_is_no_new_one() -> None:
    eye = Eye()
    assert eye.sees(0.0, OLD) == ()
    assert eye.sees(0.1, OLD, NEW) == ()
    assert eye.sees(0.2, NEW) == (Moved(LOST, Zone("seat", 1), None, "new"),)
    assert eye.sees(9.0, NEW) == (Moved(LOST, Zone("seat", 1), None, "new"),)
    assert eye.sees(9.1, settled("back", "duke", zone="seat:0")) == ()


def test_an_equal_card_that_lies_beside_it_for_a_while_is_another() -> None:
    eye = Eye()
    eye.sees(0.0, OLD)
    assert eye.sees(1.0, OLD, NEW) == ()
    assert eye.sees(1.0 + BESIDE_S, OLD, NEW) == (Laid("duke", Zone("seat", 1), None, "new"),)
    laid, taken = eye.sees(3.0, NEW)
    assert laid == Laid("duke", Zone("seat", 1), None, "new")
    assert taken.was == LOST  # type: ignore[attr-defined]


USED = Card("duke", Zone("seat", 0), status=CardStatus.TO_CLEAR, seat=0)
HEAP = Zone("discard")


def put(id_: str, card: str = "duke") -> SettledCard:
    return settled(id_, card, zone=str(HEAP))


def test_a_used_card_that_a_hand_moves_to_the_discards_is_no_new_one() -> None:
    eye = Eye(Layout((USED,), discards=(HEAP,)))
    assert eye.sees(0.0, OLD) == ()
    assert eye.sees(0.5) == (Taken(USED, "old"),)
    assert eye.sees(2.0, put("a")) == (Taken(USED, ""),)
    assert eye.sees(2.5, put("a"), put("b"))[0] == Laid("duke", HEAP, None, "b")  # one was moved
    assert eye.sees(30.0, put("a")) == (Taken(USED, ""),)
    assert Laid("duke", HEAP, None, "again") in eye.sees(31.0, put("again"))


def at_mm(card: SettledCard, x_mm: float, turn_deg: float = 0.0) -> SettledCard:
    return replace(card, reading=replace(card.reading, place_mm=(x_mm, 50.0), turn_deg=turn_deg))


GONE = {
    "nothing moved": (0.0, 0.0, False),
    "a hand was elsewhere in the zone": (0.3, 0.4, False),
    "it lies a millimetre away": (1.0, 0.0, True),
    "it is turned a little": (0.0, 1.0, True),
    "a hand was over it": (0.0, 0.0, True),
}


@pytest.mark.parametrize("happened", GONE)
def test_only_a_card_that_was_touched_may_be_a_new_one_where_an_equal_one_lay(
    happened: str,
) -> None:
    """The match has no card here any more, and no frame showed the place empty."""
    by_mm, by_deg, asks = GONE[happened]
    eye = Eye(Layout((msgspec.structs.replace(LOST, status=CardStatus.USED),)))
    lies = at_mm(OLD, 100.0)
    eye.finds(0.0, lies)
    eye.layout, eye.proven = Layout(()), frozenset({OLD.id})
    if happened == "a hand was over it":
        eye.finds(1.0, replace(lies, in_sight=False))
    if happened.startswith("a hand"):
        eye.observes(1.5, look(lies, moving=("seat:0",)))
    difference = eye.finds(2.0, at_mm(OLD, 100.0 + by_mm, by_deg))
    assert [new.laid.card for new in difference.maybe] == ["duke"] * asks
    assert difference.changes == ()


def face_down(id_: str, zone: str = "seat:0") -> SettledCard:
    card = settled(id_, BACK, zone=zone)
    return replace(card, reading=replace(card.reading, face_down=True))


def test_a_card_that_lies_face_down_is_one_of_the_layout_with_or_without_a_picture_of_it() -> None:
    back, here = Card("", Zone("seat", 0), seat=0), Zone("seat", 0)
    eye = Eye(Layout((back,)))
    assert eye.sees(0.0, face_down("a")) == ()
    assert eye.sees(60.0, face_down("b")) == ()  # a hand passed over it
    assert eye.sees(61.0) == (Taken(back, "b"),)
    laid, taken = eye.sees(62.0, face_down("c", "seat:1"))
    assert laid == Laid("", Zone("seat", 1), None, "c", down=True)
    assert taken.was == back  # type: ignore[attr-defined]
    assert eye.sees(63.0, face_down("d")) == ()
    assert eye.sees(64.0, OLD) == (Laid("duke", here, None, "old", turned=True),)
    assert eye.sees(65.0, face_down("e"), OLD) == (Laid("duke", here, None, "old"),)


Lying = tuple[tuple[str, str], ...]  # Cards, each with its zone.
COUNTED: Lying = (("1", "seat:0"), ("10", "seat:1"), ("-5", "seat:2"), ("7", "seat:3"))
NEXT: Lying = (("1", "seat:3"), ("8", "seat:0"), ("3", "seat:1"), ("4", "seat:2"))
ALIKE: Lying = tuple((card, "market") for card in ("weapon_3", "weapon_3", "weapon_3", "moth_1"))
MARKET: Lying = tuple((card, "market") for card in ("weapon_3", "horse", "bee_2", "lynx_4"))
REST: Lying = (("horse", "market"), ("moth_1", "market"))
HUNTED = [
    "market_read [lynx_4 bee_2 horse moth_1]",
    "take 0 [bee_2 lynx_4]",
    "hunt 0 [horse]",
]
USE = ["announce 0 5", "announce 1 90", "challenge 2"]
AGAIN = ["announce 2 5", "announce 3 90", "challenge 0"]
# The moves before and after the old cards were read; the cards that then replace them in a blink;
# and the seat that must say whether the one that equals an old card is new.
REPLACED: dict[str, tuple[list[str], Lying, list[str], Lying, int | None]] = {
    "the own card": (USE, COUNTED, ["know 2 1"], (("1", "seat:2"),), 2),
    "an open card": (USE, COUNTED, ["open 2"], (("10", "seat:2"),), 2),
    "a card of the next count": (USE, COUNTED, AGAIN, NEXT, 3),
    "a card of the market": ([], ALIKE, [], MARKET, None),
    "a discarded card": (
        HUNTED,
        (("horse", "hunt"), *REST),
        [],
        (("horse", "discard"), ("heron_2", "discard"), *REST),
        0,
    ),
}
EMPTY, KNOWN = "the table was seen empty", "the table knows"
TOKENS = {"edition": "oliphante", "actions": True, "tokens": {"know": 1, "open": 1}}


@pytest.mark.parametrize(
    ("what", "clear"),
    [
        (what, clear)
        for what in REPLACED
        for clear in ("", EMPTY, KNOWN)
        if (what, clear) != ("a discarded card", EMPTY)  # It was in somebody's hand meanwhile.
    ],
)
def test_a_card_that_may_be_an_old_or_a_new_one_is_asked_about_within_3_s(
    desk: Desk, what: str, clear: str
) -> None:
    (before, old, after, new, seat), now_s = REPLACED[what], 0.0
    desk.do(Begin("coyote", TOKENS, 4) if before == USE else Begin("plenty_coups", {}, 3))

    def known(_: Snapshot, seen: CardReading) -> KnownCard:
        return KnownCard(fresh=clear == KNOWN and any(seen is card.reading for card in lie))

    asker = Asker(judges=lambda: Judges(known))

    def sees(*cards: SettledCard, moving: tuple[str, ...] = ()) -> Submission | None:
        nonlocal now_s
        now_s += 0.2
        made = asker.consider(desk.snapshot(), look(*cards, moving=moving), now_s)
        if made is not None:
            submit(desk, made)
        return made

    _make(desk, before)
    lay, lie = _lying("old", old, 0.0), _lying("new", new, 9.0)
    sees(*lay)
    _make(desk, after)
    sees(*lay)
    sees(*lay[1:], moving=(old[1][1],))  # The first one is lifted before the others.
    if clear == EMPTY:
        sees()
    if clear:
        assert sees(*lie) is not None
    for _ in range(0 if clear else 15):
        assert sees(*lie) is None
    asked = [question for question in asker.questions if question.message.key == "table.ask.new"]
    assert [item.chooser for item in asked] == ([] if clear else [seat])
    for question in asked:
        asker.choose(question.id, "new", HOST)
        assert sees(*lie) is not None


def test_a_picture_of_a_card_that_equals_a_counted_one_is_asked_about(desk: Desk) -> None:
    asker = Asker(still=True)
    desk.do(Begin("coyote", TOKENS, 4))
    _make(desk, [*USE, "cards_read [1 10 -5 7]", "know 2 1"])
    picture = look(settled("a", "1", zone="seat:2"))
    assert asker.consider(desk.snapshot(), picture, 0.0) is None
    asker.choose(question_of(asker).id, "new", at_seat(2))
    assert made_of(asker.consider(desk.snapshot(), picture, 0.0)).move["cards"] == ["1"]


def _make(desk: Desk, lines: list[str]) -> None:
    for line in lines:
        desk.do(Move(library.to_plain(read_move(match_of(desk).game, line))))


def _lying(name: str, cards: Lying, at: float) -> list[SettledCard]:
    return [
        at_mm(settled(f"{name} {number}", card, zone=zone), at + 60.0 * number)
        for number, (card, zone) in enumerate(cards)
    ]
