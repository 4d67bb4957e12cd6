"""Forget a person at the hub; only a director may do this. Tables ask for it on the same page."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as Redirect

from referee import words
from referee.contract import Message
from referee.match.people.forgetting import new_mark
from webui.access.guard import locale, takes_form
from webui.hub.site import must_direct, page, say, site

hub_forgetting = Blueprint("hub_forgetting", __name__, url_prefix="/players/forget")


@hub_forgetting.post("")
@takes_form
def forget() -> str | Redirect:
    """Return the page that asks whether to forget a person or, once that is sure, do it.

    A director can also decline what a table asks for.
    """
    must_direct()
    key, asked = request.form.get("key", ""), request.form.get("request", "")
    hub, guest = site().hub, say(Message("players.guest", {"mark": new_mark()}))
    person = hub.people.person(key, asked, guest)
    if request.form.get("sure") == "no":
        hub.people.decline(asked)
        return redirect("/players", 303)
    if request.form.get("sure") != "yes":
        known = hub.people.all()
        name = words.join_list([known[one] for one in sorted(person.keys)], locale())
        return page("forget_sure", "/players", name=name, key=key, request_id=asked)
    copies = hub.forget(person)
    told = (
        Message("players.forget.backups", {"names": copies})
        if copies
        else Message("hub.forget.no_backup")
    )
    return page("forgotten", "/players", said=(say(told), say(Message("hub.forget.tables"))))
