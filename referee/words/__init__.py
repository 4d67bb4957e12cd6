"""All texts, from one gettext catalogue. This package knows neither requests nor pages.

`catalogue` loads the languages. `sentences` turns messages into text, and `arithmetic` does the
same for sums. A `Voice` speaks to one person. Pages and the command line import only this module.
"""

from __future__ import annotations

from referee.words.arithmetic import say_ruling as say_ruling
from referee.words.arithmetic import say_sum as say_sum
from referee.words.catalogue import DEFAULT as DEFAULT
from referee.words.catalogue import LOCALES as LOCALES
from referee.words.catalogue import faults as faults
from referee.words.catalogue import has_key as has_key
from referee.words.catalogue import language as language
from referee.words.catalogue import locales as locales
from referee.words.catalogue import negotiate as negotiate
from referee.words.catalogue import template as template
from referee.words.catalogue import texts as texts
from referee.words.catalogue import translations as translations
from referee.words.catalogue import use_owner_languages as use_owner_languages
from referee.words.dates import day as day
from referee.words.dates import day_and_time as day_and_time
from referee.words.dates import iso_time as iso_time
from referee.words.dates import time_of_day as time_of_day
from referee.words.dates import time_zone as time_zone
from referee.words.directions import direction as direction
from referee.words.directions import isolated as isolated
from referee.words.directions import onward as onward
from referee.words.directions import unmarked as unmarked
from referee.words.owner_languages import is_language as is_language
from referee.words.sentences import SYMBOLS as SYMBOLS
from referee.words.sentences import card as card
from referee.words.sentences import in_english as in_english
from referee.words.sentences import join_list as join_list
from referee.words.sentences import number as number
from referee.words.sentences import say as say
from referee.words.sentences import seat as seat
from referee.words.speech import speakable as speakable
from referee.words.speech import without_symbols as without_symbols
from referee.words.voice import Voice as Voice
