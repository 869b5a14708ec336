"""Records with parts that cannot be: each is read, or refused as a `RecordError`; nothing else ever comes out."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.records.files import read_games
from engine.errors import EngineError, RecordError
from engine.records.mjai import read_mjai
from engine.records.model import RecordedGame
from engine.records.own import read_own, write_own
from engine.records.start import start_deal
from engine.records.tenhou import read_tenhou
from engine.records.tenhou_writer import write_tenhou
from engine.rules import load_rules
from tests.mutations import mutated

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
RULES = load_rules("tenhou")
LINES: list[Any] = [json.loads(line) for line in (EXAMPLES / "tonpuusen.mjai.jsonl").read_text("utf-8").splitlines()]
LINES = LINES[: 1 + next(n for n, line in enumerate(LINES) if line["type"] == "end_kyoku")]
(GAME,) = read_mjai(map(json.dumps, LINES))

Read = Callable[[Any], Iterator[RecordedGame]]
FORMATS: dict[str, tuple[Any, Read]] = {
    "mjai": (LINES, lambda data: read_mjai(map(json.dumps, data))),
    "tenhou": (json.loads(write_tenhou(GAME)), lambda data: read_tenhou(json.dumps(data))),
    "own": (json.loads(write_own(GAME)), lambda data: read_own(json.dumps(data))),
}


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_a_changed_record_is_read_and_played_or_refused(name: str, data: st.DataObject) -> None:
    good, read = FORMATS[name]
    with suppress(EngineError):
        for game in read(data.draw(mutated(good))):
            for deal in game.deals:
                position = start_deal(RULES, deal)
                for event in deal.events:
                    position = position.apply(event)


DEEP = "[" * 100_000 + "]" * 100_000
LONG = "9" * 5_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (DEEP, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        (f'{{"type":"start_game"}}\n{{"type":{DEEP}}}', "line 2: this JSON is nested too deeply"),
        (f'{{"format":"jantaku-record","version":1,"x":{DEEP}}}', "nested too deeply"),
        (f"https://tenhou.net/6/#json={DEEP}", "nested too deeply"),
        (f'{{"type":"start_game","id":{LONG}}}', "far too many digits"),
        (f'{{"format":"jantaku-record","version":{LONG}}}', "far too many digits"),
        (f'#json={{"log":{LONG}}}', "far too many digits"),
        ('{"type":"start_game","id":NaN}', "NaN is no number"),
        ('{"type":"start_game"}\n\x00\x00', "line 2: this is not JSON"),
    ],
)
def test_what_json_readers_choke_on_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        list(read_games(file, RULES))
    assert message in str(caught.value)


def test_a_byte_order_mark_is_no_part_of_the_record(tmp_path: Path) -> None:
    file = tmp_path / "record.mjai"
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8-sig")
    (game,) = read_games(file, RULES)
    assert game.deals == GAME.deals


def test_more_turns_than_a_deal_can_have_are_refused() -> None:
    data = json.loads(write_tenhou(GAME))
    for seat in range(4):
        data["log"][0][5 + 3 * seat] = data["log"][0][6 + 3 * seat] = [11] * 2_000
    with pytest.raises(RecordError, match="no deal has more than 136 draws"):
        list(read_tenhou(json.dumps(data)))
