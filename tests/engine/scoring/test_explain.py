"""The parts of the fu add up to what the scorer says, on every handed hand, and name what a player would name."""

from engine.rules.load import load_rules
from engine.scoring import score_win
from engine.scoring.codec import read_win
from engine.scoring.context import Score
from engine.scoring.explain import explain_fu
from tests.cases import case_objects

TENHOU = load_rules("tenhou")


def parts(**hand: object) -> list[tuple[str, int]]:
    win = read_win(TENHOU, hand)
    score = score_win(TENHOU, win)
    assert isinstance(score, Score)
    return [(part.name, part.fu) for part in explain_fu(TENHOU, win, score)]


def test_parts_add_up_on_every_handed_hand() -> None:
    explained = 0
    for case in case_objects("riichi_hands.jsonl.gz"):
        win = read_win(TENHOU, case["in"])
        score = score_win(TENHOU, win)
        assert isinstance(score, Score)
        found = explain_fu(TENHOU, win, score)
        assert sum(part.fu for part in found) == score.fu, case["in"]
        explained += bool(found)
    assert explained > 1_500


def test_a_closed_ron_with_an_edge_wait_and_a_concealed_triplet() -> None:
    assert parts(hand="123m456p99p111s789s", win_tile="3m", tsumo=False, riichi=1) == [
        ("base", 20),
        ("closed_ron", 10),
        ("triplet", 8),
        ("wait", 2),
    ]


def test_a_triplet_finished_by_ron_counts_as_open() -> None:
    assert ("triplet", 2) in parts(hand="555m456p99p123s789s", win_tile="5m", tsumo=False, riichi=1)


def test_kans_pairs_and_tsumo() -> None:
    found = parts(
        hand="123m55z999p",
        win_tile="9p",
        tsumo=True,
        melds=[{"type": "ankan", "tiles": "1111z"}, {"type": "pon", "tiles": "666z"}],
        seat_wind="S",
    )
    assert found == [
        ("base", 20),
        ("tsumo", 2),
        ("kan", 32),
        ("triplet", 4),
        ("triplet", 8),
        ("pair", 2),
        ("rounding", 2),
    ]


def test_seven_pairs_pinfu_and_yakuman() -> None:
    assert parts(hand="1122m3344p5566s77z", win_tile="7z", tsumo=True) == [("seven_pairs", 25)]
    assert parts(hand="234m567m345p678s22s", win_tile="8s", tsumo=True) == [("base", 20)]
    assert parts(hand="234m567m345p678s22s", win_tile="8s", tsumo=False) == [("base", 20), ("closed_ron", 10)]
    assert parts(hand="19m19p19s12345677z", win_tile="7z", tsumo=True) == []
