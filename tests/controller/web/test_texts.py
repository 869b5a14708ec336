"""Every text the pages use exists in every language."""

import ast
import json
import re
from pathlib import Path
from typing import get_args

import pytest

import controller
import engine
import hal
from controller.people.bots import BOT_NAMES
from controller.presenter.views import AdvisedAction, CallName, DangerLevel, FuritenKind
from controller.referee.incidents import KINDS
from controller.referee.options import RefereeOptions
from controller.referee.rulingforms import NOT_NOW, RULINGS
from controller.service.faults import FaultKind
from controller.service.simulated import BotPace
from controller.web.static_files import STATIC
from engine.advice.danger import Mark
from engine.advice.plans import SUIT_NAMES
from engine.advice.reasons import PLAN_NAMES, TEXTS
from engine.bots.levels import LEVELS
from engine.events import DrawReason
from engine.rating import MARKS
from engine.rules import PRESETS, RuleSet
from engine.rules.faults import allowed_values
from engine.rules.table_rules import Penalty
from engine.scoring.explain import FuName
from engine.scoring.yaku import CLOSED_HAN
from engine.tiles import KIND_NAMES
from hal.ports import Button
from hal.sim.noise import PROFILES


def _words(text: str) -> list[str]:
    return text.split()


LANGUAGES = ("en", "ja", "zh-Hant")
KEPT_IN_BROWSER = {"viewer.speed"}
"""Names of settings that look like keys."""

RIICHI_YAKU = _words(
    """riichi double_riichi ippatsu menzen_tsumo pinfu tanyao iipeikou yakuhai_haku yakuhai_hatsu
yakuhai_chun seat_wind round_wind rinshan chankan haitei houtei chiitoitsu sanshoku_doujun ittsu chanta honroutou
toitoi sanankou sankantsu sanshoku_doukou shousangen ryanpeikou junchan honitsu chinitsu nagashi_mangan renhou tenhou
chiihou kokushi kokushi_13 suuankou suuankou_tanki daisangen shousuushii daisuushii tsuuiisou chinroutou ryuuiisou
chuuren chuuren_9 suukantsu"""
)
FAN_PATTERNS = _words(
    """all_chows all_pungs half_flush full_flush mixed_terminals four_concealed_pungs dragon_pung:white
dragon_pung:green dragon_pung:red small_three_dragons great_three_dragons seat_wind round_wind small_four_winds
self_draw concealed_hand last_tile kong_replacement robbing_kong no_flowers seat_flower seat_season all_flowers
all_seasons thirteen_orphans nine_gates all_honors all_terminals great_four_winds four_kongs"""
)


def texts(language: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((STATIC / "text" / f"{language}.json").read_text("utf-8"))
    return loaded


def pages() -> str:
    files = [*STATIC.glob("*.html"), *(STATIC / "js").glob("*.js")]
    return "\n".join(path.read_text("utf-8") for path in sorted(files))


def keys_in_pages() -> set[str]:
    """Keys written out in the pages; those put together from parts are checked by name below.

    Whatever is written like a key of a group that has texts is one.
    """
    source = pages()
    groups = "|".join(sorted({group_of(key) for key in texts("en")}))
    return {
        *re.findall(r'\bt\(\s*"([\w.:]+)"', source),
        *re.findall(r'data-(?:text|label)="([\w.:]+)"', source),
        *re.findall(rf'["`]((?:{groups})\.[\w.:-]+)["`]', source),
    } - KEPT_IN_BROWSER


def prefixes_in_pages() -> set[str]:
    """What stands before the part that is put in: `call.` of `call.${name}`."""
    return set(re.findall(r"`((?:[\w-]+\.)+[\w]*)\$\{", pages()))


def group_of(key: str) -> str:
    """`call` of `call.pon` and of `fan:call.pon`."""
    return key.removeprefix("fan:").partition(".")[0]


def keys_by_name() -> set[str]:
    keys = {f"yaku.{name}" for name in (*RIICHI_YAKU, *FAN_PATTERNS, *CLOSED_HAN)}
    keys |= {f"incident.{name}.{part}" for name in KINDS for part in ("what", "remedy")}
    keys |= {f"draw.{reason.value}" for reason in DrawReason}
    keys |= {f"call.{name}" for name in get_args(CallName)}
    keys |= {f"button.{button.value}" for button in Button}
    keys |= {f"tile.{name}" for name in KIND_NAMES if name[1] in "zf"}
    keys |= {f"clock.{name}" for name in ("turn", "claim", "bank", "pause", "match")}
    keys |= {f"fu.{name}" for name in get_args(FuName)}
    keys |= {f"penalty.{name}" for name in get_args(Penalty) if name != "refused"}
    keys |= {f"limit.{name}" for name in ("mangan", "haneman", "baiman", "sanbaiman", "yakuman", "yakuman_n")}
    keys |= {f"{group}.{letter}" for group in ("wind", "wind.short") for letter in "ESWN"}
    keys |= {f"reason.{code}" for code in TEXTS} | {f"plan.{plan}" for plan in PLAN_NAMES}
    keys |= {f"mark.{mark.value}" for mark in Mark} | {f"suit.{suit}" for suit in SUIT_NAMES}
    keys |= {f"hint.{action}" for action in get_args(AdvisedAction)}
    keys |= {f"danger.{level}" for level in get_args(DangerLevel)} | {"value.han", "value.fan"}
    keys |= {f"furiten.{kind}" for kind in get_args(FuritenKind)} | {f"rules.{name}" for name in PRESETS}
    keys |= {f"fault.{kind}" for kind in get_args(FaultKind)} | {f"table.noise_{name}" for name in PROFILES}
    keys |= {f"table.who_{who}" for who in ("person", *LEVELS)} | {f"table.pace_{pace}" for pace in get_args(BotPace)}
    keys |= {f"sound.{kind}" for kind in ("calls", "riichi", "win", "time", "incident", "turn", "voice")}
    keys |= {f"bot.{name}" for name in BOT_NAMES} | {f"person.{who}" for who in ("You", "Player", "Guest", "Seat")}
    keys |= keys_of_house_rules() | {f"seat.marks_{count}" for count in range(1, len(MARKS) + 1)}
    keys |= {f"length.{length}" for length in ("single", "tonpuusen", "hanchan", "east", "full")}
    keys |= {f"counts.{kind}" for kind in ("rules", "novice", "advanced", "season", "party")}
    return keys | {f"place.{place}" for place in range(1, 5)} | {f"number.{number}" for number in range(1, 10)}


def keys_of_house_rules() -> set[str]:
    """The fields a page offers for a new match, and the words among their values."""
    source = (STATIC / "js" / "newmatch.js").read_text("utf-8")
    fields = set(re.findall(r'"(\w+)"', source[source.index("const FIELDS") : source.index("const START_POINTS")]))
    fields &= set(RuleSet.model_fields)
    words = {(field, value) for field in fields for value in allowed_values(field) if isinstance(value, str)}
    return {f"rule.{field}" for field in fields} | {f"rule.{field}.{value}" for field, value in words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_or_empty(language: str) -> None:
    own = texts(language)
    assert keys_in_pages() | keys_by_name() | keys_of_panels() <= own.keys()
    assert [key for key, text in own.items() if not text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_texts_with_the_same_placeholders(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert english.keys() == other.keys()
    fields = re.compile(r"\{\w+\}")
    differ = [key for key in english if set(fields.findall(english[key])) != set(fields.findall(other[key]))]
    assert differ == []


def keys_of_panels() -> set[str]:
    """Keys the seats' displays use, with the rulings their menu has."""
    house = Path(controller.__file__).parent
    sources = [house / "presenter" / "lines.py", house / "displays.py"]
    written = {key for path in sources for key in re.findall(r'"(panel\.\w+)"', path.read_text("utf-8"))}
    return written | {f"panel.{form.name}" for form in RULINGS if form.players}


def test_no_text_is_left_over() -> None:
    written, prefixes = keys_in_pages(), tuple(prefixes_in_pages())
    used = {key for key in texts("en") if key in written or key.startswith(prefixes)}
    assert {key for key in texts("en") if key.removeprefix("fan:") not in used | keys_of_panels()} == set()


def test_what_is_put_together_has_texts() -> None:
    known = texts("en")
    groups = {group_of(key) for key in known}
    lacking = {p for p in prefixes_in_pages() if p.split(".")[0] in groups and not any(k.startswith(p) for k in known)}
    assert lacking == set()


def test_every_incident_the_referee_waits_for_has_its_texts() -> None:
    assert {f"incident.{kind}.what" for kind in RefereeOptions().patience} <= texts("en").keys()


def test_every_language_can_be_chosen() -> None:
    source = (STATIC / "js" / "text.js").read_text("utf-8")
    for language in LANGUAGES:
        assert re.search(rf'["\s]{re.escape(language)}"?:', source)


def test_the_pages_use_keys() -> None:
    assert len(keys_in_pages()) > 60, "the search for keys no longer finds them"


SAYING = {
    "AccessError",
    "AccessRefused",
    "CommandRefused",
    "FaultRefused",
    "HTTPException",
    "JournalDamaged",
    "JournalError",
    "JournalTooNew",
    "MotionRefused",
    "PlayerError",
    "RegistryError",
    "RulingError",
    "report",
    "_report",
}
"""Calls whose last argument may come to a page: refusals, and what `/health` tells."""
ROOMS = ("access", "journal", "people", "players", "referee", "service", "web", "registry.py")
"""Where they are meant for a page; what commands say stays English, as the log does."""


def sentences(node: ast.expr) -> list[str]:
    """A text of the source as the page may meet it, with a gap (`{}`) for each value put in."""
    match node:
        case ast.Constant(value=str(sentence)):
            return [sentence]
        case ast.JoinedStr(values=parts):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
            return [text.replace("{}{}", "{}")]
        case ast.IfExp(body=one, orelse=other):
            return [*sentences(one), *sentences(other)]
        case ast.BinOp(left=left, op=ast.Add()):
            return [start + "{}" for start in sentences(left)]
    return []


def said_to_pages() -> set[str]:
    """The sentences by which the table refuses something or says what is wrong with it."""
    house = Path(controller.__file__).parent
    found = set(NOT_NOW.values())
    for path in house.rglob("*.py"):
        if path.relative_to(house).parts[0] not in ROOMS:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[*_, last]) if name in SAYING:
                    found.update(sentences(last))
    return found


def hardware_trouble() -> set[str]:
    """What the drivers say of boards, readers and displays that are not there."""
    table = Path(hal.__file__).parent
    sources = [table / "boards" / "table.py", table / "pepper" / "driver.py", table / "displays" / "worker.py"]
    found = set()
    for node in (node for path in sources for node in ast.walk(ast.parse(path.read_text("utf-8")))):
        match node:
            case ast.Call(func=ast.Name(id="_sentence"), args=[text]) | ast.DictComp(value=text):
                found.update(sentences(text))
            case ast.FunctionDef(name="_mute_text", body=[ast.Return(value=ast.expr() as text)]):
                found.update(sentences(text))
    return found - {"{}"}


def said_by_the_rules() -> set[str]:
    """Why the engine refuses what people do or enter at the table, and the reasons that incidents give beside it."""
    deal = [Path(engine.__file__).parent / "deal" / f"{name}.py" for name in ("calls", "ends", "kans", "turns", "wins")]
    scoring = [Path(engine.__file__).parent / "scoring" / f"{name}.py" for name in ("checks", "fan", "riichi")]
    entered = [Path(engine.__file__).parent / "deal" / "entered.py"]
    faults = sorted((Path(controller.__file__).parent / "referee").glob("*faults.py"))
    found = set()
    for node in (
        n for path in (*deal, *scoring, *entered, *faults) for n in ast.walk(ast.parse(path.read_text("utf-8")))
    ):
        match node:
            case ast.Call(func=ast.Name(id="IllegalAction" | "ImpossibleHand" | "Refusal"), args=[_, text, *_]):
                found.update(sentences(text))
            case ast.Call(func=ast.Name(id="RulesError"), args=[text]) | ast.keyword(arg="why", value=text):
                found.update(sentences(text))
            case ast.Return(value=ast.Tuple(elts=[ast.Constant(value=str()), text])):
                found.update(sentences(text))
            case ast.Assign(targets=[ast.Name(id="why")], value=text):
                found.update(sentences(text))
            case ast.Call(func=ast.Name(id="Fault"), args=[_, _, _, text, *_]):
                found.update(sentences(text))
    return {sentence.strip() for sentence in found}


def put_into_other_languages() -> dict[str, dict[str, str]]:
    """The translations of what is said in English, by sentence."""
    files = [json.loads((STATIC / "text" / f"{name}.json").read_text("utf-8")) for name in ("refusals", "engine")]
    return {sentence: translations for known in files for sentence, translations in known.items()}


def test_what_the_table_says_to_a_page_has_every_language() -> None:
    known = put_into_other_languages()
    assert len(said_to_pages()) > 100, "the search for sentences no longer finds them"
    assert len(hardware_trouble()) > 2
    assert len(said_by_the_rules()) > 80
    assert (said_to_pages() | hardware_trouble() | said_by_the_rules()) - known.keys() == set()


def test_what_fills_the_gaps_of_a_sentence_is_put_into_its_translations() -> None:
    known = put_into_other_languages()
    for sentence, translations in known.items():
        assert set(translations) == set(LANGUAGES) - {"en"}
        for text in translations.values():
            used = {int(number) for number in re.findall(r"\{(\d)\}", text)}
            assert used <= set(range(1, sentence.count("{}") + 1)), sentence
            assert used or not sentence.count("{}"), sentence
            assert "{}" not in text, sentence
