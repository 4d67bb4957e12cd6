"""The start of a match of Coyote."""

from __future__ import annotations

from referee.coyote.state.editions import Options, deck_of, edition_of, tokens_of
from referee.coyote.state.moves import refuse
from referee.coyote.state.phases import TALKING
from referee.coyote.state.state import Setup, State


def begin(options: Options, seats: int) -> State:
    """Return the state before the first announcement; raise `BadOptions`."""
    edition = edition_of(options)
    if seats not in edition.seats:
        least, most = edition.seats[0], edition.seats[-1]
        refuse.bad_options(
            "CY-1", "seats", edition=edition.name, given=seats, least=least, most=most
        )
    limits = edition.strikes(seats)
    if options.strikes not in limits:
        given, least, most = options.strikes, limits[0], limits[-1]
        name = edition.name
        if least == most:
            refuse.bad_options(
                "CY-9", "strikes_exactly", edition=name, players=seats, given=given, most=most
            )
        refuse.bad_options(
            "CY-9", "strikes", edition=name, players=seats, given=given, least=least, most=most
        )
    if not 0 <= options.starter < seats:
        refuse.bad_options("CY-1", "starter", given=options.starter + 1, most=seats)
    deck = deck_of(options)
    size = sum(deck.values())
    if size < seats:
        refuse.bad_options("CY-1", "too_few_cards", given=size, players=seats)
    setup = Setup(edition.name, options.strikes, deck, size, tokens_of(options))
    return State(setup, TALKING, 1, options.starter, (0,) * seats, {})
