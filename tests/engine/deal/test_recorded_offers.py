"""What the server of a recorded game offered seat 0, against what `legal` says it could do."""

import json

from controller.cli.legal import choices, walk
from engine.records.mjai import read_mjai
from engine.rules import PRESETS
from tests.cases import case_lines


def test_every_recorded_offer() -> None:
    lines = case_lines("riichi_offers.mjai.jsonl.gz")
    events = {number: json.loads(line) for number, line in enumerate(lines)}
    offers = {number: event for number, event in events.items() if "offer" in event}
    checked = 0
    for game in read_mjai(lines):
        for recorded in game.deals:
            for line, _, deal in walk(PRESETS["tenhou"], recorded):
                if line not in offers:
                    continue
                checked += 1
                assert comparable(choices(deal).get(0, []), offers[line]) == sorted(offers[line]["offer"]), line + 1
            # The deal ends with the recorded points, too.
            assert deal.result is not None
            assert deal.result.deltas == recorded.result.deltas, recorded.line
    assert checked == len(offers) == 34_048


def comparable(can: list[str], event: dict[str, object]) -> list[str]:
    """Our list, less what the server's offers leave out: own kans, discards, and riichi where a win is offered."""
    if event["type"] != "tsumo":
        return can
    told = [name for name in can if name in ("hora", "reach", "ryukyoku")]
    return [name for name in told if name != "reach" or "hora" not in told]
