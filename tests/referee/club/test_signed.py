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
from referee.club.results import Result
from referee.club.signed import Code, CodeError, CodeReading, CodeSets, pack
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
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
ALPHANUMERIC = {*SIGNS, *"0189:"}


def unpack(texts: Sequence[str]) -> CodeReading:
    return CodeSets().add(texts, KEYS.get)


def refused(*texts: str) -> str:
    """Return the key of what is last said of codes; its words are there in every language."""
    reading = unpack(texts)
    message = reading.messages[-1]
    for locale in LOCALES:
        assert message.key not in words.say(message, locale)
    assert message.key.startswith("club.code.")
    assert message.key not in ("club.code.read", "club.code.missing")
    return message.key


# -- there and back ---------------------------------------------------------------------------


def test_results_come_back_whole_in_any_order_and_however_often_read() -> None:
    assert len(CODES) > 2
    code_reading = unpack(CODES)
    assert code_reading.results == {"red": MANY}
    assert [message.key for message in code_reading.messages] == ["club.code.read"]
    for seed in range(20):
        order = random.Random(seed).sample(CODES, len(CODES))
        assert unpack([*order, *CODES[:2]]) == code_reading


def test_what_is_missing_is_said_by_number() -> None:
    sets = CodeSets()
    reading = sets.add((CODES[-1], CODES[1]), KEYS.get)
    assert reading.results == {}
    numbers = [str(n) for n in range(1, len(CODES) + 1) if n not in (2, len(CODES))]
    assert reading.messages[0].params["codes"] == ", ".join(numbers)
    answer = words.say(reading.messages[0])
    assert sets.add(CODES, KEYS.get).results == {"red": MANY}
    assert answer.startswith(f"Table “red” has {len(CODES)} codes. These are still missing: 1, 3")


def test_a_code_fits_version_10_and_an_evening_a_few_codes() -> None:
    for texts in (CODES, pack(MANY, "ü" * signed.MOST_TABLE, b"k" * 32)):
        assert all(set(text) <= ALPHANUMERIC for text in texts)
        assert max(map(len, texts)) <= 311  # alphanumeric, version 10, level M
    sizes = [len(pack((result(1, seats),), "red", KEYS["red"])) for seats in (2, 4, 8, 12)]
    assert sizes == [1, 1, 2, 2]
    many = [result(match, 12) for match in range(200)]
    with pytest.raises(CodeError) as caught:
        pack(many, "red", KEYS["red"])
    assert caught.value.message.key == "club.code.too_many"


def test_the_form_is_what_it_was() -> None:
    """A table is read that nobody has brought up to date: a new form takes a higher number."""
    plain = Result(
        "00000000000000a1", (40, 0), "coyote", "tomahawk", 1.0, 2.0, ("Ada", "Bo"), ((0,), (1,))
    )
    assert unpack([OLD]).results == {"red": (plain,)}


OLD = (
    "CT2:SWRXEZLEYQCC2QNUWIAQDRBYTM4GXAYBBJEDJHFEYGYCYON7GK7SI5KFJF7G4YSGMJ47M2P3B4GGA4G2AF"
    "BDGTC25SMJFOGIFF75EREGRGGAWJQAACXINDB3XIOHNSVLTBBX2LEVYJMA"
)

# -- refusals ---------------------------------------------------------------------------------


def test_what_is_no_code_of_a_table_of_the_club_is_refused_as_such() -> None:
    for text in (
        "",
        "CT2",
        "ct1:00",
        "https://192.0.2.7/",
        "CTx:00",
        "CT²:00",
        "CT2:" + "0" * 9999,
    ):
        assert refused(*CODES, text) == "club.code.foreign", text
    for form in ("1", "3", "9" * 3000):
        assert refused(CODES[0].replace("CT2", f"CT{form}")) == "club.code.newer", form
    assert refused(*pack(MANY, "green", KEYS["red"])) == "club.code.unknown"


def test_another_key_or_a_changed_sign_is_refused_and_spoils_no_other_code() -> None:
    assert refused(*pack(MANY, "red", KEYS["blue"])) == "club.code.signature"
    changed = CODES[0][:60] + ("0" if CODES[0][60] != "0" else "1") + CODES[0][61:]
    assert refused(changed) in {"club.code.signature", "club.code.damaged"}
    assert unpack([changed, *CODES]).results == {"red": MANY}


@given(st.text() | st.text(SIGNS).map("CT2:".__add__))
def test_no_text_raises_anything_else(text: str) -> None:
    refused(text)


@given(st.data())
def test_no_damage_to_a_code_raises_anything_else_or_is_taken(data: st.DataObject) -> None:
    code = data.draw(st.sampled_from(CODES))
    at = data.draw(st.integers(0, len(code)))
    cut = data.draw(st.integers(at, len(code)))
    text = code[:at] + data.draw(st.text(SIGNS, max_size=4)) + code[cut:]
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
    text = Code("red", signed._mark(data), 1, 1, data).text(KEYS["red"])
    if data != deflated(msgspec.msgpack.encode(())):
        assert refused(text) == "club.code.damaged"


def test_a_little_that_unpacks_to_much_is_refused() -> None:
    bomb = deflated(bytes(40_000_000))
    parts = [bomb[at : at + 1000] for at in range(0, len(bomb), 1000)]
    mark = signed._mark(bomb)
    texts = [
        Code("red", mark, n, len(parts), part).text(KEYS["red"]) for n, part in enumerate(parts, 1)
    ]
    assert refused(*texts) == "club.code.damaged"
