"""Times on a page. Its script shows them in the reader's zone and without the zone's name."""

from __future__ import annotations

from markupsafe import Markup, escape

from referee import words

FORMS = {"day": words.day, "time": words.time_of_day, "both": words.day_and_time}


def time_element(at_s: float, locale: str, form: str = "both") -> Markup:
    """Return a Unix time in one of the `FORMS`, as HTML (`static/base/times.js`)."""
    shown = FORMS[form](at_s, locale)
    return Markup('<time datetime="{}" data-form="{}">{}</time>').format(
        words.iso_time(at_s), form, shown
    )


def mark_time(sentence: str, at_s: float, locale: str, form: str = "both") -> Markup:
    """Return a sentence in which a Unix time is marked as such."""
    shown = escape(FORMS[form](at_s, locale))
    return escape(sentence).replace(shown, time_element(at_s, locale, form))
