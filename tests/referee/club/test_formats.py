"""Formats are data, of the project or a club, each refused in a sentence where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.club.format import FOLDER, Format, FormatError, Seats, formats, load, table_sizes
from referee.club.wording import say_format
from referee.words import LOCALES, has_key, say
from tests.referee.club.evening import named

OWN = """
kind = "swiss"
name = "Thursday"
tie_breaks = ["firsts"]
[seats]
least = 2
most = 3
best = 3
[points]
2 = [1, 0]
3 = [3, 1, 0]
"""


def test_the_project_has_every_kind_and_each_has_words() -> None:
    assert {named(path.stem).kind for path in FOLDER.glob("*.toml")} == {
        "round_robin",
        "swiss",
        "league",
        "free",
    }
    for path in FOLDER.glob("*.toml"):
        assert all(has_key(f"club.format.{path.stem}", locale) for locale in LOCALES)
    assert say_format("league", named("league"), "de") == "Liga"


def test_a_club_has_its_own_and_may_change_one_of_the_projects(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(OWN, "utf-8")
    (tmp_path / "swiss.toml").write_text(OWN, "utf-8")
    results = formats(tmp_path)
    ours = results["ours"]
    assert isinstance(ours, Format)
    assert results["swiss"] == ours != named("swiss")
    assert say_format("ours", ours) == "Thursday"
    assert {*formats()} < {*results}


WRONG: dict[str, tuple[str | bytes, str]] = {
    "no TOML": ("kind = ", "club.bad_format"),
    "a word for a number": (OWN.replace("least = 2", "least = 'two'"), "club.bad_format"),
    "an unknown field": ("colour = 1\n" + OWN, "club.bad_format"),
    "no number": (OWN.replace("[1, 0]", "[nan, 0]"), "club.bad_format"),
    "points below nothing": (OWN.replace("[1, 0]", "[1, -1]"), "club.bad_format"),
    "deep brackets": ("kind = " + "[" * 5000, "club.bad_format"),
    "no points for a size": (OWN.replace("2 = [1, 0]", ""), "club.bad_points"),
    "a place too few": (OWN.replace("[3, 1, 0]", "[3, 1]"), "club.bad_points"),
    "the last place first": (OWN.replace("[3, 1, 0]", "[0, 1, 3]"), "club.bad_points"),
    "best above most": (OWN.replace("best = 3", "best = 4"), "club.bad_seats"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_named_in_a_sentence_and_the_others_are_there(
    what: str, tmp_path: Path
) -> None:
    given, key = WRONG[what]
    path = tmp_path / "ours.toml"
    path.write_bytes(given if isinstance(given, bytes) else given.encode())
    with pytest.raises(FormatError) as refused:
        load(path)
    assert refused.value.message.key == key
    for locale in LOCALES:
        assert "ours.toml" in say(refused.value.message, locale)
    with pytest.raises(FormatError, match=r"club\.bad_format"):
        load(tmp_path)
    found = formats(tmp_path)
    assert isinstance(found["ours"], FormatError)
    assert found["league"] == named("league")


def test_tables_differ_by_one_at_most_and_as_few_sit_out_as_can_be() -> None:
    for count in range(2, 60):
        for seats in (Seats(2, 2, 2), Seats(3, 5, 4), Seats(4, 4, 4), Seats(3, 6, 3)):
            if count < seats.least:
                with pytest.raises(FormatError, match=r"club\.too_few"):
                    table_sizes(count, seats)
                continue
            each, out = table_sizes(count, seats)
            assert sum(each) + out == count
            assert max(each) - min(each) <= 1
            assert seats.least <= min(each) <= max(each) <= seats.most
            fewer = range(count - out + 1, count + 1)
            assert not any(-(-there // seats.most) <= there // seats.least for there in fewer), (
                "all of these could sit"
            )
