"""Sample views, and a hub that shows them, for looking at the pages without a table.

python -m tests.controller.web.samples          serves them at http://127.0.0.1:8090, one every few seconds
"""

import asyncio
from collections.abc import Mapping

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

from controller.access.door import Door
from controller.access.roles import resident
from controller.presenter.views import (
    CallView,
    CallWindowView,
    ClockView,
    DangerView,
    FinalView,
    FuView,
    HintView,
    IncidentView,
    LayView,
    LiveHandView,
    MeldView,
    OverlayView,
    OwnTile,
    PaymentView,
    PublicView,
    ReasonView,
    ResultView,
    RiverTileView,
    RoundView,
    SeatState,
    SeatView,
    ShownHandView,
    StandingView,
    TrainingView,
    WaitView,
    WindLetter,
    WinView,
    YakuView,
)
from controller.web.contract import Audience, Command, CommandRefused, Habits, Health, TableDesk, TakeTile, Versioned
from controller.web.server import create_app
from engine.tiles import TileSet, split_mpsz
from hal.ports import Button

NAMES = ("You", "Botan", "Chidori", "Daigo")


def river(
    text: str, *, riichi: int = -1, claimed: Mapping[int, int] | None = None, last: bool = False
) -> tuple[RiverTileView, ...]:
    names = split_mpsz(text)
    return tuple(
        RiverTileView(
            tile=name,
            drawn=index % 3 == 2,
            riichi=index == riichi,
            claimed_by=(claimed or {}).get(index),
            last=last and index == len(names) - 1,
        )
        for index, name in enumerate(names)
    )


def seats(scores: tuple[int, int, int, int], dealer: int = 1, **extra: Mapping[int, object]) -> tuple[SeatState, ...]:
    order = sorted(range(4), key=lambda seat: -scores[seat])
    winds: tuple[WindLetter, ...] = ("E", "S", "W", "N")
    return tuple(
        SeatState.model_validate(
            {
                "seat": seat,
                "name": NAMES[seat],
                "wind": winds[(seat - dealer) % 4],
                "dealer": seat == dealer,
                "score": scores[seat],
                "place": order.index(seat) + 1,
                "hand_size": 13,
            }
            | {key: values[seat] for key, values in extra.items() if seat in values}
        )
        for seat in range(4)
    )


PON = MeldView(type="pon", tiles=("6z", "6z", "6z"), sideways=(1,), source=0)
CHI = MeldView(type="chi", tiles=("4s", "3s", "0s"), sideways=(0,), source=1)
ANKAN = MeldView(type="ankan", tiles=("back", "1m", "1m", "back"))
KAKAN = MeldView(type="kakan", tiles=("9p", "9p", "9p", "9p"), sideways=(0, 1), source=3)

RIVERS = {
    0: river("1z9m3z1s8p2z6m7s4z9p2m5p1p"),
    1: river("9s1m4z8s3z7z2p6s4m3m1s5z7p6p", riichi=8),
    2: river("2z3z9m1p5z8s7p4m6m2s8p3p6z", claimed={12: 3}),
    3: river("7z1z8m9s2m4p9m5s1p7m4z3p", last=True),
}

PLAYING = PublicView(
    now=1_000_000,
    stage="playing",
    rules="tenhou",
    simulated=True,
    round=RoundView(wind="E", number=2, honba=1, deposits=1),
    seats=seats(
        (27_400, 33_900, 24_000, 13_700),
        river=RIVERS,
        melds={2: (CHI, KAKAN), 3: (PON, ANKAN)},
        hand_size={2: 7, 3: 7, 0: 13, 1: 13},
        riichi={1: True},
    ),
    turn=0,
    waiting_for="calls",
    wall_left=18,
    indicators=("3p", "8m"),
    dora=("4p", "9m"),
    clocks=(ClockView(kind="claim", deadline=1_008_000, remaining=8_000, limit=10_000),),
    call_window=CallWindowView(seat=3, tile="3p"),
    calls=(CallView(number=40, seat=1, call="riichi"), CallView(number=55, seat=3, call="pon")),
)

INCIDENT = PLAYING.model_copy(
    update={
        "incidents": (
            IncidentView(
                number=1,
                id="discard_out_of_turn",
                seats=(2,),
                tiles=("5p",),
                sentence="Chidori discarded the 5p, but it is Botan's turn.",
                remedy="Chidori, take it back into your hand.",
                clocks_stopped=True,
            ),
        ),
        "clocks": (ClockView(kind="turn", seat=1, remaining=4_000, limit=15_000, running=False),),
        "turn": 1,
        "call_window": None,
        "waiting_for": "tiles",
    }
)

WIN = WinView(
    seat=0,
    source=3,
    tile="3p",
    hand=tuple(split_mpsz("234m340p55567s44p")[:13]),
    indicators=("3p", "8m"),
    ura_indicators=("2z", "4s"),
    yaku=(YakuView(name="riichi", value=1), YakuView(name="ippatsu", value=1), YakuView(name="tanyao", value=1)),
    dora=3,
    aka=1,
    ura=0,
    han=7,
    fu=40,
    fu_parts=(
        FuView(name="base", fu=20),
        FuView(name="closed_ron", fu=10),
        FuView(name="triplet", fu=4, tiles=("5s", "5s", "5s")),
        FuView(name="rounding", fu=6),
    ),
    limit="haneman",
    total=13_300,
)

WON = PLAYING.model_copy(
    update={
        "stage": "between",
        "turn": None,
        "call_window": None,
        "clocks": (ClockView(kind="pause", deadline=1_020_000, remaining=20_000, limit=30_000),),
        "result": ResultView(
            kind="win",
            wins=(WIN,),
            payments=(
                PaymentView(payer=3, payee=0, points=12_300),
                PaymentView(payer=None, payee=0, points=1_000),
            ),
            changes=(13_300, 0, 0, -12_300),
            scores=(40_700, 33_900, 24_000, 1_400),
            places=(1, 2, 3, 4),
            ready=(1, 2),
        ),
    }
)

TSUMO = WON.model_copy(
    update={
        "result": ResultView(
            kind="win",
            wins=(
                WIN.model_copy(
                    update={
                        "seat": 2,
                        "source": None,
                        "hand": tuple(split_mpsz("234m55p66s")),
                        "tile": "6s",
                        "melds": (CHI, KAKAN),
                        "ura_indicators": (),
                        "yaku": (YakuView(name="yakuhai_hatsu", value=1), YakuView(name="toitoi", value=2)),
                        "han": 4,
                        "limit": None,
                        "total": 8_200,
                    }
                ),
            ),
            payments=(
                PaymentView(payer=0, payee=2, points=2_100),
                PaymentView(payer=1, payee=2, points=4_000),
                PaymentView(payer=3, payee=2, points=2_100),
            ),
            changes=(-2_100, -4_000, 8_200, -2_100),
            scores=(25_300, 29_900, 32_200, 11_600),
            places=(3, 2, 1, 4),
        )
    }
)

DRAWN = WON.model_copy(
    update={
        "result": ResultView(
            kind="draw",
            reason="exhaustive",
            shown=(
                ShownHandView(seat=1, hand=tuple(split_mpsz("234567m2345688p")[:13])),
                ShownHandView(seat=3, hand=tuple(split_mpsz("23p55s46m")), melds=(PON, ANKAN)),
            ),
            payments=(
                PaymentView(payer=0, payee=1, points=1_500),
                PaymentView(payer=2, payee=3, points=1_500),
            ),
            changes=(-1_500, 1_500, -1_500, 1_500),
            scores=(25_900, 35_400, 22_500, 15_200),
            places=(2, 1, 3, 4),
        )
    }
)

FINISHED = WON.model_copy(
    update={
        "stage": "finished",
        "clocks": (),
        "final": FinalView(
            standings=tuple(
                StandingView(seat=seat, name=NAMES[seat], place=place, score=score, bonus=bonus, points=settled)
                for seat, place, score, bonus, settled in (
                    (0, 1, 41_700, 40.3, 52.0),
                    (1, 2, 33_900, 10.1, 14.0),
                    (2, 3, 23_000, -10.0, -17.0),
                    (3, 4, 1_400, -20.4, -49.0),
                )
            )
        ),
    }
)

ALL = {"playing": PLAYING, "incident": INCIDENT, "won": WON, "tsumo": TSUMO, "drawn": DRAWN, "finished": FINISHED}

_SET = TileSet()
_HAND = _SET.parse("234m340p55567s12p6z")
OWN = tuple(OwnTile(id=tile, tile=_SET.name(tile)) for tile in _HAND)
_THREE = OwnTile(id=46, tile="3p")
SEAT = SeatView(
    seat=0,
    hand=OWN[:13],
    may_draw="wall",
    buttons=(Button.CHI, Button.PON, Button.PASS),
    lays=(
        LayView(button="CHI", own=(OWN[10], OWN[11]), taken=_THREE),
        LayView(button="CHI", own=(OWN[4], OWN[5]), taken=_THREE),
        LayView(button="PON", own=(OWN[3], OWN[4]), taken=_THREE),
    ),
)
MY_TURN = SEAT.model_copy(
    update={
        "hand": OWN,
        "drawn": OWN[13].id,
        "may_draw": None,
        "buttons": (Button.RIICHI, Button.WIN),
        "lays": (),
        "discards": tuple(tile.id for tile in OWN),
        "riichi_discards": (OWN[13].id, OWN[10].id),
    }
)
HELPED_CALL = SEAT.model_copy(
    update={
        "training": TrainingView(
            hint=HintView(action="pass", reasons=(ReasonView(code="call_loses", values={"points": 683}),)),
            dangers=(
                DangerView(tiles=(OWN[0].id,), seat=1, level="safe", percent=0.0, marks=("genbutsu",)),
                DangerView(tiles=(OWN[0].id,), seat=3, level="high", percent=9.5, marks=("live", "dora")),
                DangerView(tiles=(OWN[1].id,), seat=1, level="safe", percent=0.0, marks=("genbutsu",)),
            ),
        )
    }
)


PANEL = SeatView(seat=0, panel=tuple(Button))
"""The page of a seat outside training mode."""
COACHED = MY_TURN.model_copy(
    update={
        "panel": tuple(Button),
        "training": TrainingView(
            hint=HintView(
                action="riichi",
                tiles=(OWN[13].id,),
                reasons=(
                    ReasonView(code="ready", values={}),
                    ReasonView(code="useful", values={"tiles": 7, "kinds": ["1p", "4p"]}),
                ),
            ),
            dangers=(
                DangerView(tiles=(OWN[0].id,), seat=1, level="safe", percent=0.0, marks=("genbutsu",)),
                DangerView(tiles=(OWN[13].id,), seat=1, level="medium", percent=5.1, marks=("live",)),
                DangerView(tiles=(OWN[5].id,), seat=1, level="high", percent=11.0, marks=("live", "dora")),
            ),
            waits=(WaitView(tile="1p", left=3), WaitView(tile="4p", left=1)),
            furiten="temporary",
        ),
    }
)
RATED = FINISHED.model_copy(
    update={
        "seats": seats((41_700, 33_900, 23_000, 1_400), marks={0: 1, 2: 3}, rating={0: 1_640, 2: 2_031}),
        "final": FinalView(
            standings=tuple(
                line.model_copy(update={"rating": rating, "rating_change": change, "rank": rank, "rank_change": step})
                for line, rating, change, rank, step in zip(
                    FINISHED.final.standings if FINISHED.final else (),
                    (1_668, 1_510, 2_020, 1_468),
                    (28, 10, -11, -31),
                    (11, 3, 15, 9),
                    (0, 1, 0, -1),
                    strict=True,
                )
            ),
            reason="played_out",
        ),
    }
)
FAN = PLAYING.model_copy(
    update={
        "rules": "fan-practice",
        "family": "fan",
        "round": RoundView(wind="E", number=2, honba=1, deposits=0),
        "seats": seats((1_120, 980, 900, 1_000), flowers={0: ("1f", "5f"), 2: ("3f",)}, melds={3: (PON,)}),
        "indicators": (),
        "dora": (),
        "calls": (CallView(number=1, seat=3, call="pon"),),
    }
)
BROADCAST = OverlayView(
    public=PLAYING,
    hands=(
        LiveHandView(seat=0, hand=tuple(split_mpsz("234m340p55567s12p")), drawn="6z"),
        LiveHandView(
            seat=1,
            hand=tuple(split_mpsz("123456m2345688p")[:13]),
            waits=(WaitView(tile="1p", left=2), WaitView(tile="4p", left=0)),
            furiten=True,
        ),
        LiveHandView(seat=2, hand=tuple(split_mpsz("234m55p66s"))),
        LiveHandView(seat=3, hand=tuple(split_mpsz("23p55s467m"))),
    ),
)


class SampleHub:
    """A hub whose views are set by a test."""

    def __init__(self) -> None:
        self._views: dict[Audience, Versioned] = {}
        self._changed = asyncio.Condition()
        self._version = 0
        self.problems: tuple[str, ...] = ()

    async def put(self, audience: Audience, view: BaseModel) -> None:
        """Show a view."""
        async with self._changed:
            self._version += 1
            self._views[audience] = Versioned(self._version, view)
            self._changed.notify_all()

    def latest(self, audience: Audience) -> Versioned | None:
        return self._views.get(audience)

    async def newer(self, audience: Audience, version: int) -> Versioned:
        async with self._changed:
            await self._changed.wait_for(
                lambda: audience in self._views and self._views[audience].version > version,
            )
            return self._views[audience]

    def health(self) -> Health:
        return Health("test", self.problems)


class SampleControl:
    """A table that notes its commands; it refuses to draw."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.refused: list[Command] = []

    @property
    def seats(self) -> tuple[int, ...]:
        return (0,)

    @property
    def rule_names(self) -> tuple[str, ...]:
        return ("tenhou", "mahjong-soul", "doman")

    @property
    def habits(self) -> Habits:
        return Habits(pace="leisurely")

    async def command(self, command: Command, seat: int | None) -> None:
        if isinstance(command, TakeTile):
            self.refused.append(command)
            raise CommandRefused("There is no tile for you to draw now.")
        self.commands.append(command)


def sample_app(
    hub: SampleHub, control: SampleControl | None = None, door: Door | None = None, desk: TableDesk | None = None
) -> FastAPI:
    """The pages of a table on one's own laptop, where nobody needs to sign in (unless a door is given)."""
    home = Door(at_home=resident()) if door is None else door
    return create_app(hub, control, home, desk=desk, names=("testserver",))


async def _serve() -> None:
    hub = SampleHub()
    server = uvicorn.Server(uvicorn.Config(sample_app(hub, SampleControl()), port=8090, log_level="warning"))
    await hub.put("seat0", SEAT)
    serving = asyncio.create_task(server.serve())
    while not serving.done():
        for view in ALL.values():
            await hub.put("public", view)
            await asyncio.sleep(4)


if __name__ == "__main__":
    asyncio.run(_serve())
