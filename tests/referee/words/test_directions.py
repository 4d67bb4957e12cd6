"""Languages that are written from right to left: names, numbers and plural forms in sentences."""

from __future__ import annotations

from collections.abc import Callable
from gettext import c2py
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from firmware.console.menus.screen import wrap
from firmware.printing.typeset import marked
from referee import words
from referee.contract import Message, Step, Term
from referee.words.catalogue import use_owner_languages
from tests.pseudo import spoken
from webui.page.past.spreadsheet import csv_file

FIRST, LAST, MARK = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}", "\u200e"


def test_what_a_sentence_is_filled_with_moves_nothing_next_to_it() -> None:
    for locale, name, alone in (
        ("en", "Ada", True),
        ("en", "דניאל", False),
        ("he", "Ada", False),
        ("he", "דניאל", True),
        ("he", "12", True),
    ):
        shown = name if alone else f"{FIRST}{name}{LAST}"
        with spoken("he"):
            answer = words.say(Message("page.sit.me", {"name": name}), locale)
            assert shown in answer
            assert alone == (FIRST not in answer)
            assert words.seat(0, locale, {0: name}) == f"●\N{NO-BREAK SPACE}{shown}"


def test_english_in_place_of_a_missing_plural_counts_one_as_one(tmp_path: Path) -> None:
    for language in ("ja", "ru"):
        (tmp_path / f"{language}.po").write_text('msgid "page.title"\nmsgstr "x"\n', "utf-8")
    one, many = (form_of("en", n) for n in (1, 2))
    use_owner_languages(tmp_path)
    try:
        for language in ("ja", "ru"):
            answers = [form_of(language, n) for n in (0, 1, 2, 11, 21)]
            assert answers == [many, one, many, many, many], language
    finally:
        use_owner_languages(None)


def test_names_in_a_row_keep_their_order() -> None:
    names = ("דניאל", "משה", "Ada")
    apart = f"{FIRST}דניאל{LAST}, {FIRST}משה{LAST}, and Ada"
    assert words.join_list([*names]) == apart
    assert apart in words.say(Message("page.sit.me", {"name": names}))


def test_a_minus_stands_before_its_number_and_a_sum_runs_on() -> None:
    step = Step(Message(""), (Term("20", 20, 20), Term("-5", -5, -5)), 15)
    with spoken("he"):
        assert words.number(-5, "he") == f"{MARK}−5"
        assert words.say_sum(step, "he") == f"{FIRST}20 − 5 = 15{LAST}"
    assert words.say_sum(step) == "20 − 5 = 15"


@pytest.mark.parametrize(
    "output",
    [
        lambda text: words.speakable(text, "he"),
        lambda text: "\n".join(wrap(text)),
        lambda text: csv_file([[text]], "he").decode(),
        marked,
        words.unmarked,
    ],
    ids=["voice", "console", "file", "print", "terminal"],
)
def test_only_pages_get_the_marks(output: Callable[[str], str]) -> None:
    with spoken("he"):
        text = words.say(Message("page.sit.me", {"name": "Ada"}), "he")
        assert FIRST in text
        written = output(f"{text} {words.number(-5, 'he')}")
    assert "Ada" in written
    assert not {FIRST, LAST, MARK} & {*written}


COUNTED = "players.uncounted"


def form_of(language: str, count: int) -> str:
    return words.translations(language).ngettext(COUNTED, COUNTED, count)


ARABIC = {0: "zero", 1: "one", 2: "two", 5: "few", 50: "many", 100: "other"}
USUAL = "n==0?0 : n==1?1 : n==2?2 : n%100>=3 && n%100<=10?3 : n%100>=11?4 : 5"
BABEL = Catalog("ar").plural_expr  # Before 2.19, it numbers the last two the other way round.
BABELS = tuple(ARABIC[n] for n in sorted(ARABIC, key=c2py(BABEL)))


@pytest.mark.parametrize(
    ("rule", "forms"),
    [
        (f"nplurals=6; plural=({USUAL});", ("zero", "one", "two", "few", "many", "other")),
        (f"nplurals=6; plural={BABEL}", BABELS),
        ("", BABELS),
        ("nplurals=2; plural=__import__('os')", BABELS),
    ],
)
def test_arabic_has_six_plural_forms_in_the_order_of_its_file(
    tmp_path: Path, rule: str, forms: tuple[str, ...]
) -> None:
    header = f'msgid ""\nmsgstr "Plural-Forms: {rule}\\n"\n\n' if rule else ""
    texts = "\n".join(f'msgstr[{n}] "{form} %(count)s"' for n, form in enumerate(forms))
    said = f'{header}msgid "{COUNTED}"\nmsgid_plural "{COUNTED}"\n{texts}\n'
    (tmp_path / "ar.po").write_text(said, encoding="utf-8")
    use_owner_languages(tmp_path)
    try:
        counted = {n: form_of("ar", n).split()[0] for n in ARABIC}
    finally:
        use_owner_languages(None)
    assert counted == ARABIC
