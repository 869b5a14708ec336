"""Random legal play in PyPI `riichienv`, step by step beside our deal: the same choices, the same points.

Where the two disagree the text of rules.md decides; each such case stands in `DISAGREEMENTS` with its reason.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from controller.cli.legal import NAMES
from engine.deal import Deal
from engine.events import Action, AddedKan, Chi, ConcealedKan, Discard, OpenKan, Pon
from engine.records.mjai import read_mjai
from engine.records.start import start_deal
from engine.rules import PRESETS
from engine.shapes import prospects
from engine.tiles import SEATS, Tile, TileSet, counts_of

riichienv = pytest.importorskip("riichienv", reason="riichienv is a development dependency")

RULES = {"tenhou": "default_tenhou", "mahjong-soul": "default_mjsoul"}
"""Our presets that `riichienv` knows, and its names for them."""
TILES = TileSet()
REASONS = {
    "exhaustive_draw": "exhaustive",
    "kyushu_kyuhai": "kyuushu_kyuuhai",
    "suukansansen": "suukan_sanra",
    "sufuurenta": "suufon_renda",
}
"""Their names of drawn deals that the readers of records do not know."""
Choice = tuple[str, ...]
"""An action as the two sides name it: mjai type, then its tiles in mjai names, sorted."""


DISAGREEMENTS = {
    ("tenhou", 129): r"'deltas': \[-1500, 1500, 1500, -1500\]",  # seat 2: 33m68p345678s and 7777p
    ("tenhou", 247): r"seat 0: only ours -, only theirs \{\('dahai', '9m'\)\}",  # 799m406p44678s and 8888m
    ("tenhou", 986): r"'deltas': \[1000, -3000, 1000, 1000\]",  # seat 0: 23477m12s, 3333s and 555p
    ("mahjong-soul", 129): r"'deltas': \[-1500, 1500, 1500, -1500\]",
    ("mahjong-soul", 247): r"seat 0: only ours -, only theirs \{\('dahai', '9m'\)\}",
    ("mahjong-soul", 986): r"'deltas': \[1000, -3000, 1000, 1000\]",
}
"""Deals in which `riichienv` decides otherwise, and how the difference shows. In all of them a hand waits only for
tiles of which it holds all four itself: it is not ready (engine.shapes.waits, as at Tenhou)."""


def test_same_choices_and_points() -> None:
    for seed in range(80):
        compare_deal("tenhou", seed)


@pytest.mark.long
@pytest.mark.parametrize("preset", RULES)
def test_same_choices_and_points_for_long(preset: str) -> None:
    for seed in range(80, 1_000):
        if (preset, seed) not in DISAGREEMENTS:
            compare_deal(preset, seed)


@pytest.mark.parametrize(("preset", "seed"), DISAGREEMENTS)
def test_kept_disagreements(preset: str, seed: int) -> None:
    with pytest.raises(AssertionError, match=DISAGREEMENTS[preset, seed]):
        compare_deal(preset, seed)


def compare_deal(preset: str, seed: int) -> None:
    log, offered = play(preset, seed)
    (game,) = read_mjai((json.dumps(with_known_reason(event)) for event in log), f"seed {seed}")
    (recorded,) = game.deals
    deal = start_deal(PRESETS[preset], recorded)
    for line, event in zip(recorded.lines, recorded.events, strict=True):
        deal = deal.apply(event)
        if line in offered:
            told = {seat: own for seat in SEATS if (own := our_choices(deal, seat))}
            assert told == offered[line], difference(seed, line, log, told, offered[line])
    assert deal.result is not None
    assert deal.result.deltas == recorded.result.deltas, f"seed {seed}: {deal.result.deltas}, but {log[-3:]}"


def difference(
    seed: int, line: int, log: list[dict[str, Any]], ours: dict[int, set[Choice]], theirs: dict[int, set[Choice]]
) -> str:
    seats = {s: (ours.get(s, set()) - theirs.get(s, set()), theirs.get(s, set()) - ours.get(s, set())) for s in SEATS}
    told = "; ".join(f"seat {s}: only ours {a or '-'}, only theirs {b or '-'}" for s, (a, b) in seats.items() if a or b)
    return f"seed {seed}, line {line}, after {log[line]}: {told}"


def play(preset: str, seed: int) -> tuple[list[dict[str, Any]], dict[int, dict[int, set[Choice]]]]:
    """The mjai log of one deal and, by its lines, what each seat was offered there."""
    rng = random.Random(seed)
    rule = getattr(riichienv.GameRule, RULES[preset])()
    env = riichienv.RiichiEnv(game_mode="4p-red-single", seed=seed, rule=rule)
    observations = env.reset(oya=seed % 4, honba=seed % 3)
    offered: dict[int, dict[int, set[Choice]]] = {}
    while not env.done():
        line = last_deciding_line(env.mjai_log)
        offered[line] = {seat: set(their_choices(seen)) for seat, seen in observations.items()}
        observations = env.step({seat: choose(rng, seen) for seat, seen in sorted(observations.items())})
    return env.mjai_log, {line: {s: c for s, c in seats.items() if c} for line, seats in offered.items()}


def with_known_reason(event: dict[str, Any]) -> dict[str, Any]:
    return event | {"reason": REASONS.get(event["reason"], event["reason"])} if "reason" in event else event


def last_deciding_line(log: list[dict[str, Any]]) -> int:
    """The last line that gave somebody a choice."""
    passive = ("dora", "reach_accepted")
    return max(index for index, event in enumerate(log) if event["type"] not in passive)


def their_choices(seen: Any) -> Iterator[Choice]:
    for action in seen.legal_actions():
        told = json.loads(action.to_mjai())
        if told["type"] == "none":
            continue
        tiles = [told["pai"]] if told["type"] in ("dahai", "kakan") else told.get("consumed", [])
        yield told["type"], *sorted(tiles)


def our_choices(deal: Deal, seat: int) -> set[Choice]:
    return {as_choice(action) for action in deal.legal(seat)}


def as_choice(action: Action) -> Choice:
    name = NAMES[type(action)]
    match action:
        case Discard() | AddedKan():
            tiles: tuple[Tile, ...] = (action.tile,)
        case Chi() | Pon() | OpenKan():
            tiles = action.used
        case ConcealedKan():
            tiles = action.tiles
        case _:
            tiles = ()
    return name, *sorted(TILES.mjai(tile) for tile in tiles)


def choose(rng: random.Random, seen: Any) -> Any:
    """Play towards a ready hand, calling and declaring often enough to meet every rule."""
    # Their list comes in no fixed order; a seed must always give the same deal.
    actions = sorted(seen.legal_actions(), key=lambda action: (action.to_mjai(), action.tile, action.consume_tiles))
    by_type: dict[str, list[Any]] = {}
    for action in actions:
        by_type.setdefault(json.loads(action.to_mjai())["type"], []).append(action)
    for name, chance in (("hora", 0.6), ("reach", 0.8), ("ankan", 0.8), ("kakan", 0.8), ("daiminkan", 0.5)):
        if name in by_type and rng.random() < chance:
            return rng.choice(by_type[name])
    for name, chance in (("ryukyoku", 0.3), ("pon", 0.25), ("chi", 0.15)):
        if name in by_type and rng.random() < chance:
            return rng.choice(by_type[name])
    if "dahai" in by_type:
        return best_discard(rng, seen.hand, by_type["dahai"])
    return rng.choice(by_type.get("none", actions))


def best_discard(rng: random.Random, hand: list[Tile], discards: list[Any]) -> Any:
    counts = counts_of(hand)
    melds = (14 - len(hand)) // 3
    hopes = prospects(counts, melds)
    return min(
        discards,
        key=lambda action: (hopes[action.tile // 4].shanten, -len(hopes[action.tile // 4].useful), rng.random()),
    )
