"""Changes by a host in kept matches. The match on the table goes on meanwhile."""

from __future__ import annotations

from referee.actor import Actor
from referee.contract import IllegalMove, Message
from referee.match.commands import Amend, Forget, ForgetPerson
from referee.match.deciding import amended_body
from referee.match.journal.journal import Journal
from referee.match.people.forgetting import Person, check_away, forget_person, keys_of
from referee.match.people.same_names import KEY as SAME_NAMES
from referee.match.people.same_names import same_names
from referee.match.resuming import kept_match
from referee.match.running import PlayedMatch


def amend(journal: Journal, command: Amend, by: Actor, on_table: int | None) -> None:
    """Set something right in a match, unless it is the one `on_table`. Raise `IllegalMove`."""
    if command.match == on_table:
        raise IllegalMove("desk", Message("desk.amend_on_table"))
    running = kept_match(journal.lines(command.match))
    body = amended_body(running, command, by, same_names(journal.get(SAME_NAMES)))
    journal.append(body, by, command.match)


def forget(journal: Journal, command: Forget, on_table: int | None) -> None:
    """Delete a match, unless it is the one `on_table`. Raise `IllegalMove`."""
    if command.match == on_table:
        raise IllegalMove("desk", Message("desk.on_the_table"))
    if not journal.lines(command.match):
        raise IllegalMove("desk", Message("desk.no_such_match"))
    journal.forget([command.match])


def forget_everywhere(journal: Journal, command: ForgetPerson, running: PlayedMatch | None) -> None:
    """Take a person's name out of all matches, also out of the `running` one.

    Raise `IllegalMove` while the person plays.
    """
    keys = keys_of(command.name, same_names(journal.get(SAME_NAMES)))
    person = Person(keys, command.guest)
    if running is not None and running.outcome is None:
        check_away(running.players, person)
    forget_person(journal, person)
    if running is not None:
        running.players = running.players.with_names(person.replaced)
