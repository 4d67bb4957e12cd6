"""Forget a person: take the name out of all that this table keeps. Only a host may do this.

The name travels in forms and never in an address, so no browser keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, render_template, request

from referee import words
from referee.actor import HOST
from referee.match.commands import ForgetPerson
from referee.match.people.forgetting import NAMED, Person, keys_of, new_mark, people
from referee.match.people.names import player_key
from referee.match.people.same_names import KEY as SAME
from referee.match.people.same_names import same_names
from referee.values import Message
from webui.access.guard import Refused, form_pages, locale
from webui.page.people import backups_note
from webui.routes.web import web

forgetting = form_pages(Blueprint("forgetting", __name__, url_prefix="/history/players/forget"))


@forgetting.post("")
def forget() -> str:
    """Return the page that asks whether to forget a person or, once that is sure, do it."""
    known, key = known_people(), request.form.get("key", "")
    if key not in known:
        raise Refused(409, "page.error.gone")
    keys = keys_of(key, same_names(web().table.desk.get(SAME)))
    names = [name for known_key, name in sorted(known.items()) if known_key in keys]
    if request.form.get("sure") != "yes":
        return render_template(
            "forget_sure.html",
            key=key,
            name=known[key],
            names=words.join_list(names, locale()) if len(names) > 1 else "",
        )
    guest = words.say(Message("players.guest", {"mark": new_mark()}), locale())
    person = Person(keys, guest)
    texts = [words.say(message, locale()) for message in _forget(known[key], person)]
    return render_template("forgotten.html", said=texts)


def known_people() -> dict[str, str]:
    """Return every name of a person that this table keeps, by key, also from deleted matches."""
    parts = web()
    desk, holders = parts.table.desk, parts.holders
    values = people(desk.journal.bodies(*NAMED))
    same = same_names(desk.get(SAME))
    phones = [
        text
        for holder in holders.all.values()
        for text in (holder.name, holder.before, holder.person)
    ]
    others = (*same, *same.values(), *holders.departed_names.values(), *holders.used.recent)
    results = {player_key(name): name for name in (*others, *phones) if name.strip()} | values
    return dict(sorted(results.items()))


def _forget(name: str, person: Person) -> Iterator[Message]:
    """Forget a person everywhere, and yield what the host should know.

    Slow steps come last: after a power cut, nobody could name the person again.
    """
    parts = web()
    desk, keeping, club = parts.table.desk, parts.maintenance, parts.club
    parts.table.do(ForgetPerson(name, person.guest), HOST)
    parts.holders.forget_person(person.is_called)
    parts.approvals.notices.forget_person(person.is_called)
    copies = () if keeping is None else keeping.forget_person(person)
    cleared = desk.journal.clear_unused()
    parts.updates.touch()
    yield Message("players.forget.guest", {"guest": person.guest})
    if not cleared:
        yield Message("players.forget.no_room")
    yield backups_note(copies)
    if club is not None and (status := club.status()) is not None:
        yield Message("players.forget.hub", {"club": status.club})
