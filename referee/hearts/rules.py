"""The rules of Hearts: passing, tricks, revokes, and the points of a deal."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from referee.contract import Message, Outcome, Ranking
from referee.hearts import state as st
from referee.hearts.state import JACK, QUEEN, Options, Phase, State, Trick, refuse
from referee.kit import ranked
from referee.tricks import Lack


def begin(options: Options, seats: int) -> State:
    """Return the first state of a match. Raise `BadOptions` if the options are invalid."""
    if seats not in st.SEATS or not 20 <= options.limit <= 200:
        refuse.bad_options("HE-1", "begin")
    return _new_deal(State(options, Trick(0, seats), Trick(0, seats)))


def _new_deal(state: State) -> State:
    seats, passes = state.trick.seats, state.way != "hold"
    phase, due = (Phase.PASSING, tuple(state.seats)) if passes else (Phase.OPENING, ())
    state = replace(state, phase=phase, due=due, unseen=st.pack(seats), trick=Trick(0, seats))
    return replace(state, tricks=(), fails=(), broken=False)


# -- passing -------------------------------------------------------------------------------------


def pass_cards(state: State, _phase: Phase, move: st.Pass) -> State:
    """Note that a player has passed (HE-2). After the last one, all take up their cards."""
    seat, last = move.player, Trick(0, state.trick.seats)
    if seat not in state.due or move.cards:
        refuse("HE-2", "passed", seat=seat)
    state = state.say("HE-2", "hearts.passes", seat=seat, other_seat=state.receiver(seat))
    due = tuple(item for item in state.due if item != seat)
    state = replace(state, due=due, left=(), last=last)
    return state if due else replace(state, phase=Phase.TAKING_UP, due=tuple(state.seats))


def take_up(state: State, _phase: Phase, move: st.TakeUp) -> State:
    """Note that a player has taken up the passed cards (HE-3)."""
    passer = next((seat for seat in state.due if state.receiver(seat) == move.player), None)
    if passer is None or move.cards:
        refuse("HE-3", "taken_up", seat=move.player)
    due = tuple(seat for seat in state.due if seat != passer)
    state = state.say("HE-3", "hearts.takes_up", seat=move.player)
    return replace(state, due=due, phase=Phase.TAKING_UP if due else Phase.OPENING)


# -- tricks --------------------------------------------------------------------------------------

TURN, LEAD = ("HE-5", "turn"), ("HE-9", "lead")  # Why a card is refused.
BROKEN, COSTS = ("HE-8", "broken"), ("HE-7", "costly")


def open_deal(state: State, _phase: Phase, move: st.Play) -> State:
    """Play the two of clubs, which whoever holds it leads (HE-4)."""
    if move.cards != (st.FIRST,) or move.seat not in state.seats:
        refuse("HE-4", "first", card=(*move.cards, st.FIRST)[0])
    trick, seats = Trick(move.seat, state.trick.seats), state.trick.seats
    state = replace(state, phase=Phase.FIRST_TRICK, trick=trick, last=Trick(0, seats), left=())
    return _played(state, st.FIRST, move)


def play(state: State, _phase: Phase, move: st.Play) -> State:
    """Play a card to the trick."""
    if len(move.cards) != 1:
        refuse("HE-5", "one_card", count=len(move.cards))
    seat, (card,), turn = move.seat, move.cards, state.trick.next_player
    if card not in state.unseen:
        if (played := state.where_played(card)) is None:
            refuse("HE-1", "no_such_card", card=card, count=state.trick.seats)
        if card in state.last.cards:
            refuse("HE-9", "taken", card=card, seat=state.last.winner)
        refuse("HE-5", "seen", card=card, seat=played[0], number=played[1])
    if seat != turn:
        refuse(*(TURN if state.trick.cards else LEAD), seat=turn, card=card)
    if card in state.barred:
        refuse(*(BROKEN if state.tricks else COSTS), seat=seat, card=card)
    return _played(state, card, move)


def declare(state: State, _phase: Phase, move: st.Declare) -> State:
    """Note that a player says to hold only cards that may not be played (HE-7, HE-8)."""
    rule, key = ("HE-8", "only_hearts") if state.tricks else ("HE-7", "only_costly")
    if move.seat != state.trick.next_player or not state.barred:
        refuse(rule, "declare", seat=move.seat)
    return replace(state, declared=True).say(rule, f"hearts.{key}", seat=move.seat)


def _played(state: State, card: str, move: st.Play) -> State:
    """Return the state after a legal card. It may show that its player revoked (HE-6)."""
    seat, trick, at = move.seat, state.trick, state.unseen.index(card)
    state = state.say("HE-5", "hearts.plays", (seat,), move.proof, seat=seat, card=card)
    untrue, fails = state.lacks_shown_untrue(seat, card), state.fails
    if not trick.follows(card):
        fails = (*fails, Lack(seat, len(state.tricks), st.PACK.of_suit(trick.suit)))
    barred = replace(state, declared=False).barred if state.declared else ()
    if card in barred:  # Another card withdraws the declaration.
        others = tuple(card for card in st.PACK.cards if card not in barred)
        fails = (*fails, Lack(seat, len(state.tricks), others))
    trick, broken = trick.plus(card, "".join(move.proof[:1])), state.broken or card in st.HEARTS
    unseen = state.unseen[:at] + state.unseen[at + 1 :]
    state = replace(state, unseen=unseen, trick=trick, fails=fails, declared=False, broken=broken)
    if untrue:
        return _revoked(state, untrue[0], card)
    return _trick_taken(state) if trick.is_full else state


def _revoked(state: State, lack: Lack, card: str) -> State:
    """End the deal: a player who revoked gets all points (HE-6)."""
    trick, seat = state.all_tricks[lack.at], lack.seat
    values = {"seat": seat, "was_card": trick.card_of(seat), "card": card, "number": lack.at + 1}
    both = (*trick.pictures, *state.trick.pictures)
    state = state.say("HE-6", "hearts.revoked", (seat,), both, **values)
    left = (*state.last.cards, *state.trick.cards, *state.unseen)
    costs = tuple(st.ALL_POINTS * (number == seat) for number in state.seats)
    return _settled(replace(state, last=state.trick, left=left), costs)


def _trick_taken(state: State) -> State:
    """Return the state in which the winner of a full trick leads, or the deal is over."""
    trick, jack, lead = state.trick, state.options.jack, Trick(state.trick.winner, len(state.seats))
    answers = {"seat": trick.winner, "cards": trick.cards, "count": points(trick.cards, jack)}
    tricks, phase = (*state.tricks, trick), Phase.PLAYING
    state = replace(state, tricks=tricks, trick=lead, last=trick, phase=phase)
    state = state.say("HE-9", "hearts.takes", **answers)
    counted = st.COSTLY | {JACK} if jack else st.COSTLY  # Without these, the deal ends (HE-14).
    if not counted.isdisjoint(state.unseen):
        return state
    costs, moon = [points(pile, jack) for pile in state.taken_by_seat()], _moon(state)
    if moon is not None:  # Taking all points turns them round (HE-11).
        state = state.say("HE-11", "hearts.moon", seat=moon)
        others = state.options.moon == "others"
        costs = [cost + st.ALL_POINTS * others for cost in costs]
        costs[moon] -= 2 * st.ALL_POINTS
    return _settled(replace(state, left=(*trick.cards, *state.unseen)), tuple(costs))


# -- points --------------------------------------------------------------------------------------


def points(cards: Collection[str], jack: bool) -> int:
    """Return what taking these cards costs (HE-10, HE-12)."""
    hearts = sum([card in st.HEARTS for card in cards])
    return hearts + 13 * (QUEEN in cards) - 10 * (jack and JACK in cards)


def _moon(state: State) -> int | None:
    """Return the seat that took all points, if any (HE-11)."""
    piles = enumerate(state.taken_by_seat())
    return next((seat for seat, pile in piles if st.COSTLY.issubset(pile)), None)


def _settled(state: State, costs: tuple[int, ...]) -> State:
    """Book the points of a deal. The match is over when a seat reaches the limit (HE-13)."""
    state = replace(state, deals=(*state.deals, costs))
    for seat, (cost, total) in enumerate(zip(costs, state.scores, strict=True)):
        state = state.say("HE-10", "hearts.scores", seat=seat, count=cost, total=total)
    over, state = max(state.scores) >= state.options.limit, _new_deal(state)
    if not over:
        return state
    state = replace(state, phase=Phase.OVER, due=())
    return state.say("HE-13", "hearts.over", seats=ranking(state)[0])


def ranking(state: State) -> Ranking:
    """Return the seats of each place. Equal points share one (HE-13)."""
    return ranked({seat: standing(state, seat) for seat in state.seats})


def standing(state: State, seat: int) -> int:
    """Return how well a seat stands: the fewer points, the better."""
    return -state.scores[seat]


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    places = ranking(state)
    return Outcome(Message("hearts.over", {"seats": places[0]}), places[0], places)
