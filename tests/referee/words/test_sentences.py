"""Sentences as a family reads them: over random play, for everybody, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import referee
from referee import library, words
from referee.contract import IllegalMove, Message
from referee.words.catalogue import FOLDER, SUBJECTS, read_words
from tests.bench.rules.randomplay import choose
from tests.referee.known import known
from tests.referee.making import Maker

MOVES = 150  # of each game
ODD = 4  # one move in so many is spoiled, and mostly refused
NAMES = {0: "Ada", 2: "Zoë"}

WRONG = {
    "unfilled": r"%\(|\{\w*\}|\bNone\b|\.to_[a-z]",
    "double spaces": r"\s\s|^\s|\s$",
    "double signs": r"(?<!\.)\.\.(?!\.)|,,|;;|::|\?\?|\.:|:\.|,\.| [,.]|\(\)",
    "somebody else's button": r"the lit button|le bouton allumé",
}
ENGLISH = {"one of several": r"(?<![\d,.–])1 (?!is\b|was\b)[a-z]+s\b(?! \d)"}
FRENCH = {
    "one of several": r"(?<![\d,])[01] (cartes|pièces|points|plis|actions|jetons|coups)\b",
    "signs on the next line": r"[ \u00a0][:;!?»]|«[ \u00a0]",
    "signs without room": r"\w[!?;»]|«\w",
    "numbers on two lines": r"\d[ \u00a0]\d{3}",
}
GERMAN = {
    "one of several": r"(?<![\d,.])1 (Karten|Münzen|Punkte|Strafpunkte|Aktionen|Pferde|Kanus)\b",
    "somebody else's quotes": r"[\"”«»]|“\w",
    "addressed as a stranger": r"(?<![.:!?] )(?<!^)\b(Sie|Ihnen|Ihr)\b",
}
ITALIAN = {
    "one of several": r"(?<![\d,.])1 (carte|monete|punti|azioni|cavalli|canoe|prese|smazzate)\b",
    "somebody else's quotes": r"[\"“”„]|«\s|\s»",
    "addressed as a stranger": r"(?<![.:!?] )(?<!^)\b(Lei|Suo|Sua|Voi)\b",
    "an article that a number may change": r"\b([Ii]l|[Uu]n|[dn]el|[ads]?[au]l) (8|11)\b",
}
SPANISH = {
    "one of several": r"(?<![\d,.])1 (cartas|monedas|puntos|faltas|acciones|caballos|bazas)\b",
    "somebody else's quotes": r"[\"“”„]|« | »",
    "half a question": r"^[^¿]*\w\?|^[^¡]*\w!",
    "addressed as a stranger": r"\b[Uu]sted(es)?\b",
}

# One word a thing: what is never said, and what is.
GLOSSARIES = {
    "de": {
        r"(?<!Dreh)[Kk]n(o|ö)pf": "Taste",
        r"Telefon": "Handy",
        r"[Ss]pielende|Teilnehm": "Spieler",
        r"Gastgeber": "Spielleitung",
        r"[Kk]orrig": "berichtigen",
        r"[Zz]ug(s|es)?\b[^.]*zurück(ge|zu)?n[aeio]m": "rückgängig machen",
        r"\b[Aa]blage\b": "Ablagestapel",
        r"[Ee]ntscheidung(?! der Turnierleitung)": "Ansage",
        r"\b(an(zu)?sag(en|t|e)|angesagt|sagt (\w+ )?an)\b": "eine Zahl sagen, wählen",
        r"\b[CK]lub": "Verein",
        r"Präsidentschaft": "Präsident",
        r"Verachtung|verachte": "Spott, verspotten",
        r"Tisches\b": "Tischs",
        r"Rückseite": "Kartenrücken",
    },
    "es": {
        r"[Mm]óvil|[Cc]elular": "teléfono",
        r"[Jj]ugador(es|as?)?\b": "asiento, quien",
        r"[Aa]nfitri": "quien lleva la mesa",
        r"[Rr]ectific": "corregir",
        r"[Aa]pret|[Oo]prim|[Pp]resion": "pulsar",
        r"\b[Rr]eta(r|n)?\b|[Ii]mpugn|[Cc]uestion": "desafiar",
        r"[Pp]enaliza": "falta",
        r"[Tt]apiz|[Aa]lfombr": "tapete",
        r"[Bb]oca(arriba|bajo)": "boca arriba, boca abajo",
        r"[Cc]elda": "casilla",
        r"[Ee]scoge": "elegir",
        r"[Mm]ovimiento": "jugada",
        r"\b[Ll]a central\b": "servidor",
        r"\b[Mm]ando\b": "rueda",
        r"\(mesa\)|juega la mesa\b(?! por)": "bot",
        r"[Rr]onda de prueba": "ronda de práctica",
        r"\b[Aa]nte (%|ti\b|sí\b|el\b)": "delante de",
        r"[Rr]ecuper": "recoger",
        r"[Ii]nscri": "unir",
        r"[Bb]otín": "cartas capturadas",
        r"[Ee]xtorsi": "hurto",
        r"[Cc]onócete": "conoce tu carta",
        r"fuera de la manada": "en fichas",
        r"demostrar? (tu|su) valía": "responder al desdén",
    },
    "fr": {
        r"\b[Ll]evées?\b": "pli",
        r"terrains? de chasse": "terres de chasse",
        r"cartes? (de (la )?table|du tapis)": "carte du talon",
        r"bouton rotatif": "molette",
        r"\b[Cc]entrale": "serveur",
        r"rectifi": "corriger",
        r"[Ll]a pression": "appui",
        r"faces cachées": "face cachée",
        r"[Rr]ebat": "mélanger",
        r"\b(le|ce) jeu (en|n’en|n’a pas)": "le paquet",
        r"(première carte|carte) de la pile": "pioche",
        r"\b([Vv]otre|[Vv]os|[Vv]ous (avez|êtes|pouvez|devez))\b": "tu, ton; vous only to all",
        r"douze tours\b|tours? (im)?pairs?": "manche",
    },
    "it": {
        r"\b[Pp]il[ae]\b": "mazzo, scarti",
        r"[Cc]ontest(?!o\b)": "dubitare",
        r"[Cc]entral[ei]\b": "server",
        r"[Gg]iornale": "registro",
        r"[Pp]rova guidata": "round di prova",
        r"[Cc]onduzione": "chi conduce",
        r"[Pp]iazzament": "posizione",
        r"[Bb]ottino": "carte catturate",
        r"[Ss]degno": "scherno",
        r"[Ee]storsion": "furto",
        r"[Pp]residenza": "Presidente",
        r"\b[Pp]os(a|ano|are|ate|ato|ata|ale|ala)\b": "mettere",
        r"gioca il tavolo|\(tavolo\)": "bot",
        r"tappeto d[ai] gioco|carta del tappeto": "carta del tavolo",
        r"(?<![-(])\b[Hh]ost\b": "chi conduce",
        r"[Bb]otton": "pulsante",
        r"[Cc]ellular|[Ss]martphone": "telefono",
        r"\bmanche\b": "round",
        r"\b[Dd]onne?\b": "regina",
        r"[Mm]azzo di pesca": "pila",
        r"[Rr]ettific": "correggere",
        r"[Ii]ncursion|\b[Rr]aid\b": "razzia",
        r"\wchè\b|\b(pò|sè)\b|\bE[’'](?!\w)": "perché, po’, sé, È",
    },
}


@cache
def played(name: str) -> tuple[tuple[Any, ...], tuple[Message, ...]]:
    """Return the states of random matches of a game, and what was refused in them."""
    random, game = Random(f"sentences of {name}"), library.game(name)
    states: list[Any] = []
    refused: list[Message] = []
    while len(states) < MOVES:
        plain, seats = known(name).settings(random)
        options = library.options(game, plain)
        state, make = game.rules.begin(options, seats), Maker(game, options, seats, random)
        while game.rules.outcome(state) is None and len(states) < MOVES:
            legal = choose(game.rules.offers(state), random)
            move = make.spoil(legal) if not random.randrange(ODD) else legal
            try:
                state, rulings = game.rules.apply(state, library.move(game, move))
            except IllegalMove as error:
                refused.append(error.message)
                continue
            except ValueError:
                continue
            states.append((game, seats, state, rulings))
    return tuple(states), tuple(refused)


def messages(value: Any) -> Iterator[Message]:
    """Yield all messages within a value."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from messages(getattr(value, field))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from messages(one)


@cache
def told(name: str) -> tuple[tuple[Message, int | None], ...]:
    """Return each message of random matches, once for whom it is told: strangers and seats."""
    states, refused = played(name)
    found = {(str(one), to): one for one in refused for to in (None, *range(3))}
    for game, seats, state, rulings in states:
        offers = tuple(messages(tuple(game.rules.offers(state))))
        found |= {(str(one), None): one for one in (*messages(rulings), *offers)}
        for seat in (None, *range(seats)):
            seen = messages(game.shown.view(state, seat))
            found |= {(str(one), seat): one for one in (*seen, *offers)}
    return tuple((one, to) for (_, to), one in found.items() if one.key)


def said(name: str, locale: str) -> list[tuple[str, str]]:
    """Return every sentence of random matches, by its key, as strangers and seats are told it."""
    return sorted({(one.key, words.say(one, locale, NAMES, to)) for one, to in told(name)})


@pytest.mark.parametrize("name", library.names())
def test_nothing_that_is_said_in_random_play_reads_wrong(name: str) -> None:
    held = {"de": GERMAN, "en": ENGLISH, "es": SPANISH, "fr": FRENCH, "it": ITALIAN}
    found = [
        (key, text, why)
        for locale in words.LOCALES
        for key, text in said(name, locale)
        for why, pattern in (WRONG | held.get(locale, {})).items()
        if not key.startswith("desk.") and re.search(pattern, text)  # desk.* repeats typed text
    ]
    assert found == []


@pytest.mark.parametrize("name", library.names())
def test_a_question_never_repeats_one_of_its_answers(name: str) -> None:
    for game, seats, state, _ in played(name)[0]:
        offers = tuple(game.rules.offers(state))
        for seat, locale in product(range(seats), words.LOCALES):
            voice = words.Voice(locale, {}, seat)
            asked = voice.say(game.shown.view(state, seat).focus.label)
            for shown in (offer.shown for offer in offers if offer.seat == seat):
                label = voice.say(shown.label)
                among, effect = (
                    voice.say(message) if message else "" for message in (shown.among, shown.effect)
                )
                assert label not in (asked.rstrip(".?"), among, effect), label
                assert not among or among not in (asked, effect)


@pytest.mark.parametrize("locale", GLOSSARIES)
def test_a_language_has_one_word_a_thing(locale: str) -> None:
    games = Path(referee.__file__).parent.glob(f"*/words/{locale}.po")
    found = [
        (entry.id, form, better)
        for path in (*(FOLDER / one / f"{locale}.po" for one in SUBJECTS), *games)
        for entry in read_words(path, locale)
        for form in ((entry.string,) if isinstance(entry.string, str) else entry.string or ())
        for banned, better in GLOSSARIES[locale].items()
        if entry.id and re.search(banned, form.replace("\u00ad", ""))
    ]
    assert found == []


@pytest.mark.parametrize("locale", ["de", "es", "fr", "it"])
def test_a_card_is_named_so_that_its_gender_does_not_matter(locale: str) -> None:
    found = [
        (entry.id, form)
        for game in ("ogallala", "plenty_coups")
        for entry in read_words(Path(referee.__file__).parent / game / f"words/{locale}.po", locale)
        for form in ((entry.string,) if isinstance(entry.string, str) else entry.string or ())
        if re.search(r"(?<![«„(:\s])\s%\((\w+_)?cards?\)s(?!\s?[:»“])", form)
        and not re.search(r"[«„:]\s?%\((\w+_)?cards?\)s", form)
    ]
    assert found == []


def test_whom_a_sentence_names_is_called_you_on_their_own_phone_and_by_name_elsewhere() -> None:
    turn = Message("coyote.focus.standing", {"seat": 2, "turn_seat": 0})
    told = [words.say(turn, "en", NAMES, to) for to in (0, 1, 2)]
    assert [one.replace("\N{NO-BREAK SPACE}", " ") for one in told] == [
        "■ Zoë said this number. Raise or challenge.",
        "■ Zoë said this number. ● Ada raises or challenges.",
        "You said this number. ● Ada raises or challenges.",
    ]
    voice = words.Voice("fr", NAMES, 0)
    assert voice.key("coup.focus.turn", seat=0).startswith("À toi")
    assert "Ada" in words.Voice("fr", NAMES).key("coup.focus.turn", seat=0)
