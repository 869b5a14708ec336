"""The tables of incidents and rulings in docs/referee.md, made from the code: `python -m tests.referee_page` writes
them anew.
"""

import re
import sys
from pathlib import Path
from typing import Final

from controller.referee.incidents import KINDS
from controller.referee.options import RefereeOptions
from controller.referee.rulingforms import RULINGS

PAGE: Final = Path(__file__).parents[1] / "docs" / "referee.md"
_TABLE: Final = re.compile(r"^\| incident \|.*?(?=^$)", re.DOTALL | re.MULTILINE)
_RULINGS: Final = re.compile(r"^\| ruling \|.*?(?=^$)", re.DOTALL | re.MULTILINE)


def table() -> str:
    """A row of each kind of incident."""
    options = RefereeOptions()
    lines = [
        "| incident | the table says | and asks | after | clocks | rulings |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for kind in KINDS.values():
        sentence, remedy = (_plain(text) for text in (kind.sentence, kind.remedy))
        seconds = f"{options.patience_of(kind.name) / 1000:g} s"
        clocks = "stop" if kind.stops_clocks else "run"
        rulings = ", ".join(f"`{ruling}`" for ruling in kind.rulings)
        lines.append(f"| `{kind.name}` | {sentence} | {remedy} | {seconds} | {clocks} | {rulings} |")
    return "\n".join(lines) + "\n"


def rulings() -> str:
    """A row of each ruling, with its fields."""
    lines = ["| ruling | about | does | fields | from a panel |", "| --- | --- | --- | --- | --- |"]
    for form in RULINGS:
        fields = ", ".join(f"`{field.name}`" + ("" if field.required else "?") for field in form.fields)
        lines.append(
            f"| `{form.name}` | {form.group.value} | {form.help} | {fields} | {'yes' if form.players else ''} |"
        )
    return "\n".join(lines) + "\n"


def page_with_table(text: str) -> str:
    """The page with its tables made anew."""
    return _RULINGS.sub(lambda _: rulings(), _TABLE.sub(lambda _: table(), text))


def _plain(text: str) -> str:
    return text.replace("{seats}", "North").replace(" {why}", " ...").replace("{why}", "").strip()


if __name__ == "__main__":
    PAGE.write_text(page_with_table(PAGE.read_text()))
    sys.stdout.write(f"wrote {PAGE}\n")
