"""How tricks, deals, tours and the match end: what is paid, who is President next."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Outcome, Ruling, Step, Term, Value
from referee.coup_detat.rules.paying import handed, owes, settled
from referee.coup_detat.rules.revokes import suspected
from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import HAND
from referee.coup_detat.state.contracts import FINE
from referee.coup_detat.state.money import Due
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.state import (
    Flow,
    Phase,
    Play,
    Result,
    State,
    contract_of,
    left_of,
    lodgers,
    others,
    play_of,
    rows_of,
    taken,
)
from referee.coup_detat.state.trick import Trick
from referee.kit import Played, Rulings


def cleared(state: State, move: moves.Cleared) -> Played[State]:
    """Go on once nothing lies open any more: with the next trick, or with what follows."""
    if move.cards:
        refuse("CE-21", "still_there", cards=move.cards)
    if state.play is not None:
        return _gathered(state, move)
    drawn = ("",) * state.setup.seats if state.then in (Phase.DRAW, Phase.COUP) else state.drawn
    after = replace(state, phase=state.then, drawn=drawn, lies=None, window=state.window + 1)
    return after, (Ruling("CE-4", Message("coup_detat.cleared"), proof=move.proof),)


def _gathered(state: State, move: moves.Cleared) -> Played[State]:
    """Gather a trick; the first and the last may cost their winner something at once (CE-37)."""
    play, seats = play_of(state), state.setup.seats
    winner, first = play.trick.winner(seats), not play.tricks
    beside = tuple(card for card in play.lying() if card in move.beside)
    play = replace(play, trick=Trick(winner), tricks=(*play.tricks, play.trick), beside=beside)
    over = len(play.tricks) == HAND
    params: dict[str, Value] = {"seat": winner}
    last = Message("coup_detat.last_trick", params)
    leads = Message("coup_detat.gathered", params)
    said = Ruling("CE-21", last if over else leads, (), (winner,), move.proof)
    dues: tuple[Due, ...] = ()
    if first and state.attempter is None and contract_of(state).ends:
        dues = _ends(state, winner, state.president)
    play = replace(play, booked=dues) if first else play
    state = replace(
        state, play=play, phase=Phase.PLAY, then=Phase.PLAY, lies=None, window=state.window + 1
    )
    if over:
        return tricks_over(state, (said,))
    return goes_on(owes(state, *dues), (said,))


def _ends(state: State, winner: int, payee: int | None) -> tuple[Due, ...]:
    """Return what the first or the last trick costs its winner: the President nothing (CE-36)."""
    if winner == state.president:
        return ()
    return (Due(winner, payee, contract_of(state).ends, "CE-37"),)


def goes_on(state: State, rulings: Rulings) -> Played[State]:
    """Pay what is due, then go on where a revoke or a loan interrupted, or end the deal."""
    if state.phase is Phase.REVOKE:
        return state, rulings
    state, paid = settled(state)
    rulings += paid
    if state.accounts.dues:
        return state, rulings
    if state.phase is Phase.SHORT:
        state = replace(state, phase=state.resume, window=state.window + 1)
    if state.phase is Phase.ROWS and rows_ended(state):
        return rows_over(state, rulings)
    if state.phase is not Phase.OVER or not state.contract:
        return state, rulings
    state, said = deal_over(state)
    return state, (*rulings, *said)


# -- a deal ends ------------------------------------------------------------------------------


def tricks_over(state: State, rulings: Rulings) -> Played[State]:
    """Settle a deal of tricks."""
    play = play_of(state)
    if state.attempter is not None:
        all_taken = _takes_all(state, play, state.attempter)
        return _attempt_over(state, all_taken, (*rulings, *_lost(state, play, state.attempter)))
    hidden = next((seat for seat in lodgers(state) if _takes_all(state, play, seat)), None)
    said, dues = _penalties(state, play, hidden)
    if hidden is not None:
        contract = contract_of(state)
        params: dict[str, Value] = {"seat": hidden, "word": contract.word}
        success = Ruling("CE-60", Message("coup_detat.secret_succeeds", params), (), (hidden,))
        gains = tuple(Due(one, hidden, contract.gain, "CE-60") for one in others(state, hidden))
        said, dues = (*said, success), (*dues, *gains)
    return _paid_out(replace(state, won=hidden), dues, (*rulings, *said))


def _takes_all(state: State, play: Play, seat: int) -> bool:
    """Tell whether a seat took all that the contract is about (CE-30 … 34, 41)."""
    contract, seats = contract_of(state), state.setup.seats
    piles = taken(play, seats)
    mine = all(not contract.costly(pile) for one, pile in enumerate(piles) if one != seat)
    ends = (play.tricks[0].winner(seats), play.tricks[-1].winner(seats))
    return mine and (not contract.ends or ends == (seat, seat))


def _lost(state: State, play: Play, seat: int) -> Rulings:
    """Say what others took of that which an attempt is about; who took the last trick is said."""
    contract, seats = contract_of(state), state.setup.seats
    said: list[Ruling] = []
    first = play.tricks[0].winner(seats)
    if contract.ends and first != seat:
        took = Message("coup_detat.first_trick", {"seat": first})
        said.append(Ruling(contract.rule, took, (), (first,)))
    piles = taken(play, seats)
    for one in others(state, seat):
        if costly := contract.costly(piles[one]):
            took = Message("coup_detat.took_away", {"seat": one, "cards": costly})
            said.append(Ruling(contract.rule, took, (), (one,)))
    return tuple(said)


def _penalties(state: State, play: Play, hidden: int | None) -> tuple[Rulings, tuple[Due, ...]]:
    """Return what each opponent owes the President, or the bank for a secret coup that failed.

    What the first trick cost was paid to the President when it fell: it is set right (CE-61).
    """
    contract, seats = contract_of(state), state.setup.seats
    president, secret = state.president, set(lodgers(state))
    said: list[Ruling] = []
    dues: list[Due] = []
    for due in play.booked:
        if due.payer in secret:
            dues.append(Due(president, due.payer, due.amount, "CE-61"))
            if due.payer != hidden:
                dues.append(Due(due.payer, None, due.amount, "CE-61"))
    piles, last = taken(play, seats), play.tricks[-1].winner(seats)
    failed = secret - {hidden}
    if contract.ends and last != hidden:
        dues += _ends(state, last, None if last in failed else president)
    for seat in others(state, president):
        if seat in failed:
            fails = Message("coup_detat.secret_fails", {"seat": seat})
            said.append(Ruling("CE-61", fails, (), (seat,)))
        costly = contract.costly(piles[seat])
        if seat == hidden or not costly:
            continue
        terms = tuple(Term(card, contract.price[card], contract.price[card]) for card in costly)
        amount = sum(term.now for term in terms)
        payee, rule = (None, "CE-61") if seat in failed else (president, contract.rule)
        step = Step(Message("coup_detat.step.taken", {"seat": seat}), terms, amount)
        took = Message("coup_detat.took", {"seat": seat, "cards": costly, "amount": amount})
        said.append(Ruling(contract.rule, took, (step,), (seat,)))
        dues.append(Due(seat, payee, amount, rule))
    if not dues:
        said.append(Ruling("CE-36", Message("coup_detat.nothing_due", {"seat": president})))
    return tuple(said), tuple(dues)


def _attempt_over(state: State, success: bool, rulings: Rulings) -> Played[State]:
    """Settle an attempt: each opponent pays, or its player pays the fine (CE-38, 39, 42)."""
    seat, contract = state.attempter, contract_of(state)
    assert seat is not None
    params: dict[str, Value] = {"seat": seat, "word": contract.word}
    if success:
        dues = tuple(Due(one, seat, contract.gain, contract.rule) for one in others(state, seat))
        said = Ruling("CE-39", Message("coup_detat.succeeds", params), (), (seat,))
        return _paid_out(replace(state, won=seat), dues, (*rulings, said))
    said = Ruling("CE-38", Message("coup_detat.fails", params), (), (seat,))
    return _paid_out(state, (Due(seat, None, FINE, "CE-38"),), (*rulings, said))


def rows_over(state: State, rulings: Rulings) -> Played[State]:
    """Settle a deal of Dominoes: the last with cards pays, or the first without gains (CE-35).

    Before that, whoever may be left with a card that shows a pass turns up what they hold (CE-51).
    """
    if suspected(state) is not None:
        return replace(state, phase=Phase.LEFT, window=state.window + 1), rulings
    holders = rows_of(state).holders()
    if state.attempter is not None:
        return _attempt_over(state, state.attempter not in holders, rulings)
    last, contract = holders[0], contract_of(state)
    said = Ruling("CE-35", Message("coup_detat.last_holds", {"seat": last}), (), (last,))
    if last == state.president:
        nothing = Ruling("CE-36", Message("coup_detat.nothing_due", {"seat": last}))
        return _paid_out(state, (), (*rulings, said, nothing))
    due = Due(last, state.president, contract.last, "CE-35")
    return _paid_out(state, (due,), (*rulings, said))


def rows_ended(state: State) -> bool:
    """Tell whether a deal of Dominoes is over: one holds cards, or in an attempt one has none."""
    holders = rows_of(state).holders()
    return len(holders) == (1 if state.attempter is None else state.setup.seats - 1)


def _paid_out(state: State, dues: tuple[Due, ...], rulings: Rulings) -> Played[State]:
    return goes_on(owes(replace(state, phase=Phase.OVER), *dues), rulings)


# -- a deal, a tour, the match is over ----------------------------------------------------------


def deal_over(state: State) -> Played[State]:
    """Close a deal whose payments are made: the bank, the Presidency, the tour (CE-39, CE-40)."""
    said: list[Ruling] = []
    won, president = state.won, state.president
    if won is not None:
        state = _bank_to(state, won, "CE-39", said)
        if won != president:
            said.append(Ruling("CE-39", Message("coup_detat.president", {"seat": won}), (), (won,)))
        president = won
    tour_over = len(state.played) >= state.setup.per_tour
    if tour_over:
        state = _bank_to(state, president, "CE-40", said)
    result = Result(
        state.contract, state.president, state.attempter, won, state.flows, lodgers(state)
    )
    state = replace(
        state,
        phase=Phase.COUP,
        then=Phase.PLAY,
        round=state.round + 1,
        deals=state.deals + 1,
        window=state.window + 1,
        president=president,
        attempter=None,
        decliner=None,
        contract="",
        answers=(),
        play=None,
        rows=None,
        fails=(),
        shown=(),
        lies=None,
        won=None,
        flows=(),
        results=state.results.plus(result),
        last=state.play,
        dominoes=() if state.rows is None else state.rows.lying,
    )
    if not tour_over:
        return state, tuple(said)
    if state.tour == state.setup.seats:
        after, rulings = _match_over(state)
        return after, (*said, *rulings)
    opener = left_of(state, state.opener)
    params: dict[str, Value] = {"seat": opener, "number": state.tour + 1}
    said.append(Ruling("CE-5", Message("coup_detat.next_tour", params), (), (opener,)))
    after = replace(state, tour=state.tour + 1, opener=opener, president=opener, played=())
    return after, tuple(said)


def _bank_to(state: State, seat: int, rule: str, said: list[Ruling]) -> State:
    amount = state.accounts.bank
    if not amount:
        return state
    said.append(handed(None, seat, amount, rule))
    flows = (*state.flows, Flow(None, seat, amount))
    return replace(state, accounts=state.accounts.moved(None, seat, amount), flows=flows)


def _match_over(state: State) -> Played[State]:
    """Repay the debts as far as cash reaches; the richest wins (CE-72)."""
    accounts, repaid = state.accounts.repaid()
    said = [handed(debt.borrower, debt.lender, debt.owed, "CE-72") for debt in repaid]
    for debt in accounts.debts:
        lapses = Message("coup_detat.lapses", {"seat": debt.borrower, "amount": debt.owed})
        said.append(Ruling("CE-72", lapses, (), (debt.borrower,)))
    last = state.round - 1  # no deal follows
    over = replace(state, phase=Phase.OVER, round=last, accounts=replace(accounts, debts=()))
    ended = outcome(over)
    assert ended is not None
    return over, (*said, Ruling("CE-72", ended.reason, (), ended.winners))


def ranking(cash: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return who came where, the richest first; equal cash shares a place (CE-72)."""
    amounts = sorted(set(cash), reverse=True)
    return tuple(
        tuple(seat for seat, has in enumerate(cash) if has == amount) for amount in amounts
    )


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None while it goes on (CE-72)."""
    if state.phase is not Phase.OVER:
        return None
    places = ranking(state.accounts.cash)
    key = "coup_detat.outcome" if len(places[0]) == 1 else "coup_detat.outcome_shared"
    amount = state.accounts.cash[places[0][0]]
    said = Message(key, {"seats": places[0], "amount": amount})
    return Outcome(said, places[0], places)
