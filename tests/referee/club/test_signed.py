"""Results come back from QR codes whole, of the table that signed them, or are refused in words."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import words
from referee.club import signed
from referee.club.code_sets import CodeSets
from referee.club.results import Result, Statement
from referee.club.signed import CodeError, CodePart, pack, unpack
from referee.words.catalogue import LOCALES

KEYS = {"red": bytes(range(32)), "blue": bytes(range(1, 33))}


def result(match: int, seats: int = 4, version: tuple[int, int] = (40, 0)) -> Result:
    """Return a result with long names, as different as those of a family are."""
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    chance = random.Random(match)
    began_s = 1_800_000_000 + 1800 * match + chance.random()
    return Result(
        match=f"{chance.randrange(2**64):016x}",
        version=version,
        game="plenty_coups",
        edition="standard",
        began_s=began_s,
        ended_s=began_s + 1500 * chance.random(),
        players=tuple(chance.sample(names, seats)),
        places=tuple((seat,) for seat in chance.sample(range(seats), seats)),
    )


FIRST = ("Maximiliane", "Jean-Baptiste", "Ottokar", "Zoë", "Wilhelmina")
LAST = ("von Schönborn-Wiesentheid", "Lefèvre-Dubois", "Ó Súilleabháin")
MANY = tuple(result(match) for match in range(30))
CODES = pack(MANY, "red", KEYS["red"])


def refused(*texts: str) -> str:
    """Return the key of what is said of codes; its words are there in every language."""
    with pytest.raises(CodeError) as caught:
        unpack(texts, KEYS.get)
    message = caught.value.message
    for locale in LOCALES:
        assert message.key not in words.say(message, locale)
    return message.key


# -- base45 -----------------------------------------------------------------------------------


# -- there and back ---------------------------------------------------------------------------


def test_results_come_back_whole_in_any_order_and_however_often_read() -> None:
    assert len(CODES) > 2
    told = unpack(CODES, KEYS.get)
    assert told.results == {"red": MANY}
    assert told.missing == ()
    for seed in range(20):
        order = random.Random(seed).sample(CODES, len(CODES))
        assert unpack([*order, *CODES[:2]], KEYS.get) == told


def test_a_match_that_was_left_comes_back_as_it_was_stated() -> None:
    stated = (Statement(None, ((1, 0), (2, 3))), Statement(2, ((2,), (0, 1, 3))))
    left = msgspec.structs.replace(MANY[0], places=(), stated=stated)
    assert unpack(pack((left,), "red", KEYS["red"]), KEYS.get).results == {"red": (left,)}


def test_what_is_missing_is_said_by_number() -> None:
    told = unpack((CODES[-1], CODES[1]), KEYS.get)
    assert told.results == {}
    numbers = tuple(n for n in range(1, len(CODES) + 1) if n not in (2, len(CODES)))
    assert [(one.table, one.numbers, one.of) for one in told.missing] == [
        ("red", numbers, len(CODES))
    ]
    said = words.say(told.messages[0])
    assert said.startswith(f"Table “red” has {len(CODES)} codes. These are still missing: 1, 3")


def test_a_code_fits_version_10_and_an_evening_a_few_codes() -> None:
    for texts in (CODES, pack(MANY, "ü" * signed.MOST_TABLE, b"k" * 32)):
        assert all(set(text) <= set(signed.ALPHABET) for text in texts)
        assert max(map(len, texts)) <= 311  # alphanumeric, version 10, level M
    assert [len(pack((result(1, seats),), "red", KEYS["red"])) for seats in (4, 8, 12)] == [1, 2, 2]
    many = [result(match, 12) for match in range(200)]
    with pytest.raises(CodeError) as caught:
        pack(many, "red", KEYS["red"])
    assert caught.value.message.key == "club.code.too_many"


def test_the_form_is_what_it_was() -> None:
    """A table is read that nobody has brought up to date: a new form takes a higher number."""
    plain = Result(
        "00000000000000a1", (40, 0), "coyote", "tomahawk", 1.0, 2.0, ("Ada", "Bo"), ((0,), (1,))
    )
    assert unpack([OLD], KEYS.get).results == {"red": (plain,)}


OLD = (
    "CT1:C-IZKEBXC/P0C2VQJG2A0T+6667CPGMD1DT6C$KACMND7VI6IR47Y8B:F3JC9K"
    "C 6VBXVIP10CE770$L6BMB/CJ9GN3B58QQG0H*VHW40*/RGIHH+DVLUY4120T.WHU4"
)

# -- refusals ---------------------------------------------------------------------------------


def test_what_is_no_code_of_a_table_of_the_club_is_refused_as_such() -> None:
    for text in (
        "",
        "CT1",
        "ct1:00",
        "https://192.0.2.7/",
        "CTx:00",
        "CT²:00",
        "CT1:" + "0" * 9999,
    ):
        assert refused(*CODES, text) == "club.code.foreign", text
    for form in ("2", "9" * 3000):
        assert refused(CODES[0].replace("CT1", f"CT{form}")) == "club.code.newer", form
    assert refused(*pack(MANY, "green", KEYS["red"])) == "club.code.unknown"


def test_another_key_or_a_changed_sign_is_refused_and_spoils_no_other_code() -> None:
    assert refused(*pack(MANY, "red", KEYS["blue"])) == "club.code.signature"
    changed = CODES[0][:60] + ("0" if CODES[0][60] != "0" else "1") + CODES[0][61:]
    assert refused(changed) in {"club.code.signature", "club.code.damaged"}
    assert unpack(CODES, KEYS.get).results == {"red": MANY}


@given(st.text() | st.text(signed.ALPHABET).map("CT1:".__add__))
def test_no_text_raises_anything_else(text: str) -> None:
    refused(text)


@given(st.data())
def test_no_damage_to_a_code_raises_anything_else_or_is_taken(data: st.DataObject) -> None:
    code = data.draw(st.sampled_from(CODES))
    at = data.draw(st.integers(0, len(code)))
    cut = data.draw(st.integers(at, len(code)))
    text = code[:at] + data.draw(st.text(signed.ALPHABET, max_size=4)) + code[cut:]
    if text != code:
        refused(text)


def deflated(plain: bytes) -> bytes:
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return packer.compress(plain) + packer.flush()


@given(
    st.binary(max_size=60)
    | st.binary(max_size=60).map(deflated)
    | st.recursive(st.integers(0, 9) | st.text(max_size=3), st.lists, max_leaves=20).map(
        lambda value: deflated(msgspec.msgpack.encode(value))
    )
)
def test_what_is_signed_but_no_result_is_refused(data: bytes) -> None:
    whole = CodePart("red", signed._mark(data), 1, 1, data)
    text = signed._code(whole, KEYS["red"])
    if data != deflated(msgspec.msgpack.encode(())):
        assert refused(text) == "club.code.damaged"


def test_a_little_that_unpacks_to_much_is_refused() -> None:
    bomb = deflated(bytes(40_000_000))
    parts = [bomb[at : at + 1000] for at in range(0, len(bomb), 1000)]
    mark = signed._mark(bomb)
    texts = [
        signed._code(CodePart("red", mark, n, len(parts), one), KEYS["red"])
        for n, one in enumerate(parts, 1)
    ]
    assert refused(*texts) == "club.code.damaged"


def newer_row(one: Result) -> list[object]:
    """Return the row of a result as a later version may write it: a place is a name."""
    row = msgspec.to_builtins(msgspec.convert(one, signed._Row, from_attributes=True))
    return [*row[:7], ["Ada", "Bo"], *row[8:], "more"]


def signed_set(rows: Sequence[object], table: str) -> tuple[str, ...]:
    data = deflated(msgspec.msgpack.encode(rows))
    return (signed._code(CodePart(table, signed._mark(data), 1, 1, data), KEYS[table]),)


def test_of_a_later_version_the_results_that_can_be_read_are_taken_and_the_others_named() -> None:
    rows = msgspec.to_builtins([msgspec.convert(MANY[1], signed._Row, from_attributes=True)])
    read = CodeSets().add(signed_set([*rows, newer_row(MANY[0])], "red"), KEYS.get)
    assert read.results == {"red": MANY[1:2]}
    assert [one.key for one in read.messages] == ["club.code.read", "club.code.newer_results"]
    longer = [[*row, "a later field"] for row in rows]
    assert CodeSets().add(signed_set(longer, "red"), KEYS.get).results == {"red": MANY[1:2]}
