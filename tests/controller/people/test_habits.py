"""Each habit of the simulated people, at depth ports: it happens, and the table understands it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest

from controller.people.habits import LIVELY, PRESETS, TIDY, Habits, HabitsError, habits_named
from controller.records.files import read_games
from controller.replay.session import Replay, ReplayedDeal
from engine.records.model import RecordedGame
from engine.records.start import rules_of_game
from engine.rules import load_rules
from engine.tiles import Tile
from hal.ports import Button, Millis
from hal.sim.noise import NONE, TYPICAL, NoiseProfile
from hal.sim.table import SimulatedTable
from hal.sim.world import ButtonChanged, Change, PhoneLaid, Place, Spot, TileMoved
from hal.zones import DORA_PAD, POOL, Zone, ZoneKind

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
RULES = load_rules("tenhou")
GAME = next(iter(read_games(EXAMPLES / "tonpuusen.mjai.jsonl", RULES)))


def some(first: int, last: int) -> RecordedGame:
    """Some deals of the game, as a game that goes on unrecorded."""
    return replace(GAME, deals=GAME.deals[first:last], final_scores=None)


FIRST = some(0, 1)
"""One deal with calls and a win."""
THIRD = some(2, 3)
"""One deal with calls, riichi and a win."""


@dataclass(frozen=True)
class Motion:
    """A tile lifted from one place and set down at another."""

    tile: Tile
    source: Place
    target: Place
    lifted: Millis
    landed: Millis
    across: bool


def motions(changes: Sequence[Change]) -> Iterator[Motion]:
    """Every motion of a tile, in order of landing."""
    lifted: dict[Tile, tuple[Place, Millis]] = {}
    for change in changes:
        if not isinstance(change, TileMoved):
            continue
        if change.target is Spot.AIR:
            lifted[change.tile] = change.source, change.at
        elif change.tile in lifted:
            source, at = lifted.pop(change.tile)
            yield Motion(change.tile, source, change.target, at, change.at, change.across)


def kind(place: Place) -> ZoneKind | Spot:
    return place.kind if isinstance(place, Zone) else place


def moved(changes: Sequence[Change], source: ZoneKind | Spot, target: ZoneKind | Spot) -> list[Motion]:
    """Motions from one kind of place to another."""
    return [m for m in motions(changes) if (kind(m.source), kind(m.target)) == (source, target)]


def back_again(changes: Sequence[Change], where: ZoneKind) -> list[Motion]:
    """Tiles lifted and set down where they lay."""
    return [m for m in moved(changes, where, where) if m.source == m.target]


def presses(changes: Sequence[Change], *buttons: Button) -> list[ButtonChanged]:
    return [c for c in changes if isinstance(c, ButtonChanged) and c.closed and c.button in buttons]


def discards(changes: Sequence[Change]) -> list[Motion]:
    return moved(changes, ZoneKind.HAND, ZoneKind.RIVER)


def shortest_wait(changes: Sequence[Change]) -> Millis:
    """The shortest time from a discard to the next hand at the wall."""
    draws = [m.lifted for m in moved(changes, Spot.WALL, ZoneKind.HAND)]
    return min(at - d.landed for d in discards(changes) for at in draws if at >= d.landed)


def claimed_apart(changes: Sequence[Change], *, first: bool) -> bool:
    """Whether a called tile came to its set before (or after) the caller's own tiles did."""
    called = moved(changes, ZoneKind.RIVER, ZoneKind.MELDS)
    own = moved(changes, ZoneKind.HAND, ZoneKind.MELDS)
    gaps = [o.lifted - c.landed if first else c.lifted - o.landed for c in called for o in own if o.target == c.target]
    return any(0 < gap < 2_000 for gap in gaps)


def held_back(changes: Sequence[Change]) -> bool:
    """Whether a discard was made while the drawn tile was still between the fingers."""
    draws = moved(changes, Spot.WALL, ZoneKind.HAND)
    return any(draw.lifted < d.landed < draw.landed for draw in draws for d in discards(changes))


def shown_before_win(changes: Sequence[Change]) -> bool:
    win = presses(changes, Button.WIN)[0]
    return len([m for m in moved(changes, ZoneKind.HAND, ZoneKind.MELDS) if m.landed < win.at]) >= 10


HABITS: dict[str, tuple[Habits, Callable[[Sequence[Change]], object], set[str]]] = {
    "sort": (replace(TIDY, sort=1), lambda c: len(back_again(c, ZoneKind.HAND)) > 20, set()),
    "lift": (replace(TIDY, lift=1), lambda c: back_again(c, ZoneKind.RIVER), set()),
    "early_draw": (replace(TIDY, early_draw=1), lambda c: shortest_wait(c) < 500, set()),
    "racked_late": (replace(TIDY, racked_late=1), held_back, set()),
    "one_motion": (replace(TIDY, one_motion=1), lambda c: len(moved(c, Spot.WALL, ZoneKind.RIVER)) > 3, set()),
    "claimed_first": (replace(TIDY, claimed_first=1), lambda c: claimed_apart(c, first=True), set()),
    "claimed_last": (replace(TIDY, claimed_last=1), lambda c: claimed_apart(c, first=False), set()),
    "slow_meld": (
        replace(TIDY, slow_meld=1),
        lambda c: len({m.landed // 500 for m in moved(c, ZoneKind.HAND, ZoneKind.MELDS)}) > 3,
        set(),
    ),
    "racked_claim": (replace(TIDY, racked_claim=1), lambda c: moved(c, ZoneKind.RIVER, ZoneKind.HAND), set()),
    "straighten": (replace(TIDY, straighten=1), lambda c: len(back_again(c, ZoneKind.RIVER)) > 50, set()),
    "sleeve": (
        replace(TIDY, sleeve=0.5),
        lambda c: [m for m in moved(c, ZoneKind.RIVER, ZoneKind.RIVER) if m.source != m.target],
        set(),
    ),
    "drop": (replace(TIDY, drop=0.3), lambda c: moved(c, Spot.WALL, Spot.BOX), set()),
    "across": (
        replace(TIDY, across=0.5),
        lambda c: [m for m in motions(c) if m.across],
        {"too_few_tiles", "draw_out_of_turn", "discard_out_of_turn", "tile_missing"},
    ),
    "off_pad": (
        replace(TIDY, off_pad=1),
        lambda c: not any(isinstance(change, TileMoved) and change.pad for change in c),
        set(),
    ),
    "riichi_after": (
        replace(TIDY, riichi_after=1),
        lambda c: all(any(0 < p.at - d.landed < 1_000 for d in discards(c)) for p in presses(c, Button.RIICHI)),
        set(),
    ),
    "spoken": (
        replace(TIDY, spoken=1),
        lambda c: moved(c, ZoneKind.RIVER, ZoneKind.MELDS) and not presses(c, Button.CHI, Button.PON),
        set(),
    ),
    "overtaken": (
        replace(TIDY, overtaken=1),
        lambda c: moved(c, ZoneKind.HAND, Spot.WALL) or moved(c, Spot.WALL, Spot.WALL),
        {"draw_out_of_turn"},
    ),
    "shown_first": (replace(TIDY, shown_first=1), shown_before_win, set()),
    "fours": (replace(TIDY, fours=1), lambda c: len(moved(c, Spot.WALL, ZoneKind.MELDS)) > 10, set()),
    "by_hand": (replace(TIDY, by_hand=1), lambda c: len([m for m in motions(c) if m.target == DORA_PAD]) > 20, set()),
    "phone": (
        replace(TIDY, phone=0.2),
        lambda c: [change for change in c if isinstance(change, PhoneLaid)],
        {"antenna_blind"},
    ),
    "pool": (
        replace(TIDY, pool=True),
        lambda c: not discards(c) and [m for m in motions(c) if m.target == POOL],
        {"draw_out_of_turn"},
    ),
}
"""By habit: people who have it, what shows that it happened, and the incidents it may lead to."""


def play(
    habits: Habits, game: RecordedGame = FIRST, noise: NoiseProfile = NONE
) -> tuple[list[ReplayedDeal], list[Change]]:
    """Replay deals with these people; also everything that happened in their world."""
    changes: list[Change] = []

    def prepare(table: SimulatedTable) -> None:
        table.world.watch(changes.append)

    replay = Replay(noise, 1, prepare=prepare, habits=habits)
    return list(replay.play(game, rules_of_game(RULES, game))), changes


@pytest.mark.parametrize("name", HABITS)
def test_a_habit_is_seen_and_understood(name: str) -> None:
    habits, evidence, incidents = HABITS[name]
    for game in (FIRST, THIRD) if name == "riichi_after" else (FIRST,):
        deals, changes = play(habits, game)
        assert evidence(changes)
        for deal in deals:
            assert deal.same, (deal.differs, deal.note, deal.incidents)
            assert set(deal.incidents) <= incidents


def test_two_tile_sets_are_played_in_turn() -> None:
    game = some(0, 3)
    tags: list[frozenset[str]] = []

    def prepare(table: SimulatedTable) -> None:
        def note(change: Change) -> None:
            if isinstance(change, TileMoved) and change.target == DORA_PAD:
                tags.append(frozenset(table.world.tags.values()))

        table.world.watch(note)

    replay = Replay(TYPICAL, 1, prepare=prepare, habits=replace(TIDY, second_set=True))
    deals = list(replay.play(game, rules_of_game(RULES, game)))
    assert len(set(tags)) == 2
    assert [deal.differs for deal in deals] == [()] * 3
    assert [deal.incidents for deal in deals] == [()] * 3


@pytest.mark.parametrize("noise", [NONE, TYPICAL], ids=lambda noise: noise.name)
def test_lively_people_with_everything_at_once(noise: NoiseProfile) -> None:
    deals, _ = play(replace(LIVELY, pool=noise is NONE, second_set=True), some(0, 4), noise)
    for deal in deals:
        assert deal.same, (deal.label, deal.differs, deal.note, deal.incidents)


def test_one_seed_gives_the_same_doings() -> None:
    first, again = (play(LIVELY)[1] for _ in range(2))
    assert first == again


# ---- naming them


def test_every_habit_has_a_test_of_its_own_here_or_among_the_recorded_people() -> None:
    elsewhere = {"kan_after", "shown_after", "passes", "second_set"}
    assert {field.name for field in fields(Habits)} == set(HABITS) | elsewhere


def test_presets_and_single_habits() -> None:
    assert habits_named("lively") is PRESETS["lively"]
    assert habits_named("club,pool,phone=0.05") == replace(PRESETS["club"], pool=True, phone=0.05)
    assert habits_named("sleeve") == replace(TIDY, sleeve=1.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rowdy", "there are no habits 'rowdy'"),
        ("club,singing", "there are no habits 'singing'"),
        ("sort=often", "write a chance"),
        ("sort=2", "from 0 to 1"),
    ],
)
def test_habits_that_are_none_are_told_with_those_there_are(text: str, message: str) -> None:
    with pytest.raises(HabitsError, match=message):
        habits_named(text)


def test_every_habit_is_in_the_documentation() -> None:
    page = (EXAMPLES.parent / "docs" / "habits.md").read_text(encoding="utf-8")
    for field in fields(Habits):
        values = [getattr(preset, field.name) for preset in PRESETS.values()]
        row = next(line for line in page.splitlines() if line.startswith(f"| `{field.name}` |"))
        assert [float(cell or 0) for cell in row.split(" | ")[2:4]] == [float(value) for value in values[:2]]
