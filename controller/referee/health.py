"""What the table tells of itself: zones that cannot be read, devices that fail, tags that mean nothing."""

from controller.inputs import DeviceSeen, UnknownTagSeen, ZoneReadable
from controller.referee.desk import Desk


def take_health(desk: Desk, told: UnknownTagSeen | DeviceSeen | ZoneReadable) -> None:
    """Keep what is wrong with the table now, and forget what is right again."""
    state = desk.state
    match told:
        case UnknownTagSeen(tag=tag):
            for tags in (state.unknown_tags, state.duplicate_tags):
                tags.pop(tag, None)
            if not told.gone:
                (state.duplicate_tags if told.duplicate else state.unknown_tags)[tag] = told.zone
        case DeviceSeen(device=device):
            state.failing.pop(device, None)
            if not told.ok:
                state.failing[device] = told.reason
        case ZoneReadable(zone=zone):
            state.unreadable.pop(zone, None)
            if not told.readable:
                state.unreadable[zone] = told.reason or "reader_offline"
