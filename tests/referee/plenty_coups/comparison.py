"""Matches of Plenty Coups played both by the code and by a model.

The model sees the hands. The referee only works out the possible ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random

from referee.contract import AskCards, By, Offer
from tests.referee.models import driver
from tests.referee.models.driver import Places, answers
from tests.referee.models.plenty_coups import COLOURS, STICK, Card, alike
from tests.referee.models.plenty_coups_actions import Action, against, cards_of, possible
from tests.referee.models.plenty_coups_match import Match
from tests.referee.models.plenty_coups_random import chosen, shuffled, tastes
from tests.referee.models.plenty_coups_ranking import Final
from tests.referee.plenty_coups.naming import MOVES, name, names
from tests.referee.plenty_coups.playing import thinned
from tests.referee.plenty_coups.public_hands import PublicHands

AT_CAMP = {"raid", "coup", "gift", "horses", "disdain"}  # whose second member is whose camp
PHASES = {"keep": "hunt", "prove": "answer"}  # what the referee calls what is due
Key = tuple[str, int | None, tuple[str, ...]]  # what, at which camp, with which cards


def keys(offers: Iterable[Offer]) -> set[Key]:
    """Return every move that the offers stand for, except discards after a hunt."""
    return {
        (offer.move, offer.given.get("camp"), tuple(move.get("cards", ())))
        for offer in offers
        if offer.move != "hunted"
        for move in answers(offer)
    }


class Comparison(driver.Comparison):
    """Players of any style, whose host corrects counts as often as `odd` says."""

    GAME = "plenty_coups"

    def __init__(self, rng: Random) -> None:
        players = rng.randint(2, 6)
        elder, self.odd = rng.randrange(players), rng.choice([0.05, 0.3, 0.6])
        self.taste = tastes(rng)
        around = [(elder - step) % players for step in range(players)]
        self.camps = [elder, 2, 1 - elder] if players == 2 else around
        colours = [COLOURS[camp] for camp in self.camps]
        self.match = Match(players, colours, shuffled(rng), rng)
        self.table = self.match.table
        self.table.first_turned = lambda raid: self.camps[raid.on]
        self.deduced = PublicHands(self.table)
        self.markets = 0
        super().__init__({"elder": elder}, players, rng)
        self.met[f"{players} players"] += 1
        self.catch_up()

    @property
    def over(self) -> bool:
        return self.match.moment is None

    def seat(self, tribe: int) -> int:
        """Return the seat that plays a tribe."""
        return self.camps[self.match.played_by(tribe)]

    def camp(self, tribe: int | None) -> int | None:
        return None if tribe is None else self.camps[tribe]

    # -- compared -----------------------------------------------------------------------------

    def places(self) -> Places | None:
        if self.match.moment is not None:
            return None
        return tuple(
            tuple(sorted(self.camps[number] for number in rank)) for rank in self.match.ranking
        )

    def sees(self) -> dict[str, object]:
        table, moment = self.table, self.match.moment
        unseen = {name(card): count for card, count in self.deduced.unseen().items()}
        sees: dict[str, object] = {
            "PC-2: plain": table.plain,
            "PC-4: pile": len(table.pile),
            "PC-4: discards": Counter(map(name, table.discards)),
            "PC-4: market": names(table.market),
            "PC-82: unseen": Counter(unseen),
            "PC-82: known": self.each(lambda tribe: names(self.deduced.known[tribe])),
            "PC-2: horses": self.each(lambda tribe: table.tribes[tribe].horses),
            "PC-7: prestige": self.each(table.prestige),
            "PC-22: stick": self.each(lambda tribe: table.tribes[tribe].stick),
            "hand": self.each(lambda tribe: len(table.tribes[tribe].hand)),
            "PC-11: raid": self.each(self.raid),
            "PC-30: alliance": self.each(self.alliance),
            "PC-30: proposals": self.each(lambda tribe: names(table.tribes[tribe].proposals)),
        }
        if moment is not None:
            sees |= {
                "round": table.round,
                "turn": self.camps[self.match.turn.who],
                "phase": PHASES.get(moment.what, moment.what),
            }
            if moment.what == "act":
                sees["PC-5: left"] = self.match.turn.left
        return sees

    def each(self, of: Callable[[int], object]) -> dict[int, object]:
        """Return a value of each tribe, by the number of its camp."""
        return {camp: of(tribe) for tribe, camp in enumerate(self.camps)}

    def raid(self, tribe: int) -> object:
        raid = self.table.raid_on(tribe)
        return raid and (self.camps[raid.by], names(raid.warriors), raid.prestige_up)

    def alliance(self, tribe: int) -> object:
        owner = self.table.tribes[tribe]
        return owner.camp and (name(owner.camp), self.camp(owner.ally))

    def compare(self) -> None:
        """Compare the table, the turn and the legal moves."""
        super().compare()
        moment, view = self.match.moment, self.view
        parties = [seat.tokens for seat in view.seats] + [other.tokens for other in view.others]
        shown = [[token.count for token in tokens] for tokens in parties]
        self.same("tokens", self.each(self.tokens), dict(enumerate(shown)))
        if moment is None:
            self.compare_counts()
            return
        cues = self.offers.cues
        lit = "may_answer" if moment.what == "prove" else "turn"
        self.same("who is lit", [lit], [cue for cue in cues if cue != "idle"])
        self.same("lit", lit, cues[self.seat(moment.seat)])
        self.compare_offers()

    def tokens(self, tribe: int) -> list[int]:
        table, owner = self.table, self.table.tribes[tribe]
        off = self.final(tribe).after_loss if self.over else table.prestige(tribe)
        return [off + table.herd_prestige(tribe), off, owner.horses, len(owner.hand)]

    def final(self, tribe: int) -> Final:
        owner = self.table.tribes[tribe]
        return Final(self.table.prestige(tribe), owner.horses, owner.ally)

    def compare_counts(self) -> None:
        """Compare the final counts of each tribe."""
        counted = {
            ruling.message.params["tribe_seat"]: ruling.message.params["count"]
            for ruling in self.rulings
            if ruling.message.key == "plenty_coups.counts"
        }
        finals = [self.final(tribe) for tribe in range(len(self.camps))]
        scores = {self.camps[tribe]: final.score[0] for tribe, final in enumerate(finals)}
        self.same("counted", scores, counted)

    # -- what may be done -----------------------------------------------------------------------

    def compare_offers(self) -> None:
        """Compare the legal moves, given everybody's knowledge of the hand."""
        moment, offers = self.match.moment, self.offers
        assert moment is not None
        expected = set(self.expects())
        mine = [offer for offer in offers if offer.by is By.SEAT]
        self.same("what is offered", expected, keys(mine))
        seats = {offer.seat for offer in mine} or {self.seat(moment.seat)}
        self.same("who may", {self.seat(moment.seat)}, seats)
        if moment.what == "keep":
            (hunted,) = [offer for offer in offers if offer.by is By.SEAT]
            ask = hunted.ask[0]
            assert isinstance(ask, AskCards)
            may = {name(c): n for c, n in self.deduced.possible(moment.seat).items()}
            self.same("what may be discarded", may, dict(ask.possible))
            gone = len(self.table.tribes[moment.seat].hand) - len(moment.moves[0][1])
            self.same("how many", gone, ask.least)

    def expects(self) -> Iterator[Key]:
        """Yield the legal moves of any possible hand."""
        moment = self.match.moment
        assert moment is not None
        hand = self.deduced.possible(moment.seat)
        yield from {(move[0], None, ()) for move in moment.moves if move[0] in ("exchange", "bear")}
        if ("end",) in moment.moves:
            yield "done", None, ()
        if moment.what == "take":
            yield from ((m[0], None, names(m[1])) for m in moment.moves if m[0] == "take")
        if moment.what == "prove":
            proofs = [card for card in hand if card == STICK or card.value == 4]
            yield from (("prove", None, names([card])) for card in proofs)
        if moment.what == "act" and self.match.turn.left:
            yield from self.actions(hand)

    def actions(self, hand: Counter[Card]) -> Iterator[Key]:
        turn, held = self.match.turn, len(self.table.tribes[self.match.turn.who].hand)
        cards = [card for card, count in hand.items() for _ in range(min(2, count))]
        unseen = self.deduced.unseen()
        for action in set(possible(self.table, turn, cards)):
            if action[0] == "gift" and held < 2:
                continue
            if against(self.table, turn, action):
                continue
            if action[0] not in ("raid", "defend") or len(action[-1]) == 1:
                yield self.key(action)
            elif self.deduced.jointly(turn.who, action[-1], unseen):
                for card in action[-1]:  # PC-14, 16: one of two that is too weak alone may wait
                    if against(self.table, turn, (*action[:-1], (card,))):
                        yield self.key((*action[:-1], (card,)))
        yield from self.doubled(cards)

    def doubled(self, cards: list[Card]) -> Iterator[Key]:
        """Yield the possible second warriors for the one just sent (PC-14)."""
        turn = self.match.turn
        if self.table.winter or turn.done != ["raid"] or turn.left != 1:
            return
        raid = self.table.raids[-1]
        for card in cards:
            if card.kind == "warrior" and card.tribe == raid.warriors[0].tribe:
                yield "reinforce", self.camp(raid.on), names([*raid.warriors, card])

    def key(self, action: Action) -> Key:
        what = action[0]
        at = action[1] if what in AT_CAMP else None
        at = self.match.turn.who if what == "coup in defence" else at
        return MOVES[what], self.camp(at), names(cards_of(action))

    # -- a match ------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Read the turned-up markets, and clear those with three alike."""
        markets = self.table.turned[self.markets :]
        self.markets += len(markets)
        for number, market in enumerate(markets):
            if number:
                self.same("the market goes", "sweep", self.now["phase"])
                self.do("swept", cards=())
            self.same("the market is read", "market", self.now["phase"])
            self.do("market_read", cards=names(market))
        self.same("three alike", False, self.now["phase"] == "sweep")

    def step(self) -> None:
        """Make one move on both sides and compare the results."""
        moment = self.match.moment
        assert moment is not None
        if moment.what in ("take", "act") and self.chance(self.odd / 20):
            self.set_right()
            moment = self.match.moment
            assert moment is not None
        owes = moment.what == "act" and self.table.winter and self.match.turn.left
        if owes and self.chance(self.odd / 5):
            self.thin()
            moment = self.match.moment
            assert moment is not None
        move = chosen(self.rng, self.taste, moment.moves)
        getattr(self, f"do_{moment.what}")(moment.seat, move)
        self.catch_up()
        self.compare()
        if self.over:
            self.met["shared places"] += any(len(rank) > 1 for rank in self.match.ranking)
            self.met["three alike"] += sum(map(alike, self.table.turned))

    def do_take(self, seat: int, move: Action) -> None:
        if move[0] == "exchange":
            self.exchange(seat, move)
            return
        self.match.play(move)
        self.deduced.took(seat, move[1])
        self.do("take", seat=self.seat(seat), cards=names(move[1]))

    def exchange(self, seat: int, move: Action) -> None:
        """Exchange a hidden card with the ally (PC-35)."""
        who, ally = self.seat(seat), self.table.tribes[seat].ally
        assert ally is not None
        self.give(move)
        self.deduced.forget(seat, ally)
        self.do("exchange", seat=who)

    def give(self, move: Action) -> None:
        self.match.play(move)
        self.match.play(self.rng.choice(self.match.legal))

    def do_act(self, seat: int, move: Action) -> None:
        what, who = move[0], self.seat(seat)
        if what == "exchange":
            self.exchange(seat, move)
            return
        if what == "end":
            self.match.play(move)
            self.do("done", seat=who)
            return
        tag, camp, cards = self.key(move)
        if what in ("raid", "defend") and len(cards) == 2:
            self.do_double(seat, move)
            return
        self.deduced.played(seat, cards_of(move))
        if what == "gift":
            self.give(move)
            self.deduced.forget(seat, move[1])
        else:
            self.match.play(move)
        self.do(tag, seat=who, camp=camp, cards=cards)
        self.met[what] += 1

    def do_double(self, seat: int, move: Action) -> None:
        """Lay one card, then the other with it: the weaker weapon first (PC-14, 16)."""
        what, who, cards = move[0], self.seat(seat), sorted(move[-1])
        second = "reinforce" if what == "raid" else "support"
        if what == "raid":
            self.rng.shuffle(cards)
        camp = self.camp(move[1]) if what == "raid" else None
        self.do(what, seat=who, camp=camp, cards=names(cards[:1]))
        self.deduced.played(seat, cards)
        self.match.play(move)
        self.do(second, seat=who, camp=camp, cards=names(cards))
        self.met[f"double {what}"] += 1

    def do_keep(self, seat: int, move: Action) -> None:
        who = self.seat(seat)
        gone = list((Counter(self.table.tribes[seat].hand) - Counter(move[1])).elements())
        self.match.play(move)
        self.deduced.played(seat, gone)
        self.do("hunted", seat=who, cards=names(gone))

    def do_prove(self, seat: int, move: Action) -> None:
        who = self.seat(seat)
        if move[0] == "bear":
            self.match.play(move)
            self.do("bear", seat=who)
        else:
            self.deduced.played(seat, [move[1]])
            self.match.play(move)
            self.do("prove", seat=who, cards=names([move[1]]))

    def set_right(self) -> None:
        """Let the host correct counts, which leads to rare positions."""
        table, rng = self.table, self.rng
        tribe = rng.randrange(len(self.camps))
        owner, camp = table.tribes[tribe], self.camps[tribe]
        most = owner.horses + table.plain
        horses = rng.choice([0, 1, 2, 6, most, rng.randint(0, most)])
        if horses <= most:
            table.plain, owner.horses = most - horses, horses
            self.do("horses_set", camp=camp, horses=horses)
        least = table.prestige(tribe) - owner.prestige_markers
        prestige = rng.randint(least, least + owner.at_home)
        owner.raid_markers = owner.at_home - (prestige - least)
        owner.prestige_markers = prestige - least
        self.do("prestige_set", camp=camp, prestige=prestige)
        self.again()

    def thin(self) -> None:
        """Discard cards of a hand as in winter turns: small hands are rare otherwise."""
        who = self.rng.randrange(len(self.camps))
        hand = self.table.tribes[who].hand
        least = 1 if who == self.match.turn.who else 0
        gone = [hand.pop() for _ in range(self.rng.randint(0, max(0, len(hand) - least)))]
        self.table.discards += gone
        self.deduced.played(who, gone)
        self.become(thinned(self.state, self.camps[who], *names(gone)))
        self.again()

    def again(self) -> None:
        """Let the model work out the legal moves again."""
        moment = self.match.moment
        assert moment is not None
        if moment.what == "act":
            self.match.again()
        self.compare()
