"""What a changed configuration means: at once, with the next match, the table opened anew, or a restart."""

from pathlib import Path
from typing import Any

import pytest

from controller.config import Config, JournalSection, LoggingSection, TableSection, WebSection
from controller.perception.settings import PerceptionSettings
from controller.referee import RefereeOptions
from controller.reload import _EFFECTS, compare

OLD = Config(driver="simulated", options={"seed": 1}, journal=JournalSection(path=Path("/j")))


def changed(**sections: Any) -> Config:
    return OLD.model_copy(update=sections)


def test_nothing_changed() -> None:
    found = compare(OLD, OLD)
    assert (found.now, found.next_match, found.reopened, found.restart) == ((), (), (), ())
    assert found.config == OLD


@pytest.mark.parametrize(
    ("sections", "when", "key"),
    [
        ({"logging": LoggingSection(level="debug")}, "now", "[logging] level"),
        ({"referee": RefereeOptions(grace=7)}, "now", "[referee] grace"),
        ({"table": TableSection(rules="wrc")}, "next_match", "[table] rules"),
        ({"table": TableSection(registry=Path("/tags"))}, "reopened", "[table] registry"),
        ({"perception": PerceptionSettings(expected_hits=4)}, "reopened", "[perception] expected_hits"),
        ({"journal": JournalSection(path=Path("/j"), side_log_mb=1)}, "reopened", "[journal] side_log_mb"),
        ({"options": {"seed": 2}}, "reopened", "[hal] the driver's options"),
        ({"other_ports": {"lamps": ("gpio", {})}}, "reopened", "[hal] drivers of ports"),
        ({"driver": "boards"}, "restart", "[hal] driver"),
        ({"web": WebSection(port=81)}, "restart", "[web] port"),
        ({"journal": JournalSection(path=Path("/elsewhere"))}, "restart", "[journal] path"),
    ],
)
def test_each_key_has_its_time(sections: dict[str, Any], when: str, key: str) -> None:
    new = changed(**sections)
    found = compare(OLD, new)
    for name in ("now", "next_match", "reopened", "restart"):
        assert getattr(found, name) == ((key,) if name == when else ()), name
    assert found.config == (OLD if when == "restart" else new)


def test_what_needs_a_restart_does_not_hold_up_the_rest() -> None:
    new = changed(
        web=WebSection(port=81, host="0.0.0.0"),  # noqa: S104 - not bound
        referee=RefereeOptions(grace=7),
        journal=JournalSection(path=Path("/elsewhere"), side_log_mb=1),
    )
    found = compare(OLD, new)
    assert set(found.restart) == {"[web] host", "[web] port", "[journal] path"}
    assert found.config.web == OLD.web
    assert found.config.referee.grace == 7
    assert (found.config.journal.path, found.config.journal.side_log_mb) == (Path("/j"), 1)


def test_every_effect_names_a_key_that_exists() -> None:
    for name in _EFFECTS:
        section, _, key = name.partition(".")
        assert section in Config.model_fields
        assert not key or hasattr(getattr(OLD, section), key)
