"""A language of the owner's own: one file in the data folder, half done or damaged as it may be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import cli
from firmware.languages import language_problems, open_languages
from referee import words
from referee.contract import Message
from referee.words import Voice

Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder, whose languages are forgotten again."""
    monkeypatch.setenv("COYOTE_DATA", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    yield tmp_path
    open_languages(None)


def run(capsys: Capsys, *arguments: object) -> tuple[int, str]:
    status = cli.run([str(argument) for argument in arguments])
    readouterr = capsys.readouterr()
    return status, readouterr.out + readouterr.err


def problems(data: Path) -> str:
    """Return what the table and the doctor say of the languages."""
    open_languages(data)
    return "\n".join(words.say(why) for _, why in language_problems())


def fill_in(file: Path, key: str, text: str) -> None:
    """Write what a key says in a language."""
    before = file.read_text("utf-8")
    after = re.sub(rf'(msgid "{re.escape(key)}"\nmsgstr) ""', rf'\1 "{text}"', before)
    assert after != before
    file.write_text(after, "utf-8")


def test_what_is_filled_in_is_spoken_and_stays_the_rest_is_english(
    data: Path, capsys: Capsys
) -> None:
    status, answer = run(capsys, "words", "pt")
    file = data / "words" / "pt.po"
    assert (status, "0 of" in answer, str(file) in answer) == (0, True, True)
    text = file.read_text("utf-8")
    assert text.count("\nmsgid ") > 2500, "of the table and of all games"
    assert re.search(r'#\. .+\nmsgid "game.coup"\nmsgstr ""', text), "the English is beside it"
    fill_in(file, "page.join", "Entrar")
    own = '# Ada\'s note.\nmsgid "page.jion"\nmsgstr "Junte-se"\n'
    file.write_text(file.read_text("utf-8") + f"\n{own}", "utf-8")
    for _ in range(2):  # What a translator wrote outlives an update.
        status, answer = run(capsys, "words", "pt")
        assert (status, "1 of" in answer) == (0, True)
        assert {"# Ada's note.", 'msgstr "Junte-se"'} <= {*file.read_text("utf-8").splitlines()}
    assert words.locales() == tuple(sorted((*words.LOCALES, "pt")))
    assert words.negotiate(["pt-BR"]) == "pt"
    assert words.say(Message("page.join"), "pt") == "Entrar"
    assert words.say(Message("page.log"), "pt") == words.say(Message("page.log"), "en")
    assert words.language("pt") == "Português"
    file.with_name("fr.po").write_text('msgid "page.join"\nmsgstr "Entrer"\n', "utf-8")
    before = words.say(Message("page.log"), "fr")
    open_languages(data)
    french = [words.say(Message(f"page.{key}"), "fr") for key in ("join", "log")]
    assert french == ["Entrer", before], "a few words replace these alone"
    plural = Message("token.point.of", {"count": 2, "of": 3})
    assert Voice("pt").say(plural) == Voice("en").say(plural)


ENTRY = 'msgid "page.join"\nmsgstr "Entrar"\n'
HEADER = 'msgid ""\nmsgstr ""\n"%s\\n"\n\n'


@pytest.mark.parametrize("text", ["%(nobody)s", "100 %", "%s", "%(count)"])
def test_words_that_cannot_be_filled_in_are_said_in_english(data: Path, text: str) -> None:
    (data / "words").mkdir()
    (data / "words" / "pt.po").write_text(f'msgid "table.reader.well"\nmsgstr "{text}"\n')
    open_languages(data)
    message = Message("table.reader.well", {"deck": "mine"})
    assert words.say(message, "pt") == words.say(message, "en")


@pytest.mark.parametrize(
    "text",
    [
        b"\xfe\xfd",
        b'msgid "page.join"\nmsgstr "a',
        b"# \n" * 2_000_000,
        b'msgid "a"\nmsgid_plural "b"\nmsgstr[9999999] "c"\n',
        "msgid “page.join”\nmsgstr “Entrar”\n".encode(),
        b'msgstr "?"\n' + ENTRY.encode(),
        ENTRY.encode() + b'msgid "page.log"\n',
        ENTRY.encode() + b'msgid "page.join"\nmsgstr "Outro"\n',
        b'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[0] "d"\n',
        ENTRY.replace("E", "\0").encode(),
    ],
)
def test_a_damaged_file_is_named_and_left_and_the_table_speaks_english(
    data: Path, capsys: Capsys, text: bytes
) -> None:
    file = data / "words" / "pt.po"
    file.parent.mkdir()
    file.write_bytes(text)
    status, output = run(capsys, "words", "pt")
    assert (status, output.count("\n"), "pt.po cannot be read" in output) == (2, 1, True)
    assert file.read_bytes() == text
    assert "pt.po cannot be read" in problems(data)
    file.rename(file.with_name("pt_BR.po"))
    assert "pt_BR.po cannot be read: its name must be a language code" in problems(data)
    assert words.say(Message("page.join"), "pt") == words.say(Message("page.join"), "en")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param((HEADER % header + ENTRY).encode(), id=header)
        for header in (
            "Content-Type: text/plain; charset=klingon",
            "Plural-Forms: nplurals=9999999; plural=n;",
            "Plural-Forms: nplurals=2; plural=n/0;",
            "Content-Type: text/plain; charset=",
        )
    ]
    + [
        pytest.param(('# A 5" screen.\n' + ENTRY).encode(), id="a translator's note"),
        pytest.param(ENTRY.replace("\n", "\r\n").encode("utf-8-sig"), id="Notepad"),
        pytest.param(ENTRY.encode("utf-16"), id="Notepad's Unicode"),
        pytest.param(f'{ENTRY}msgid "page.log"\nmsgstr "5\\" ou"\n'.encode(), id="escaped"),
        pytest.param(f'#, fuzzy\n#~ msgid "a"\n#~ msgstr "b"\n\n{ENTRY}'.encode(), id="obsolete"),
        pytest.param(f'msgid "page.join"\nmsgstr ""\n\n{ENTRY}'.encode(), id="first empty"),
        pytest.param(ENTRY.replace("\nmsgstr", "\n# ?\nmsgstr").encode(), id="a note in between"),
        pytest.param(f"\ufeff{HEADER % 'a'}\ufeff{ENTRY}".encode(), id="joined files"),
        pytest.param(f'{ENTRY}#, fuzzy\nmsgid "page.log"\nmsgstr "?"\n'.encode(), id="fuzzy"),
    ],
)
def test_what_stands_around_an_entry_never_costs_it(data: Path, text: bytes) -> None:
    (data / "words").mkdir()
    (data / "words" / "pt.po").write_bytes(text)
    open_languages(data)
    assert words.faults() == {}
    assert words.say(Message("page.join"), "pt") == "Entrar"
    assert words.say(Message("page.log"), "pt") in ('5" ou', words.say(Message("page.log"), "en"))


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("xx", "is not the code of a language"),
        ("../pt", "is not the code"),
        ("fr", "already has Fran"),
    ],
)
def test_a_language_that_none_can_be_made_of_is_refused(
    data: Path, capsys: Capsys, language: str, why: str
) -> None:
    status, output = run(capsys, "words", language)
    assert (status, why in output) == (2, True)
    assert not (data / "words").exists()
    assert 'msgid "page.join"' in run(capsys, "words")[1], "without a language, the template"
