"""Reading the history of a deal again with other tiles in it.

Where the table did not know which tile it was (an unread rack, an indicator entered by hand) a stand-in took its
place, and a ghost may have been taken for a tile; once the true one is seen, the whole deal is told again with it, and
every rule is checked anew. What rulings have decided stands.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from controller.effects import DealStarted, EventAccepted, EventsWithdrawn
from controller.referee.desk import Desk
from controller.referee.state import Step
from engine.deal import Deal
from engine.errors import IllegalAction, RulesError
from engine.events import Event, Riichi
from engine.tiles import Tile


def rewrite(desk: Desk, mapping: Mapping[Tile, Tile], *, strict: bool = False) -> bool:
    """Replace tiles all through the deal; False, with nothing changed, if the rules do not allow what that gives.

    `strict`: a riichi, too, must be right by the tiles as they are known now.
    """
    state = desk.state
    if state.start is None:
        return False
    try:
        start = deal = _start_with(desk, state.start, mapping)
        steps = []
        for step in state.steps:
            event = event_with(step.event, mapping)
            deal = _as_ruled(step.deal, deal.apply(event) if strict else _apply(deal, event))
            steps.append(replace(step, event=event, deal=deal))
    except (IllegalAction, RulesError):
        return False
    _tell(desk, start, steps)
    return True


def retell(desk: Desk, start: Deal) -> bool:
    """Tell the same events again from another first position; False if they do not follow from it."""
    try:
        deal, steps = start, []
        for step in desk.state.steps:
            deal = _as_ruled(step.deal, _apply(deal, step.event))
            steps.append(replace(step, deal=deal))
    except IllegalAction:
        return False
    _tell(desk, start, steps)
    return True


def _tell(desk: Desk, start: Deal, steps: list[Step]) -> None:
    state = desk.state
    if steps:
        desk.emit(EventsWithdrawn(len(steps), "misread"))
    if start is not state.start and state.match is not None:
        desk.emit(DealStarted(state.match.deal_label, start))
    desk.emit(*(EventAccepted(index, step.event, step.at) for index, step in enumerate(steps)))
    state.start = start
    state.deal = steps[-1].deal if steps else start
    state.steps[:] = steps


def _start_with(desk: Desk, start: Deal, mapping: Mapping[Tile, Tile]) -> Deal:
    """The deal's first position with tiles replaced; the same value if it has none of them."""
    hands = [player.hand for player in start.players]
    tiles = {tile for hand in hands for tile in hand} | set(start.indicators)
    match = desk.state.match
    if match is None or tiles.isdisjoint(mapping):
        return start
    swapped = [tuple(mapping.get(tile, tile) for tile in hand) for hand in hands]
    indicator = next((mapping.get(tile, tile) for tile in start.indicators), None)
    deal = match.deal(swapped, indicator)
    return deal._replace(rules=start.rules, scores=start.scores, wall_left=start.wall_left)


def event_with(event: Event, mapping: Mapping[Tile, Tile]) -> Event:
    """An event with tiles replaced."""
    changes: dict[str, Any] = {}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "tile" and value in mapping:
            changes["tile"] = mapping[value]
        elif field.name in ("used", "tiles", "ura") and not mapping.keys().isdisjoint(value):
            changes[field.name] = tuple(mapping.get(tile, tile) for tile in value)
    return replace(event, **changes) if changes else event


def _apply(deal: Deal, event: Event) -> Deal:
    """An event that was judged when it happened: a riichi is not judged again by tiles seen later."""
    if isinstance(event, Riichi) and deal.rules.riichi_check == "at_once":
        deal = deal._replace(rules=deal.rules.with_changes(riichi_check="at_draw"))
    return deal.apply(event)


def _as_ruled(old: Deal, new: Deal) -> Deal:
    """What rulings had made of a position (whose turn, dead hands, points) holds in the new telling too."""
    if (old.turn, old.phase) != (new.turn, new.phase):
        new = new.with_turn(old.turn)
    if old.wall_left != new.wall_left:
        new = new.with_wall_left(old.wall_left)
    a, b, c, d = (
        after._replace(barred=before.barred, dead=before.dead) if before.barred or before.dead else after
        for before, after in zip(old.players, new.players, strict=True)
    )
    return new._replace(rules=old.rules, players=(a, b, c, d), scores=old.scores)
