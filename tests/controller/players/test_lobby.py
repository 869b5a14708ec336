"""Who sits where: names, guests, cards, the draw of seats, the next match."""

from collections.abc import Sequence
from typing import Any

import pytest

from controller.effects import DealEnded, MatchStarted, Reseated
from controller.errors import PlayerError
from controller.inputs import UnknownTagSeen
from controller.players.lobby import Lobby, Sitter, guest_at
from controller.referee.state import TablePhase, TableState
from engine.deal import DealResult
from engine.match import Match
from engine.rules import PRESETS, RuleSet
from engine.tiles import Seat
from hal.zones import Zone

DOMAN = PRESETS["doman"]
CARD, OTHER = "E004015012345678", "E004015099999999"
FOUR_GUESTS = tuple(guest_at(seat) for seat in range(4))
RESULT = DealResult("draw", None, (), (0, 0, 0, 0), (), (), (), (25000,) * 4, 0, True, 1)


def nobodys(tag: str) -> str | None:
    return None


class Table:
    """What a lobby asks of a table, written down."""

    def __init__(self) -> None:
        self.state = TableState()
        self.changes: list[tuple[str, dict[str, Any]]] = []
        self.started: list[tuple[str, list[str], Seat | None, dict[str, Any]]] = []
        self.withdrawn: list[str] = []

    def set_up(self, what: str, details: dict[str, Any]) -> None:
        self.changes.append((what, details))

    def start(self, rules: RuleSet, names: Sequence[str], first_dealer: Seat | None, more: dict[str, Any]) -> None:
        self.started.append((rules.name, list(names), first_dealer, more))

    def withdraw(self, tag: str) -> None:
        self.withdrawn.append(tag)

    def play(self, lobby: Lobby, names: Sequence[str]) -> None:
        """A match begins."""
        a, b, c, d = names
        self.state.match, self.state.rules = Match.start(DOMAN, 0), DOMAN
        self.state.players, self.state.phase = (a, b, c, d), TablePhase.PLAYING
        lobby.observe([MatchStarted("doman", (a, b, c, d), 0)], self.state)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def lobby(table: Table) -> Lobby:
    return Lobby(table, FOUR_GUESTS, {CARD: "Aki"}.get)


def names(lobby: Lobby) -> list[str]:
    return [sitter.name for sitter in lobby.look().next]


def lay(lobby: Lobby, tag: str, zone: str, *, gone: bool = False) -> bool:
    return lobby.card(UnknownTagSeen(at=0, tag=tag, zone=Zone.parse(zone), gone=gone))


def test_signing_in_before_a_match(lobby: Lobby, table: Table) -> None:
    assert not lobby.sign_in(2, Sitter("Aki"))
    assert names(lobby) == ["Guest 1", "Guest 2", "Aki", "Guest 4"]
    assert lobby.look().now == ()
    assert table.changes == []


def test_one_person_sits_at_one_seat(lobby: Lobby) -> None:
    lobby.sign_in(2, Sitter("Aki"))
    lobby.sign_in(0, Sitter("aki"))
    assert names(lobby) == ["aki", "Guest 2", "Guest 3", "Guest 4"]
    with pytest.raises(PlayerError, match="One person sits at one seat"):
        lobby.seat({1: Sitter("Ben"), 3: Sitter("ben")})


def test_until_the_first_deal_has_ended_signing_in_holds_at_once(lobby: Lobby, table: Table) -> None:
    table.play(lobby, names(lobby))
    assert lobby.sign_in(1, Sitter("Ben"))
    assert table.changes == [("players", {"players": ["Guest 1", "Ben", "Guest 3", "Guest 4"], "guests": [0, 2, 3]})]
    lobby.observe([DealEnded("E1.0", RESULT)], table.state)
    assert not lobby.sign_in(1, Sitter("Chie")), "Ben's match is Ben's"
    assert [sitter.name for sitter in lobby.look().now][1] == "Ben"
    assert names(lobby)[1] == "Chie"
    assert len(table.changes) == 1


def test_a_guest_who_forgot_to_sign_in_may_do_so_later(lobby: Lobby, table: Table) -> None:
    lobby.sign_in(0, Sitter("Aki"))
    table.play(lobby, names(lobby))
    lobby.observe([DealEnded("E1.0", RESULT)], table.state)
    assert lobby.sign_in(3, Sitter("Dan"))
    assert table.changes[-1][1]["players"] == ["Aki", "Guest 2", "Guest 3", "Dan"]
    assert not lobby.sign_in(1, Sitter("Aki")), "nobody changes seats in the midst of a match"
    assert [sitter.name for sitter in lobby.look().now] == ["Aki", "Guest 2", "Guest 3", "Dan"]


def test_nobody_sits_down_in_a_bots_place(table: Table) -> None:
    lobby = Lobby(table, [Sitter("You"), *(Sitter(name, "bot") for name in ("Asa", "Botan", "Daigo"))], nobodys)
    with pytest.raises(PlayerError, match="A bot plays seat 2"):
        lobby.sign_in(1, Sitter("Ben"))


def test_a_card_signs_in_and_is_nothing_strange(lobby: Lobby) -> None:
    assert lay(lobby, CARD, "river:3")
    assert names(lobby)[3] == "Aki"
    assert lay(lobby, CARD, "river:3", gone=True)
    assert names(lobby)[3] == "Aki"
    assert lay(lobby, CARD, "dora"), "a card at the centre is a card, but sits nowhere"
    assert not lay(lobby, OTHER, "hand:1")


def test_a_new_card_is_found_where_it_lies(lobby: Lobby, table: Table) -> None:
    table.state.unknown_tags = {CARD: Zone.parse("melds:1"), OTHER: Zone.parse("hand:2")}
    assert lobby.look().strange_tags == (1, 2)
    assert lobby.strange_tag(2) == OTHER
    assert lobby.strange_tag(0) is None
    lobby.card_given(CARD)
    assert table.withdrawn == [CARD]
    assert names(lobby)[1] == "Aki"


def test_of_two_tags_in_a_zone_neither_is_meant(lobby: Lobby, table: Table) -> None:
    table.state.unknown_tags = {CARD: Zone.parse("melds:1"), OTHER: Zone.parse("hand:1")}
    assert lobby.strange_tag(1) is None


def test_seats_are_drawn_by_a_lot_that_can_be_drawn_again(lobby: Lobby, table: Table) -> None:
    people = ["Aki", "Ben", "Chie", "Dan"]
    lobby.seat({seat: Sitter(name) for seat, name in enumerate(people)})
    seed = lobby.draw_seats()
    what, note = table.changes[-1]
    assert what == "note"
    drawn = note["seat_draw"]
    assert drawn["seed"] == seed
    assert names(lobby) == [people[seat] for seat in drawn["drawn"]]
    assert "Aki" not in str(note), "names stand in their own table alone"
    lobby.start(DOMAN, None, instead=False)
    assert table.started[-1][3]["seat_draw"] == drawn


def test_a_match_starts_with_who_is_seated(lobby: Lobby, table: Table) -> None:
    lobby.seat({0: Sitter("Aki"), 1: Sitter("Ben")})
    lobby.start(DOMAN, 2, instead=False)
    assert table.started == [("doman", ["Aki", "Ben", "Guest 3", "Guest 4"], 2, {"guests": [2, 3]})]


def test_a_match_being_played_is_only_broken_off_on_purpose(lobby: Lobby, table: Table) -> None:
    table.play(lobby, names(lobby))
    with pytest.raises(PlayerError, match="A match is being played"):
        lobby.start(DOMAN, None, instead=False)
    lobby.start(DOMAN, None, instead=True)
    assert len(table.started) == 1


def test_who_has_left_a_match_starts_no_other_until_it_ends(lobby: Lobby, table: Table) -> None:
    lobby.seat({0: Sitter("Aki"), 1: Sitter("Ben")})
    table.play(lobby, names(lobby))
    table.state.left = {1}
    assert lobby.look().left == (1,)
    with pytest.raises(PlayerError, match="Ben left the match"):
        lobby.start(DOMAN, None, instead=True)
    lobby.sign_in(1, guest_at(1))
    lobby.sign_in(2, Sitter("Chie"))
    lobby.start(DOMAN, None, instead=True)
    assert table.started[-1][1] == ["Aki", "Guest 2", "Chie", "Guest 4"]


def test_a_table_gone_on_with_knows_how_far_it_is(table: Table) -> None:
    lobby = Lobby(table, [Sitter("Aki"), *FOUR_GUESTS[1:]], nobodys)
    table.state.match, table.state.phase = Match.start(DOMAN, 0), TablePhase.PLAYING
    lobby.go_on(3)
    assert not lobby.sign_in(0, Sitter("Ben"))
    assert lobby.look().deals == 3


def test_whoever_changes_places_takes_the_name_along(table: Table) -> None:
    sitters = [Sitter("Aki"), Sitter("Ben"), guest_at(2, "Chie"), Sitter("Dan")]
    lobby = Lobby(table, sitters, nobodys)
    table.play(lobby, ["Aki", "Ben", "Chie", "Dan"])
    told: list[bool] = []
    lobby.changed = lambda: told.append(True)
    lobby.observe([Reseated((2, 0, 1, 3))], table.state)
    assert lobby.sitting == (guest_at(2, "Chie"), Sitter("Aki"), Sitter("Ben"), Sitter("Dan"))
    assert lobby.look().next == lobby.sitting
    assert told
    lobby.sign_in(0, Sitter("Emi"))
    assert table.changes == [("players", {"players": ["Emi", "Aki", "Ben", "Dan"], "guests": []})]
