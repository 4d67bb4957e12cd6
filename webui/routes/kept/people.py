"""The names of all people whom the table knows, also of those whose matches were deleted."""

from __future__ import annotations

from referee.match.forgetting import NAMED, people
from referee.match.same_names import KEY as SAME
from referee.match.same_names import same_names
from referee.names import player_key
from webui.routes.web import web


def known_people() -> dict[str, str]:
    """Return every name of a person that this table keeps, by key."""
    parts = web()
    desk, holders = parts.table.desk, parts.holders
    told = people(desk.journal.bodies(*NAMED))
    same = same_names(desk.get(SAME))
    phones = [text for one in holders.all.values() for text in (one.name, one.before, one.person)]
    others = (*same, *same.values(), *holders.departed_names.values(), *holders.used.recent)
    found = {player_key(name): name for name in (*others, *phones) if name.strip()} | told
    return dict(sorted(found.items()))
