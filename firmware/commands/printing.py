"""`coyote print`: decks, mats, markers, boxes and aids as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from firmware.commands.options import NumberRange
from firmware.commands.speak import locale, refuse, tell
from firmware.hotspot import installed_hotspot, installed_port
from firmware.install.places import Places
from firmware.mats import TABLE, chosen_mats, load_mats, mat_names, serving
from firmware.printing.aids import aid_names, print_aids
from firmware.printing.boxes import CARD_MM, print_box
from firmware.printing.faces import DRAWN, check_mat, has_words, worded_mat
from firmware.printing.join import print_join
from firmware.printing.markers import print_markers
from firmware.printing.naming import book, book_of_deck
from firmware.printing.papers import PAPERS
from firmware.printing.pictures import write_pictures
from firmware.printing.sheets import print_deck, print_pieces
from firmware.printing.tiles import print_mats
from firmware.wifi import Wifi
from referee import library
from referee.words import DEFAULT, LOCALES
from vision.art import art_names, pieces_names
from vision.mat import Mat
from webui.access.network import Network
from webui.access.reach import url_of, urls_for_phones
from webui.serving.addresses import EVERYWHERE

DECK = "a deck"
NAMES = {  # Names that each WHAT accepts.
    "mat": mat_names,
    "markers": mat_names,
    "pieces": pieces_names,
    "aid": aid_names,
    "box": art_names,
}
JOIN = "join"  # The one WHAT besides a deck that needs no name.
MEANT = {  # The WHATs to which each option applies.
    "bw": {DECK, "mat", "markers", "pieces"},
    "no_backs": {DECK, "pieces"},
    "png": {DECK},
    "seats": {"mat", "markers"},
    "languages": {DECK, "mat", "markers", "aid", "box", JOIN},
    "edition": {"aid"},
    "thickness": {"box"},
    "wifi": {JOIN},
    "password": {JOIN},
    "address": {JOIN},
}
BESIDE_ENGLISH = "fr"  # Second language of an aid, if the terminal's language is English.


def _whats(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in (*NAMES, JOIN, *art_names()) if name.startswith(begun)]


def _names(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    names = NAMES.get(ctx.params.get("what", ""), tuple)()
    return [CompletionItem(name) for name in names if name.startswith(begun)]


@click.command("print")
@click.argument("what", shell_complete=_whats)
@click.argument("name", required=False, shell_complete=_names)
@click.option("--out", type=click.Path(path_type=Path), help="The file to write.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="A4", show_default=True)
@click.option("--bw", is_flag=True, help="Black and white; of a mat, its marks only.")
@click.option("--no-backs", is_flag=True, help="Faces only.")
@click.option(
    "--png",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write a picture of each card of a deck here, for a print service.",
)
@click.option("--seats", type=click.IntRange(1), help="Only the mats for this number of players.")
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="CODE",
    show_default="the terminal's",
    help="The language. An aid may have two, one per side; otherwise one is English. "
    "Without it, a deck has English and French words.",
)
@click.option("--edition", help="The edition of an aid.")
@click.option(
    "--thickness",
    type=NumberRange(0.1, 2.0),
    show_default=str(CARD_MM),
    help="The thickness of a card in mm, for a box.",
)
@click.option("--wifi", metavar="NAME", help="The Wi-Fi to join; otherwise the table's own.")
@click.option("--password", help="The password of that Wi-Fi.")
@click.option("--address", metavar="URL", help="The address of the table's page.")
def print_command(
    what: str, name: str | None, out: Path | None, paper: str, **options: Any
) -> None:
    """Write WHAT as a PDF in true size: a deck by its name, or one of these with a NAME.

    \b
    mat [GAME]      the mats of a game, or of a file or folder of your own;
                    without a name that of all other games
    markers [GAME]  the markers of those mats alone, to glue on dark card
    pieces GAME     its pieces
    aid GAME        a card for each player that says what one may do, in two languages
    box DECK        a box to fold and glue, of the deck's size
    join            a card with codes for the Wi-Fi and the table's page
    """
    kind = what if what in (*NAMES, JOIN) else DECK
    for option, kinds in MEANT.items():
        if options[option] and kind not in kinds:
            _unused(option, what)
    if kind == JOIN and name is not None:
        refuse("cli.print.unused", option=name, what=what)
    if kind == DECK and name is not None:
        refuse("cli.print.extra_word", given=name, deck=what)
    named = name or (TABLE if kind in ("mat", "markers") else "")
    if kind in NAMES and not named:
        refuse("cli.print.no_name", what=what, names=NAMES[kind]())
    # The name of the file that is written: an owner's mats lie in a folder somewhere.
    short = Path(named).stem if kind in ("mat", "markers") else named
    marks = (short, options["edition"], *options["languages"], paper, options["bw"] and "bw")
    if options["png"]:
        asked = click.get_current_context().get_parameter_source
        for option in ("out", "paper"):
            if asked(option) is not ParameterSource.DEFAULT:
                _unused(option, "--png")
        _write_pictures(what, **options)
        _tell_words(kind, what, options)
        return
    path = out or Path("-".join(part for part in (what, *marks) if part) + ".pdf")
    count = _printed(kind, named or what, path, paper, options)
    tell("cli.print.done", file=str(path), count=count)
    _tell_words(kind, what, options)


def _printed(kind: str, name: str, path: Path, paper: str, options: dict[str, Any]) -> int:
    """Write the file and return its number of pages."""
    bw, backs, edition = options["bw"], not options["no_backs"], options["edition"]
    languages = options["languages"]
    match kind:
        case "mat":
            mats = _mats(name, options["seats"])
            if name not in mat_names():  # An owner's mats have the words of their files.
                if languages:
                    _unused("languages", f"mat {name}")
                return print_mats(path, mats, paper, not bw, DEFAULT)
            language = _language(languages, locale() if locale() in LOCALES else DEFAULT)
            worded = tuple(worded_mat(mat, language) for mat in mats)
            return print_mats(path, worded, paper, not bw, language)
        case "markers":
            return print_markers(path, _mats(name, options["seats"]), _language(languages), paper)
        case "pieces":
            return print_pieces(name, path, paper, bw, backs)
        case "aid":
            sides = _two_languages(languages)
            return print_aids([book(name, edition, side) for side in sides], path, paper)
        case "box":
            thick_mm = options["thickness"] or CARD_MM
            return print_box(book_of_deck(name, _language(languages)), path, paper, thick_mm)
        case "join":
            wifi, address = _place(options["wifi"], options["password"], options["address"])
            return print_join(wifi, address, _language(languages), path, paper)
        case _:
            return print_deck(name, path, paper, bw, backs, _deck_language(name, options))


def _write_pictures(deck: str, **options: Any) -> None:
    """Write a deck as pictures, and say how many there are."""
    if options["no_backs"]:
        _unused("no_backs", "--png")
    folder = options["png"]
    count = write_pictures(deck, folder, _deck_language(deck, options), options["bw"])
    tell("cli.print.pictures", folder=str(folder), count=count)


def _tell_words(kind: str, deck: str, options: dict[str, Any]) -> None:
    """Say how the table learns the words of a deck that it does not know."""
    if kind == DECK and has_words(deck):
        language = _deck_language(deck, options)
        if language not in DRAWN:
            tell("cli.print.worded", deck=deck, language=language)


def _deck_language(deck: str, options: dict[str, Any]) -> str:
    """Return the language of a deck's words, by default that of its drawings.

    Refuse `--language` for a deck without words.
    """
    if options["languages"] and deck in art_names() and not has_words(deck):
        _unused("languages", deck)
    return _language(options["languages"], DEFAULT)


def _place(name: str | None, password: str | None, address: str | None) -> tuple[Wifi | None, str]:
    """Return the Wi-Fi and the web address for the card: those given, or the table's own."""
    if password and name is None:
        refuse("cli.join.password_alone")
    if name is None:
        hotspot = installed_hotspot(Places())
        wifi = None if hotspot is None else hotspot.wifi
    else:
        hotspot, wifi = None, Wifi(name, password or "")
    if address is not None:
        return wifi, address
    port = installed_port(Places())
    if hotspot is not None:
        return wifi, url_of(hotspot.address, port)
    urls = urls_for_phones(Network(), EVERYWHERE, port)
    if not urls:
        refuse("cli.print.no_address")
    return wifi, urls[0]


def _language(named: Sequence[str], usual: str | None = None) -> str:
    """Return the named language, or else the usual one or the terminal's."""
    if len(named) > 1:
        refuse("cli.print.languages", most=1, given=len(named))
    return named[0] if named else usual or locale()


def _two_languages(named: Sequence[str]) -> Sequence[str]:
    """Return the languages of an aid's two sides. If fewer than two are named, one is English."""
    if len(named) > 2:
        refuse("cli.print.languages", most=2, given=len(named))
    if len(named) == 2:
        return named
    second = BESIDE_ENGLISH if locale() == DEFAULT else locale()
    return tuple(dict.fromkeys((DEFAULT, *(named or (second,)))))


def _mats(name: str, seats: int | None) -> tuple[Mat, ...]:
    """Return the mats of a game, or of an owner's file or folder, for this number of players.

    If `seats` is None, return all of them.
    """
    if name not in mat_names():
        if not _exists(name):
            refuse("cli.print.no_mat", mat=name, mats=mat_names())
        own = chosen_mats(name)
        for mat in own:
            check_mat(mat)
        return serving(own, seats)
    if seats is None:
        return load_mats(name)
    players = range(0) if name == TABLE else library.game(name).seats
    if all(load_mats(name, player) == load_mats(name) for player in players):
        _unused("seats", f"mat {name}")
    if seats not in players:
        refuse("desk.bad_seats", least=min(players), most=max(players), given=seats)
    return load_mats(name, seats)


def _exists(path: str) -> bool:
    """Whether there is a file or folder; False for a path that is not valid."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _unused(option: str, what: str) -> NoReturn:
    flag = "--language" if option == "languages" else f"--{option.replace('_', '-')}"
    refuse("cli.print.unused", option=flag, what=what)
