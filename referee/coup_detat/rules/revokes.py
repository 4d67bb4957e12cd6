"""Revokes: they show by a later card; the table corrects them or lets them stand (CE-22, CE-26)."""

from __future__ import annotations

from bisect import bisect
from itertools import chain

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coup_detat.rules.paying import given_back, owes
from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import COUP, PLACE, SUIT_WORDS, pack
from referee.coup_detat.state.money import Due
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.state import (
    Fail,
    Phase,
    Play,
    State,
    others,
    play_of,
    rows_of,
    unlaid,
)
from referee.kit import Played, Rulings


def shows(state: State, shown: tuple[Fail, ...], rulings: Rulings) -> Played[State]:
    """Ask the table about revokes that a card shows, each named with its trick and pictures."""
    said = tuple(_named(state, fail, rulings[0].proof) for fail in shown)
    after = replace(
        state, shown=shown, resume=state.phase, phase=Phase.REVOKE, window=state.window + 1
    )
    return after, (*rulings, *said)


def suspected(state: State) -> tuple[int, tuple[str, ...]] | None:
    """Return who may be left with cards that show a pass while able, and those (CE-51).

    The first of several in the order of play, from the left of who had the last turn; None: nobody.
    """
    rows, left = rows_of(state), unlaid(state)
    for seat in others(state, rows.turn):
        open_ = (fail.shows for fail in state.fails if fail.seat == seat and fail.stood is None)
        telling = set(chain.from_iterable(open_))
        cards = tuple(card for card in left if card in telling)
        if cards and rows.held[seat]:
            return seat, cards
    return None


def _named(state: State, fail: Fail, proof: tuple[str, ...]) -> Ruling:
    """Name one that shows, with the pictures of its trick and of the one that shows it."""
    params: dict[str, Value] = {"seat": fail.seat, "number": fail.at + 1}
    if state.play is None:
        return Ruling("CE-51", Message("coup_detat.passed_able", params), (), (fail.seat,), proof)
    trick = state.play.all()[fail.at]
    both = (*trick.pictures(), *state.play.trick.pictures())
    if fail.declared:
        said = Message("coup_detat.declared_falsely", params)
        return Ruling("CE-22", said, (), (fail.seat,), both)
    params["card"] = trick.card(fail.seat, state.setup.seats)
    params["word"] = SUIT_WORDS[trick.suit]
    return Ruling("CE-26", Message("coup_detat.revoked", params), (), (fail.seat,), both)


def by_the_others(state: State, seat: int) -> None:
    """Refuse anybody but the opponents of who revoked; raises `IllegalMove`."""
    if seat not in range(state.setup.seats) or seat == state.shown[0].seat:
        refuse("CE-26", "not_yours_to_judge", seat=state.shown[0].seat)


def correct(state: State, move: moves.Correct) -> Played[State]:
    """Take the deal back to a card, or a pass, that was a revoke (CE-26)."""
    by_the_others(state, move.seat)
    fail = next((one for one in judged(state) if one.at == move.at), None)
    if fail is None:
        refuse("CE-26", "no_such_revoke", number=move.at + 1)
    params: dict[str, Value] = {"seat": move.seat, "owner_seat": fail.seat, "number": fail.at + 1}
    words = Message("coup_detat.corrects", params)
    if state.play is None:
        words = Message("coup_detat.corrects_turn", params)
    said = Ruling("CE-26", words, (), (fail.seat,))
    return _went_back(state, fail.at, fail.seat, (said,))


def judged(state: State) -> tuple[Fail, ...]:
    """Return the revokes that are to be decided first: those of one player."""
    return tuple(fail for fail in state.shown if fail.seat == state.shown[0].seat)


def let_stand(state: State, move: moves.LetStand) -> Played[State]:
    """Let what shows stand, at the price that the table agreed on (CE-26)."""
    by_the_others(state, move.seat)
    these, price = judged(state), state.setup.revoke_price
    seat = these[0].seat
    debts = len(state.accounts.debts) if price else None
    stands = tuple(replace(fail, stood=_now(state), priced=debts) for fail in these)
    fails = (*(fail for fail in state.fails if fail not in these), *stands)
    rest = tuple(fail for fail in state.shown if fail not in these)
    params: dict[str, Value] = {"seat": move.seat, "owner_seat": seat}
    said = Ruling("CE-26", Message("coup_detat.stands", params), (), (seat,))
    phase = Phase.REVOKE if rest else state.resume
    state = replace(state, fails=fails, shown=rest, phase=phase, window=state.window + 1)
    if price:
        state = owes(state, *(_price(state, fail) for fail in these))
    return state, (said,)


def _price(state: State, fail: Fail) -> Due:
    return Due(fail.seat, None, state.setup.revoke_price, "CE-26")


def prices_back(before: State, after: State) -> Played[State]:
    """Give back the prices of the revokes that stood before the deal went back, and do no more."""
    if not before.setup.revoke_price:
        return after, ()
    stand = {(fail.seat, fail.at) for fail in after.fails if fail.priced is not None}
    rulings: Rulings = ()
    for fail in reversed(before.fails):  # the newest first, as it was owed last
        if fail.priced is not None and (fail.seat, fail.at) not in stand:
            after, said = given_back(after, _price(before, fail), fail.priced)
            rulings += said
    return after, rulings


def _now(state: State) -> int:
    """Return the number of the card or turn that was the last in this deal."""
    if state.play is None:
        return len(rows_of(state).turns) - 1
    return len(state.play.tricks) * state.setup.seats + len(state.play.trick.cards) - 1


def _open_again(fail: Fail, back_to: int) -> Fail:
    """Return a fail once the deal went back: it may show anew if what showed it is taken back."""
    anew = fail.stood is not None and fail.stood >= back_to
    return replace(fail, stood=None, priced=None) if anew else fail


# -- taking back ------------------------------------------------------------------------------


def may_take_back(state: State) -> tuple[int, ...]:
    """Return who did not follow in the last trick, before anybody leads again (CE-26)."""
    if state.phase not in (Phase.PLAY, Phase.CLEAR) or state.play is None:
        return ()
    if state.phase is Phase.CLEAR and state.then is not Phase.PLAY:
        return ()
    play = state.play
    at = len(play.tricks) - (0 if play.trick.cards else 1)
    return tuple([fail.seat for fail in state.fails if fail.at == at and not fail.declared])


def take_back(state: State, move: moves.TakeBack) -> Played[State]:
    """Take back a card that did not follow; the later ones of its trick go back too (CE-26)."""
    if move.seat not in may_take_back(state):
        refuse("CE-26", "nothing_to_take_back", number=move.seat + 1)
    play = play_of(state)
    at = len(play.tricks) - (0 if play.trick.cards else 1)
    card = play.all()[at].card(move.seat, state.setup.seats)
    params: dict[str, Value] = {"seat": move.seat, "card": card}
    said = Ruling("CE-26", Message("coup_detat.taken_back", params), (), (move.seat,))
    return _went_back(state, at, move.seat, (said,))


def _went_back(state: State, at: int, seat: int, rulings: Rulings) -> Played[State]:
    if state.rows is not None:
        rows = rows_of(state).until(at)
        fails = tuple(_open_again(fail, at) for fail in state.fails if fail.at < at)
        after = replace(state, rows=rows, fails=fails, shown=(), phase=Phase.ROWS)
        after, said = prices_back(state, replace(after, window=state.window + 1))
        return after, (*rulings, *said)
    trick = play_of(state).all()[at]
    booked = play_of(state).booked if at == 0 else ()
    cut_off = cut(state, at, trick.place(seat, state.setup.seats), anew=True)
    after, said = prices_back(state, cut_off)
    back = tuple(Due(state.president, due.payer, due.amount, "CE-26") for due in booked)
    return owes(after, *back), (*rulings, *said)


def before_last(state: State) -> State:
    """Return the state before the card of the trick that was played last, as far as hands go."""
    play = play_of(state)
    trick, card = play.trick.until(len(play.trick.cards) - 1), play.trick.cards[-1]
    if card == COUP:
        return replace(state, play=replace(play, trick=trick, coup=state.attempter))
    at = bisect(play.unseen, PLACE[card], key=PLACE.__getitem__)
    unseen = (*play.unseen[:at], card, *play.unseen[at:])
    return replace(state, play=replace(play, trick=trick, unseen=unseen))


def cut(state: State, at: int, place: int, anew: bool = False) -> State:
    """Return the state before the card in that place of trick `at`; `anew` with its declaration."""
    play, seats = play_of(state), state.setup.seats
    tricks = play.all()
    trick = tricks[at].until(place)
    kept = tricks[:at]
    seen = {card for one in (*kept, trick) for card in one.cards}
    table = play.table if kept else ""
    before = Play(
        trick,
        tuple([card for card in pack(seats) if card not in seen and card != table]),
        kept,
        None if state.attempter is None or COUP in seen else state.attempter,
        table,
        play.declared and not (anew and not at and not place),
        play.booked if kept else (),
        tuple([card for card in play.beside if card in seen and card not in trick.cards]),
    )
    number = at * seats + place
    fails = tuple(
        [
            _open_again(fail, number)
            for fail in state.fails
            if fail.at < at or (fail.at == at and trick.place(fail.seat, seats) < place)
        ]
    )
    return replace(
        state,
        play=before,
        fails=fails,
        shown=(),
        phase=Phase.PLAY,
        then=Phase.PLAY,
        window=state.window + 1,
        colour="",
    )
