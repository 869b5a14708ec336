"""Furiten of three kinds, and swap-calling (rules.md, Riichi: claims; table: temporary furiten, swap-calling)."""

import pytest

from engine.deal.calls import forbidden_after
from engine.events import Chi, Discard, DrawReason, Pon, Win
from engine.rules import PRESETS
from engine.tiles import Tile
from tests.engine.deal.scene import Scene

READY = "234567m22345p78s"
"""Tanyao with 6s, nothing with 9s (open); closed pinfu with both."""


def no_yaku(rules: str = "tenhou", **changes: object) -> Scene:
    """Seat 0 waits for 5s and 8s without any yaku: 123m 456p, a chi of 789p, 99p ... only a riichi would help."""
    hands = ("123m456p11p67s79p2z", None, None, "8p147s258m123z369s")
    scene = Scene(PRESETS[rules].with_changes(**changes), hands, dealer=3, indicator="9m", later="8s")
    scene.draw("5z").discard("8p").chi(0, "79p").discard("2z")
    return scene


def test_own_discard_bars_every_wait() -> None:
    scene = Scene(PRESETS["tenhou"], (READY, None, None, None), indicator="1z")
    scene.draw("9s").discard("9s")
    assert scene.player(0).furiten_own
    scene.turn("6s")
    assert scene.can(0) == []
    assert scene.refusal(Win((0,))) == "furiten"


def test_a_claimed_discard_bars_too() -> None:
    scene = Scene(PRESETS["tenhou"], (READY, "99s147p258m1234z3p", None, None), indicator="1z")
    scene.draw("9s").discard("9s").pon(1).discard("1z")
    assert scene.player(0).furiten_own


def test_own_draw_is_never_barred() -> None:
    scene = Scene(PRESETS["tenhou"], (READY, None, None, None), indicator="1z").draw("9s").discard("9s").turns(3)
    assert "hora" in scene.draw("6s").can(0)


def test_furiten_ends_when_the_waits_change() -> None:
    scene = Scene(PRESETS["tenhou"], (READY, None, None, None), indicator="1z").draw("9s").discard("9s").turns(3)
    assert scene.player(0).furiten_own, "waits for 6s and 9s"
    scene.draw("2s").discard("8s")
    assert not scene.player(0).furiten_own
    assert scene.deal.waits(0) == (), "no wait, no furiten"


def test_temporary_furiten_until_the_next_own_draw() -> None:
    scene = Scene(PRESETS["tenhou"], (READY, None, None, None), indicator="1z").turn("1s")
    scene.turn("6s").draw()
    assert scene.player(0).furiten_temporary
    scene.discard().draw("6s").discard("6s")
    assert scene.refusal(Win((0,))) == "furiten"
    scene.draw()
    assert not scene.player(0).furiten


@pytest.mark.parametrize(
    ("rules", "cleared"), [("tenhou", "draw"), ("riichi-single-deal", "draw"), ("doman", "discard")]
)
def test_what_ends_temporary_furiten(rules: str, cleared: str) -> None:
    scene = Scene(PRESETS[rules], (READY, None, None, None), indicator="1z").turn("1s").turn("6s").turns(2)
    assert scene.player(0).furiten_temporary
    scene.draw("1s")
    assert scene.player(0).furiten_temporary == (cleared == "discard")
    scene.discard("1s")
    assert not scene.player(0).furiten_temporary


@pytest.mark.parametrize(
    ("until", "after_call", "after_discard"),
    [("own_draw_or_call", False, False), ("own_draw", True, True), ("own_discard", True, False)],
)
def test_temporary_furiten_and_own_calls(until: str, after_call: bool, after_discard: bool) -> None:
    rules = PRESETS["tenhou"].with_changes(temporary_furiten_until=until)
    scene = Scene(rules, ("234567m33345p78s", None, None, None), indicator="1z", later="3p6s")
    scene.turn("1s").turn("6s").turn("3p").pon(0)
    assert scene.player(0).furiten_temporary == after_call
    scene.discard("5p")
    assert scene.player(0).furiten_temporary == after_discard


def test_a_passed_tile_without_yaku() -> None:
    for setting, barred in (("any_wait", True), ("legal_ron", False)):
        scene = no_yaku(temporary_furiten_from=setting)
        scene.turn("8s").draw()
        assert scene.player(0).furiten_temporary == barred, setting


def test_a_pass_after_riichi_bars_for_the_rest_of_the_deal() -> None:
    scene = Scene(PRESETS["tenhou"], (READY, None, None, None), indicator="1z", later="6s6s9s")
    scene.draw("1s").riichi("1s").turn("6s").draw()
    assert scene.player(0).furiten_riichi
    scene.discard().turns(2).turn("6s")
    assert scene.refusal(Win((0,))) == "furiten"
    assert "hora" in scene.turns(3).turns(3).draw("9s").can(0)


def test_a_kan_that_could_have_been_robbed_bars_too() -> None:
    hands = (None, "66s147p258m1234z9p", READY, None)
    scene = Scene(PRESETS["tenhou"], hands, indicator="1z", later="6s6s")
    scene.draw("6s").discard("6s").pon(1).discard("1z").turns(3)
    scene.draw("6s").added_kan("6s").draw()
    assert scene.player(2).furiten_temporary


def test_swap_calling_after_a_chi() -> None:
    hands = (None, "3456s147p258m123z", None, None)
    scene = Scene(PRESETS["tenhou"], hands, later="6s").draw("6s").discard("6s").chi(1, "45s")
    assert scene.refusal(Discard(1, scene.own(1, "6s"))) == "kuikae"
    assert scene.refusal(Discard(1, scene.own(1, "3s"))) == "kuikae"
    assert scene.discards(1) == "258m147p123z"
    same_only = Scene(PRESETS["tenhou"].with_changes(swap_calling="same_tile"), hands).draw("6s").discard("6s")
    same_only.chi(1, "45s")
    assert same_only.refusal(Discard(1, same_only.own(1, "6s"))) == "kuikae"
    assert same_only.refusal(Discard(1, same_only.own(1, "3s"))) == ""
    free = Scene(PRESETS["tenhou"].with_changes(swap_calling="allowed"), hands).draw("6s").discard("6s").chi(1, "45s")
    assert free.refusal(Discard(1, free.own(1, "6s"))) == ""


def test_swap_calling_after_a_closed_chi_and_a_pon() -> None:
    hands = (None, "4556s147p258m123z", None, None)
    scene = Scene(PRESETS["tenhou"], hands, later="5s").draw("5s").discard("5s").chi(1, "46s")
    assert scene.refusal(Discard(1, scene.own(1, "5s"))) == "kuikae"
    scene = (
        Scene(PRESETS["tenhou"], (None, None, "666s147p258m1234z", None), later="6s").draw("6s").discard("6s").pon(2)
    )
    assert scene.refusal(Discard(2, scene.own(2, "6s"))) == "kuikae"


def test_swap_calling_forbids_what_the_used_tiles_would_have_made_a_sequence_with() -> None:
    """Every chi there is, at both ends of each suit too."""
    runs = {frozenset(range(low, low + 3)) for low in range(27) if low % 9 <= 6}
    for run in runs:
        for kind in run:
            a, b = sorted(run - {kind})
            chi = Chi(1, Tile(4 * kind), (Tile(4 * a), Tile(4 * b)))
            forbidden = {other for other in range(34) if frozenset((a, b, other)) in runs}
            assert set(forbidden_after("both_ends", chi)) == forbidden, run
            assert forbidden_after("same_tile", chi) == (kind,)
            assert forbidden_after("allowed", chi) == ()
    assert forbidden_after("both_ends", Pon(1, Tile(0), (Tile(1), Tile(2)))) == (0,)


def test_a_call_that_leaves_no_discard_is_not_possible() -> None:
    """With three melds and 4567s a chi of 4s by 56s would leave 4s and 7s: both forbidden."""
    discards = {"2z": "7p", "3z": "8p", "4z": "9p"}
    scene = Scene(PRESETS["tenhou"], (None, "4567s789p22z33z44z", None, None), indicator="1m", later="2z3z4z4s")
    for wind, discarded in discards.items():
        while scene.deal.turn != 0:
            scene.turn()
        scene.draw(wind).discard(wind).pon(1).discard(discarded)
    while scene.deal.turn != 0:
        scene.turn()
    scene.draw("4s").discard("4s")
    used = scene.owns(1, "56s")
    assert scene.refusal(Chi(1, scene.claimed, (used[0], used[1]))) == "kuikae"
    assert "chi" not in scene.can(1)


def test_calls_need_the_right_tiles_and_seat() -> None:
    hands = (None, "45s147p258m12347z", "66s147p258m12345z", None)
    scene = Scene(PRESETS["tenhou"], hands).draw("6s").discard("6s")
    a = scene.own(1, "4s")
    c, d = scene.alike(2)
    claimed = scene.claimed
    assert scene.refusal(Chi(2, claimed, (c, d))) == "chi_from_left"
    assert scene.refusal(Chi(1, claimed, (a, scene.own(1, "1p")))) == "no_set"
    assert scene.refusal(Pon(2, claimed, (c, scene.own(2, "1p")))) == "no_set"
    assert scene.refusal(Pon(2, claimed, (c, c))) == "not_in_hand"
    assert scene.refusal(Pon(1, claimed, (c, d))) == "not_in_hand"
    assert scene.refusal(Pon(2, a, (c, d))) == "wrong_tile"
    assert scene.refusal(Pon(0, claimed, (c, d))) == "own_discard"
    scene.draw()
    assert scene.refusal(Pon(2, claimed, (c, d))) == "nothing_to_call"


@pytest.mark.parametrize(
    ("claimed", "used"), [("1p", "89m"), ("9m", "12p"), ("1s", "89p"), ("1z", "89s"), ("3z", "12z")]
)
def test_no_sequence_runs_on_into_another_suit(claimed: str, used: str) -> None:
    hands = (None, f"{used}147p258m33445s", None, None)
    scene = Scene(PRESETS["tenhou"], hands, later=claimed).draw(claimed).discard(claimed)
    a, b = scene.owns(1, used)
    assert scene.refusal(Chi(1, scene.claimed, (a, b))) == "no_set"
    assert "chi" not in scene.can(1)


def test_no_set_is_called_on_the_last_discard() -> None:
    hands = (None, "45s147p258m12347z", "666s147p258m1234z", None)
    scene = Scene(PRESETS["tenhou"], hands, wall_left=1, later="6s").draw("6s").discard("6s")
    assert scene.can(1) == []
    assert scene.can(2) == []
    c, d, *_ = scene.alike(2)
    assert scene.refusal(Pon(2, scene.claimed, (c, d))) == "last_discard"


def test_sets_on_the_last_discard_where_a_house_allows_them() -> None:
    hands = (None, "45s147p258m12347z", "666s147p258m1234z", None)
    rules = PRESETS["tenhou"].with_changes(calls_on_last_discard=True)
    scene = Scene(rules, hands, wall_left=1, later="6s").draw("6s").discard("6s")
    assert (scene.can(1), scene.can(2)) == (["chi"], ["pon"]), "a kan has no replacement"
    result = scene.pon(2).discard("5m").drawn_deal(DrawReason.EXHAUSTIVE)
    assert result.reason is DrawReason.EXHAUSTIVE
