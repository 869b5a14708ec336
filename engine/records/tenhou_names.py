"""How tenhou.net/6 JSON writes tiles, yaku, limits and draws."""

from typing import Final

from engine.events import DrawReason

YAKU: Final[dict[str, str]] = {
    "riichi": "立直",
    "double_riichi": "両立直",
    "ippatsu": "一発",
    "menzen_tsumo": "門前清自摸和",
    "pinfu": "平和",
    "tanyao": "断幺九",
    "iipeikou": "一盃口",
    "yakuhai_haku": "役牌 白",
    "yakuhai_hatsu": "役牌 發",
    "yakuhai_chun": "役牌 中",
    "rinshan": "嶺上開花",
    "chankan": "槍槓",
    "haitei": "海底摸月",
    "houtei": "河底撈魚",
    "chiitoitsu": "七対子",
    "sanshoku_doujun": "三色同順",
    "ittsu": "一気通貫",
    "chanta": "混全帯幺九",
    "honroutou": "混老頭",
    "toitoi": "対々和",
    "sanankou": "三暗刻",
    "sankantsu": "三槓子",
    "sanshoku_doukou": "三色同刻",
    "shousangen": "小三元",
    "ryanpeikou": "二盃口",
    "junchan": "純全帯幺九",
    "honitsu": "混一色",
    "chinitsu": "清一色",
    "renhou": "人和",
    "tenhou": "天和",
    "chiihou": "地和",
    "kokushi": "国士無双",
    "kokushi_13": "国士無双１３面",
    "suuankou": "四暗刻",
    "suuankou_tanki": "四暗刻単騎",
    "daisangen": "大三元",
    "shousuushii": "小四喜",
    "daisuushii": "大四喜",
    "tsuuiisou": "字一色",
    "chinroutou": "清老頭",
    "ryuuiisou": "緑一色",
    "chuuren": "九蓮宝燈",
    "chuuren_9": "純正九蓮宝燈",
    "suukantsu": "四槓子",
}
"""Our names to theirs; the two wind yaku also name the wind (`SEAT_WIND`, `ROUND_WIND` and a wind)."""

SEAT_WIND: Final = "自風"
ROUND_WIND: Final = "場風"
WINDS: Final = "東南西北"

OUR_YAKU: Final[dict[str, str]] = {theirs: ours for ours, theirs in YAKU.items()} | {
    f"{prefix} {wind}": name
    for prefix, name in ((SEAT_WIND, "seat_wind"), (ROUND_WIND, "round_wind"))
    for wind in WINDS
}
DORA: Final = "ドラ"
RED_DORA: Final = "赤ドラ"
URA_DORA: Final = "裏ドラ"

LIMITS: Final[dict[str, str]] = {
    "mangan": "満貫",
    "haneman": "跳満",
    "baiman": "倍満",
    "sanbaiman": "三倍満",
    "yakuman": "役満",
}

WIN: Final = "和了"
DRAWS: Final[dict[DrawReason, str]] = {
    DrawReason.EXHAUSTIVE: "流局",
    DrawReason.NAGASHI_MANGAN: "流し満貫",
    DrawReason.NINE_TERMINALS: "九種九牌",
    DrawReason.FOUR_WINDS: "四風連打",
    DrawReason.FOUR_KANS: "四槓散了",
    DrawReason.FOUR_RIICHI: "四家立直",
    DrawReason.TRIPLE_RON: "三家和了",
}
ALL_TENPAI: Final = "全員聴牌"
ALL_NOTEN: Final = "全員不聴"
REASONS: Final[dict[str, DrawReason]] = {theirs: ours for ours, theirs in DRAWS.items()} | {
    ALL_TENPAI: DrawReason.EXHAUSTIVE,
    ALL_NOTEN: DrawReason.EXHAUSTIVE,
    "四開槓": DrawReason.FOUR_KANS,
    "三家和": DrawReason.TRIPLE_RON,
}

TSUMOGIRI: Final = 60
"""Stands for the drawn tile in a list of discards."""

_SUITS: Final = "mpsz"


def name_of_code(code: int) -> str:
    """mpsz name of a tile code (`11` is `1m`, `47` is `7z`, `52` is `0p`); raises `ValueError` for any other."""
    tens, ones = divmod(code, 10)
    if tens == 5 and 1 <= ones <= 3:
        return "0" + _SUITS[ones - 1]
    if 1 <= tens <= 4 and 1 <= ones <= (7 if tens == 4 else 9):
        return f"{ones}{_SUITS[tens - 1]}"
    raise ValueError(f"{code} is no tile code")


def code_of_name(name: str) -> int:
    """The code of an mpsz name."""
    suit = _SUITS.index(name[1]) + 1
    return 50 + suit if name[0] == "0" else suit * 10 + int(name[0])
