"""Players' names: when two writings are one name, and how a name is cleaned and shortened.

Nothing here cuts a letter, a flag or an emoji in two: these may consist of several characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

MOST = 60  # Maximum length of a name. A longer name is refused, because a part of it is nobody's.
ELLIPSIS = "…"

# Keyboards write these characters differently for the same name, or add them unseen.
_ALIKE = str.maketrans(
    dict.fromkeys("\N{RIGHT SINGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}‘`´", "'")
    | dict.fromkeys("\N{HYPHEN}\N{NON-BREAKING HYPHEN}", "-")
    | dict.fromkeys("\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")
)

_ZWJ, _ZWNJ = "\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}"
_JOINERS = _ZWJ + _ZWNJ
_TAG = re.compile("[\U000e0020-\U000e007f]")  # The invisible tags that spell a region's flag.
_FLAG_HALF = re.compile("[\U0001f1e6-\U0001f1ff]")
# Invisible tags spell the flag of a region, such as Scotland. Elsewhere they mean nothing.
_TAGS = re.compile(
    "(\N{WAVING BLACK FLAG}[\U000e0020-\U000e007e]+\N{CANCEL TAG})|[\U000e0000-\U000e007f]"
)
_SKIN_TONE = re.compile("[\U0001f3fb-\U0001f3ff]")  # It belongs to the emoji before it.
_HANGUL_END = re.compile("[\u1160-\u11ff\ud7b0-\ud7fb]")  # A vowel or a final consonant of Korean.
_VIRAMA = 9  # The combining class of the signs that join two Indic consonants.
_SIGNS_IN_LINE = "\N{THAI CHARACTER SARA AM}\N{LAO VOWEL SIGN AM}"  # They belong to a consonant.


def player_key(name: str) -> str:
    """Return the key of a player's name. Letter case, Unicode form and spaces do not matter.

    Nor does it matter which apostrophe or hyphen a keyboard writes.

    >>> player_key(" ADA ") == player_key("ada"), player_key("Cle\\u0301o") == player_key("Cléo")
    (True, True)
    """
    plain = unicodedata.normalize("NFC", " ".join(name.split())).translate(_ALIKE)
    return unicodedata.normalize("NFC", plain.casefold())


def is_same(name: str, other: str) -> bool:
    """Whether two writings are the name of one player."""
    return player_key(name) == player_key(other)


def clean(name: str) -> str:
    """Return a name as one line in composed form (NFC), without characters that nobody can see.

    Invisible joiners and tags stay if a letter, an emoji or a flag needs them.
    """
    plain = name.isprintable()  # Most names are, and need no closer look.
    kept = name if plain else "".join(_visible(_TAGS.sub(lambda tag: tag[1] or "", name)))
    return " ".join(unicodedata.normalize("NFC", kept).split()).strip(f" {_JOINERS}")


def shortened(name: str, length: int) -> str:
    """Return a name with at most `length` letters, the last one an ellipsis if some are left out.

    A flag, an emoji or a letter with its accents counts as one letter.
    """
    signs = letters(name)
    if len(signs) <= length:
        return name
    return "".join(signs[: length - 1]).rstrip() + ELLIPSIS


def letters(text: str) -> tuple[str, ...]:
    """Return the letters of a text as a reader counts them (grapheme clusters).

    >>> [len(letters(one)) for one in ("Zoe\\u0301", "👩‍👩‍👧", "🇨🇭🇫🇷", "क्षि")]
    [3, 1, 2, 1]
    """
    signs: list[str] = []
    for letter in text:
        if signs and _continues(signs[-1], letter):
            signs[-1] += letter
        else:
            signs.append(letter)
    return tuple(signs)


def _continues(cluster: str, letter: str) -> bool:
    """Whether a character belongs to the cluster before it (Unicode Annex 29, simplified)."""
    last = cluster[-1]
    if letter in _JOINERS + _SIGNS_IN_LINE or _SKIN_TONE.match(letter) or _TAG.match(letter):
        return True
    if unicodedata.category(letter).startswith("M"):
        return True
    if last == _ZWJ:
        return not letter.isspace() and not letter.isascii()
    if _FLAG_HALF.match(letter):
        return len(cluster) == 1 and bool(_FLAG_HALF.match(last))
    if _HANGUL_END.match(letter):
        return "\u1100" <= last <= "\u11ff" or "\uac00" <= last <= "\ud7ff"
    joined = cluster.rstrip(_JOINERS)
    return unicodedata.category(letter) == "Lo" and unicodedata.combining(joined[-1:]) == _VIRAMA


def _visible(name: str) -> Iterator[str]:
    last = ""
    for letter in name:
        if _is_visible(letter, last):
            yield letter
            last = letter


def _is_visible(letter: str, last: str) -> bool:
    if letter in _JOINERS:
        return bool(last) and not last.isascii() and last not in _JOINERS
    if letter.isspace() or _TAG.match(letter):
        return True
    kind = unicodedata.category(letter)
    if kind == "Cn":  # An emoji may be newer than this Python. Only a noncharacter never is one.
        return not ("\ufdd0" <= letter <= "\ufdef" or ord(letter) & 0xFFFE == 0xFFFE)
    return not kind.startswith("C")
