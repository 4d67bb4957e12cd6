"""Names: two writings of one are one player, and no letter, flag or emoji is cut or lost."""

from __future__ import annotations

import pytest

from referee.match.people.names import clean, letters, player_key, shortened

WHOLE = {
    "accents": "Zoe\u0301",
    "family": "👩\u200d👩\u200d👧",
    "heart": "❤\ufe0f\u200d🔥",
    "flags": "🇨🇭🇫🇷",
    "England": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "newer than this Python": "\U0001faea\U0001f6d8",
    "Devanagari": "क्षि",
    "Korean": "한",
    "Persian": "علی\u200cرضا",
    "Arabic": "مُحَمَّد",
}


@pytest.mark.parametrize("name", WHOLE.values(), ids=WHOLE.keys())
def test_a_name_keeps_its_letters_flags_and_emoji_whole(name: str) -> None:
    kept = clean(f" {name} ")
    assert player_key(kept) == player_key(name)
    assert clean(kept) == kept
    for length in range(1, 9):
        short = shortened(f"{kept}{kept} end", length)
        assert len(letters(short)) <= length
        part = letters(short.removesuffix("…"))
        assert part == letters(f"{kept}{kept} end")[: len(part)]


def test_letters_are_counted_as_a_reader_counts_them() -> None:
    counted = {kind: len(letters(name)) for kind, name in WHOLE.items()}
    more = {"accents": 3, "flags": 2, "newer than this Python": 2, "Persian": 6, "Arabic": 4}
    assert counted == dict.fromkeys(WHOLE, 1) | more


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cléo", "Cle\u0301o"),
        (" ADA  B. ", "ada b."),
        ("STRASSE", "Straße"),
        ("O’Neill", "O'Neill"),
        ("❤\ufe0f", "❤"),
    ],
)
def test_two_writings_of_one_name_are_one_player(one: str, other: str) -> None:
    assert player_key(one) == player_key(other)
    assert player_key(player_key(one)) == player_key(one)


def test_what_nobody_can_see_is_left_out() -> None:
    assert clean("\u202eA\u200bd\0a\ufeff\n\tB\u200d \ufffe\U000e0041") == "Ada B"
    assert clean("\u200dA\u200dda 👧\u200d") == "Ada 👧"
