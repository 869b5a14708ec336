"""The statistics players know, from tallies. `docs/statistics.md` defines each; None: there is nothing to divide."""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.players.tally import Tally


@dataclass(frozen=True, slots=True)
class Statistics:
    """Rates are 0 to 1, averages are points, places or turns."""

    matches: int
    places: tuple[int, ...]
    """How many matches ended in each place."""
    average_place: float | None
    deals: int
    win_rate: float | None
    tsumo_share: float | None
    deal_in_rate: float | None
    riichi_rate: float | None
    call_rate: float | None
    average_win: float | None
    average_win_turn: float | None
    average_deal_in: float | None
    riichi_win_rate: float | None
    open_win_rate: float | None
    riichi_deal_in_rate: float | None
    draw_rate: float | None
    ready_rate: float | None
    limit_share: float | None
    yakuman: int


def statistics(tally: Tally, places: Sequence[int]) -> Statistics:
    """What a player's tally says. `places` counts their matches by place."""
    matches = sum(places)
    return Statistics(
        matches=matches,
        places=tuple(places),
        average_place=_share(sum(place * count for place, count in enumerate(places, 1)), matches),
        deals=tally.deals,
        win_rate=_share(tally.wins, tally.deals),
        tsumo_share=_share(tally.tsumo, tally.wins),
        deal_in_rate=_share(tally.deal_ins, tally.deals),
        riichi_rate=_share(tally.riichi, tally.deals),
        call_rate=_share(tally.calls, tally.deals),
        average_win=_share(tally.win_points, tally.wins),
        average_win_turn=_share(tally.win_turns, tally.wins),
        average_deal_in=_share(tally.deal_in_points, tally.deal_ins),
        riichi_win_rate=_share(tally.riichi_wins, tally.riichi),
        open_win_rate=_share(tally.open_wins, tally.calls),
        riichi_deal_in_rate=_share(tally.riichi_deal_ins, tally.riichi),
        draw_rate=_share(tally.draws, tally.deals),
        ready_rate=_share(tally.ready_draws, tally.draws),
        limit_share=_share(tally.limits, tally.wins),
        yakuman=tally.yakuman,
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
