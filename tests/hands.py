"""Seeded random hands for tests and benchmarks."""

import random

from engine.melds import Meld, MeldType
from engine.scoring import WinContext
from engine.tiles import KIND_OF, TERMINALS_AND_HONOURS, Tile, Wind

_SETS = [("run", first) for first in range(27) if first % 9 < 7] * 2 + [("triplet", kind) for kind in range(34)]


def random_counts(rng: random.Random, tiles: int, *, flushed: bool = False) -> list[int]:
    """Counts of some random tiles; `flushed` from one suit and the honours, where shapes get difficult."""
    pool = [*range(36), *range(108, 136)] if flushed else range(136)
    counts = [0] * 34
    for tile in rng.sample(pool, tiles):
        counts[tile // 4] += 1
    return counts


def random_win(rng: random.Random) -> WinContext:
    """A possible finished hand of sets and a pair, or seven pairs, with random circumstances."""
    while True:
        win = _try_win(rng)
        if win is not None:
            return win


def _try_win(rng: random.Random) -> WinContext | None:
    copies = [[Tile(4 * kind + copy) for copy in range(4)] for kind in range(34)]
    for left in copies:
        rng.shuffle(left)
    theme = rng.choice(("any", "any", "suit", "suit", "orphans"))
    hand: list[Tile] = []
    melds: list[Meld] = []
    if rng.random() < 0.08:
        for kind in rng.sample(range(27, 34) if theme == "orphans" else range(34), 7):
            hand += [copies[kind].pop(), copies[kind].pop()]
        return _with_circumstances(rng, copies, tuple(hand), ())
    pair = rng.choice(TERMINALS_AND_HONOURS) if theme == "orphans" else rng.randrange(34)
    groups = [[pair, pair], *_random_sets(rng, theme)]
    if any(sum(group.count(kind) for group in groups) > 4 for kind in range(34)):
        return None
    for kinds in groups:
        tiles = tuple(copies[kind].pop() for kind in kinds)
        if len(tiles) == 4:
            melds.append(Meld(rng.choice([MeldType.ANKAN, MeldType.DAIMINKAN, MeldType.KAKAN]), tiles))
        elif len(tiles) == 3 and rng.random() < 0.25:
            melds.append(Meld(MeldType.PON if kinds[0] == kinds[1] else MeldType.CHI, tiles))
        else:
            hand += tiles
    return _with_circumstances(rng, copies, tuple(hand), tuple(melds))


def _random_sets(rng: random.Random, theme: str) -> list[list[int]]:
    suit = rng.randrange(3)
    sets = []
    for _ in range(4):
        shape, first = rng.choice(_SETS)
        if theme == "suit" and first < 27:
            first = suit * 9 + first % 9
        elif theme == "orphans":
            shape, first = "triplet", rng.choice(TERMINALS_AND_HONOURS)
        if shape == "run":
            sets.append([first, first + 1, first + 2])
        else:
            sets.append([first] * (4 if rng.random() < 0.2 else 3))
    return sets


def _with_circumstances(
    rng: random.Random, copies: list[list[Tile]], hand: tuple[Tile, ...], melds: tuple[Meld, ...]
) -> WinContext:
    closed = not any(meld.is_open for meld in melds)
    tsumo = rng.random() < 0.5
    win_tile = rng.choice(hand)
    riichi = rng.choice((0, 1, 1, 2)) if closed else 0
    rinshan = tsumo and any(meld.is_kan for meld in melds) and rng.random() < 0.3
    win_kind = KIND_OF[win_tile]
    alone = len(copies[win_kind]) == 3
    chankan = not tsumo and alone and rng.random() < 0.1
    left = [tile for tiles in copies for tile in tiles if not (chankan and KIND_OF[tile] == win_kind)]
    rng.shuffle(left)
    dora = rng.randrange(1, 4)
    return WinContext(
        hand=hand,
        melds=melds,
        win_tile=win_tile,
        tsumo=tsumo,
        round_wind=Wind(rng.randrange(4)),
        seat_wind=Wind(rng.randrange(4)),
        riichi=riichi,  # type: ignore[arg-type]  # one of 0, 1, 2
        ippatsu=riichi > 0 and not rinshan and not melds and rng.random() < 0.3,
        rinshan=rinshan,
        chankan=chankan,
        dora_indicators=tuple(left[:dora]),
        ura_indicators=tuple(left[dora : 2 * dora]) if riichi else (),
        honba=rng.randrange(3),
    )
