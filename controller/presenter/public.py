"""What everybody may see of the table."""

from controller.presenter.calls import call_views
from controller.presenter.ratings import UNRATED, TableRatings, marks_of, shown_rating
from controller.presenter.result import final_view, places_of, result_view
from controller.presenter.tiles import meld_view, names
from controller.presenter.views import (
    CallWindowView,
    ClockView,
    IncidentView,
    PublicView,
    RiverTileView,
    RoundView,
    SeatState,
    Stage,
    Waiting,
    WindLetter,
)
from controller.referee.overtaken import overtaken_draw
from controller.referee.state import CallWindow, Clock, Incident, TablePhase, TableState
from engine.deal import Deal, Phase, PlayerState
from engine.deal.state import Four
from engine.events import Discard
from engine.match import Match
from engine.rules import RuleSet
from engine.tiles import KIND_NAMES, KIND_OF, SEATS, Seat, Tile, Wind, dora_of, seat_wind
from hal.ports import Millis
from hal.zones import hand_of

_STAGES: dict[TablePhase, Stage] = {
    TablePhase.SETUP: "idle",
    TablePhase.DEALING: "dealing",
    TablePhase.PLAYING: "playing",
    TablePhase.URA: "playing",
    TablePhase.RESULT: "between",
    TablePhase.FINISHED: "finished",
}

_WAITING: dict[Phase, Waiting] = {
    Phase.FLOWERS: "flower",
    Phase.DRAW: "draw",
    Phase.ACT: "discard",
    Phase.RIICHI: "discard",
    Phase.CLAIM: "calls",
    Phase.ROB: "calls",
    Phase.REPLACE: "replacement",
}


def public_view(
    state: TableState,
    *,
    now: Millis | None = None,
    simulated: bool = False,
    speed: float = 1.0,
    ratings: TableRatings = UNRATED,
) -> PublicView:
    """The public view of a state. `now` is table time if it is later than the state's last input."""
    now = state.now if now is None else max(now, state.now)
    stage = _STAGES[state.phase]
    rules, match = state.rules, state.match
    if rules is None or match is None:
        return PublicView(
            now=now, stage=stage, rules="", simulated=simulated, speed=speed, incidents=_incidents(state, None)
        )
    # Between deals nothing on the table means anything: the old deal is shown only as long as its result is.
    deal = None if stage == "dealing" else state.deal
    playing = deal is not None and stage == "playing"
    overtaken = overtaken_draw(state)
    return PublicView(
        now=now,
        stage=stage,
        rules=rules.name,
        family=rules.family,
        simulated=simulated,
        speed=speed,
        round=_round(state, match, deal),
        seats=_seats(state, match, rules, deal, ratings),
        turn=_turn(state.window, deal) if playing and deal is not None else None,
        waiting_for=_waiting_for(state, deal) if playing and deal is not None else None,
        wall_left=None if deal is None else deal.wall_left,
        indicators=() if deal is None else names(rules.tile_set, deal.indicators),
        dora=() if deal is None else tuple(KIND_NAMES[dora_of(KIND_OF[tile])] for tile in deal.indicators),
        dora_shown_as=rules.dora_shown_as,
        comparing=_comparing(state, now),
        clocks=tuple(_clock(clock, now) for clock in state.clocks),
        call_window=_call_window(state.window, rules) if playing else None,
        calls=() if deal is None else call_views(state, deal),
        put_back=None if overtaken is None else overtaken.seat,
        incidents=_incidents(state, rules),
        revealed=state.revealed,
        paused=state.paused,
        result=result_view(state) if stage == "between" else None,
        final=final_view(state, ratings) if stage == "finished" else None,
    )


def _round(state: TableState, match: Match, deal: Deal | None) -> RoundView:
    if deal is None:
        return RoundView(
            wind=_letter(match.round_wind), number=match.number, honba=match.honba, deposits=match.deposits
        )
    return RoundView(
        wind=_letter(deal.round_wind),
        number=(deal.dealer - match.first_dealer) % 4 + 1,
        honba=deal.honba,
        deposits=deal.deposits if state.result is None else state.result.deposits_after,
    )


def _seats(
    state: TableState,
    match: Match,
    rules: RuleSet,
    deal: Deal | None,
    ratings: TableRatings,
) -> tuple[SeatState, ...]:
    scores = _scores(state, match, deal)
    places = places_of(scores)
    dealer = match.dealer if deal is None else deal.dealer
    newest = _newest_discard(state, deal)
    out = []
    for seat in SEATS:
        player = None if deal is None else deal.players[seat]
        wind = seat_wind(seat, dealer)
        out.append(
            SeatState(
                seat=seat,
                name=state.players[seat] or wind.name.title(),
                wind=_letter(wind),
                dealer=seat == dealer,
                score=scores[seat],
                place=places[seat],
                hand_size=_tiles_dealt(state, seat) if player is None else len(player.hand),
                river=() if player is None else _river(rules, player, newest),
                melds=() if player is None else tuple(meld_view(rules.tile_set, m, seat) for m in player.melds),
                flowers=() if player is None else names(rules.tile_set, player.flowers),
                riichi=player is not None and player.riichi_accepted,
                absent=seat in state.absent,
                bot=seat in state.bots,
                rating=shown_rating(ratings.before[seat]),
                marks=marks_of(ratings.before[seat]),
            )
        )
    return tuple(out)


def _scores(state: TableState, match: Match, deal: Deal | None) -> Four:
    if state.result is not None and deal is not None:
        return state.result.scores_after
    return match.scores if deal is None else deal.scores


def _tiles_dealt(state: TableState, seat: Seat) -> int:
    """How many tiles lie on a rack while the deal is dealt."""
    rack = hand_of(seat)
    return sum(1 for place in state.places.values() if place.zone == rack)


def _comparing(state: TableState, now: Millis) -> Seat | None:
    """The seat that pressed DIFF last, while its differences are shown."""
    return next((seat for seat, until in reversed(state.comparing.items()) if until > now), None)


def _newest_discard(state: TableState, deal: Deal | None) -> Tile | None:
    if deal is None:
        return None
    return next((step.event.tile for step in reversed(state.steps) if isinstance(step.event, Discard)), None)


def _river(rules: RuleSet, player: PlayerState, newest: Tile | None) -> tuple[RiverTileView, ...]:
    return tuple(
        RiverTileView(
            tile=rules.tile_set.name(discard.tile),
            drawn=discard.drawn,
            riichi=discard.riichi,
            claimed_by=discard.claimed_by,
            last=discard.tile == newest and discard.claimed_by is None,
        )
        for discard in player.river
    )


def _turn(window: CallWindow | None, deal: Deal) -> Seat:
    return window.granted.seat if window is not None and window.granted is not None else deal.turn


def _waiting_for(state: TableState, deal: Deal) -> Waiting | None:
    if state.clocks_stopped:
        return "tiles"
    if state.window is not None and state.window.granted is not None:
        return "meld"
    if state.phase is TablePhase.URA or deal.indicators_due:
        return "indicator"
    if deal.phase is Phase.CLAIM and (state.window is None or state.window.closed):
        return "draw"
    return _WAITING.get(deal.phase)


def _call_window(window: CallWindow | None, rules: RuleSet) -> CallWindowView | None:
    if window is None or window.closed:
        return None
    return CallWindowView(seat=window.discarder, tile=rules.tile_set.name(window.tile), kan=window.kan)


def _clock(clock: Clock, now: Millis) -> ClockView:
    return ClockView(
        kind=clock.kind,
        seat=clock.seat,
        deadline=clock.lapses_at,
        remaining=clock.remaining(now),
        limit=clock.limit,
        running=clock.running_since is not None,
    )


def _incidents(state: TableState, rules: RuleSet | None) -> tuple[IncidentView, ...]:
    return tuple(incident_view(incident, rules) for incident in state.incidents.values())


def incident_view(incident: Incident, rules: RuleSet | None) -> IncidentView:
    """An incident as everybody sees it: no hidden face."""
    return IncidentView(
        number=incident.number,
        id=incident.kind,
        seats=incident.seats,
        tiles=() if rules is None else names(rules.tile_set, incident.public_tiles),
        sentence=incident.sentence,
        why=incident.why,
        remedy=incident.remedy,
        penalty=incident.penalty,
        clocks_stopped=incident.stops_clocks,
    )


def _letter(wind: Wind) -> WindLetter:
    letters: tuple[WindLetter, ...] = ("E", "S", "W", "N")
    return letters[wind]
