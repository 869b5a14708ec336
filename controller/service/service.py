"""The service from start to stop: the web page first, then the table, and everything down again in two seconds."""

import asyncio
import ipaddress
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, Final, Literal

import structlog
import uvicorn

from controller.access.door import Door
from controller.access.roles import Visitor, resident
from controller.access.store import AccessStore
from controller.config import MEGABYTE, Config
from controller.displays import SeatDisplays
from controller.errors import RegistryError, UsageError
from controller.inputs import SetupChanged
from controller.journal import Journal
from controller.notify import Notifier
from controller.referee.state import TablePhase
from controller.registry import registry_for
from controller.runtime import TableRuntime, TableSetup
from controller.service.clock import TableClock
from controller.service.control import PageControl
from controller.service.hub import ViewHub
from controller.service.loop import TableLoop
from controller.service.simulated import Seating, SimulatedHouse, WallFile, match_details
from controller.web.server import UVICORN_OPTIONS, create_app
from engine.tiles import TileSet
from hal.drivers import TablePorts, open_table
from hal.errors import DriverError

STOP_SECONDS: Final = 1.0
"""How long the table's thread and the pages each get to end."""

REOPEN_SECONDS: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Pauses between tries to reach the hardware; the last one again and again."""

WATCH_SECONDS: Final = 1.0
"""How often the service looks whether the table's thread lives."""

_log = structlog.get_logger("service")


@dataclass(frozen=True)
class Plan:
    """What to run. `seating` is for a simulated table.

    `go_on` with an unfinished match of the journal: always, only if it is the `same` game (rules and people as asked
    for now), or never.
    """

    config: Config
    seating: Seating | None = None
    speed: float = 1.0
    go_on: Literal["always", "same", "never"] = "always"
    demo: bool = False
    """A table on one's own laptop: whoever uses the laptop needs no PIN, as long as it serves no other address."""

    def at_home(self) -> Visitor | None:
        """Who everybody on this computer is without signing in."""
        if not self.demo or not is_loopback(self.config.web.host):
            return None
        return resident(None if self.seating is None else self.seating.person)


def run(plan: Plan, announce: Callable[[str], None]) -> None:
    """Run the service until SIGTERM or SIGINT. `announce` is given the page's address once it is served.

    Raises `UsageError` if the port is taken, `JournalError` if the journal cannot be used.
    """
    web = plan.config.web
    listening = _listen(web.host, web.port)
    try:
        asyncio.run(_serve(plan, listening, announce))
    finally:
        listening.close()


def is_loopback(host: str) -> bool:
    """Whether an address to listen on is reached from this computer alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise UsageError(
            f"cannot serve the page at {host} port {port}: {error.strerror}. Stop what uses it, or name another "
            "port (--port, or [web] port in the configuration)"
        ) from error
    return listening


async def _serve(plan: Plan, listening: socket.socket, announce: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    path = plan.config.journal.path
    path.parent.mkdir(parents=True, exist_ok=True)
    journal = Journal.open(path, plan.config.journal.side_log_mb * MEGABYTE)
    hub, notifier = ViewHub(), Notifier()
    hub.report("table", "The table is being set up.")
    door = Door(AccessStore.beside(path), at_home=plan.at_home())
    control = PageControl(plan.seating.person) if plan.seating is not None else None
    try:
        async with _page(create_app(hub, control, door, plan.config.web.names), listening, plan.config.web.proxies):
            announce(_address(listening))
            notifier.ready(f"page at {_address(listening)}")
            await _play(plan, journal, hub, control, notifier, stop)
            notifier.stopping()
    finally:
        journal.close()


async def _play(
    plan: Plan, journal: Journal, hub: ViewHub, control: PageControl | None, notifier: Notifier, stop: asyncio.Event
) -> None:
    """Open the table, as often as it takes, and run it until the service is stopped."""
    tries = 0
    while not stop.is_set():
        try:
            loop, ports = _open(plan, journal, hub, control)
        except (DriverError, RegistryError) as error:
            pause = REOPEN_SECONDS[min(tries, len(REOPEN_SECONDS) - 1)]
            tries += 1
            _log.error("table_not_opened", reason=str(error), next_try_seconds=pause)
            hub.report("table", f"The table cannot be opened: {error}. Next try in {pause:.0f} s.")
            await _wait(stop, pause)
            continue
        hub.report("table", None)
        loop.start()
        _log.info("table_running", driver=plan.config.driver)
        await _watch(loop, hub, notifier, stop)
        if not await asyncio.to_thread(loop.stop, STOP_SECONDS):
            _log.error("table_not_stopped")
        ports.close()
        return


async def _watch(loop: TableLoop, hub: ViewHub, notifier: Notifier, stop: asyncio.Event) -> None:
    """Until the stop, see that the table's thread turns, and feed the service manager's watchdog as long as it does."""
    beats = -1
    while not stop.is_set():
        if loop.beats != beats:
            beats = loop.beats
            notifier.alive()
            hub.report("loop", None)
        else:
            hub.report("loop", "The table does not react: its thread is busy or stuck.")
        await _wait(stop, WATCH_SECONDS)


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return


def _open(plan: Plan, journal: Journal, hub: ViewHub, control: PageControl | None) -> tuple[TableLoop, TablePorts]:
    """The table's loop, ready to start, and its opened hardware, which the caller closes."""
    config = plan.config
    assert config.driver is not None  # noqa: S101 - the commands see to it
    # A simulated table has the flowers too, so that any rules can be chosen for the next match.
    ports = open_table(config.driver, config.options, TileSet(flowers=True), config.other_ports)
    try:
        return _set_up(plan, journal, hub, control, ports), ports
    except BaseException:
        ports.close()
        raise


def _set_up(plan: Plan, journal: Journal, hub: ViewHub, control: PageControl | None, ports: TablePorts) -> TableLoop:
    """The loop of an opened table; an unfinished match is taken up again."""
    config = plan.config
    setup = TableSetup(registry_for(config.table.registry, ports), config.referee, config.perception)
    clock = TableClock(journal.at, plan.speed)
    if ports.simulation is not None:
        ports.simulation.begin_at(clock.now())
    runtime = _runtime(plan, setup, ports, journal)
    runtime.observe(SeatDisplays(ports.display))
    house = _house(plan, ports, runtime)
    if runtime.state.phase in (TablePhase.SETUP, TablePhase.FINISHED):
        _begin(config, runtime, house)
    elif house is not None:
        house.restore()
    loop = TableLoop(runtime, clock, hub, house)
    if control is not None and house is not None:
        control.attach(loop, house, clock)
    return loop


def _runtime(plan: Plan, setup: TableSetup, ports: TablePorts, journal: Journal) -> TableRuntime:
    if plan.go_on == "never":
        return TableRuntime(setup, ports, journal)
    runtime = TableRuntime.resume(setup, ports, journal)
    if plan.go_on == "always" or runtime.state.rules is None or _is_same_game(plan, runtime):
        return runtime
    return TableRuntime(setup, ports, journal)


def _is_same_game(plan: Plan, runtime: TableRuntime) -> bool:
    people = list(plan.config.table.players) if plan.seating is None else plan.seating.names()
    return runtime.state.rules == plan.config.rules() and list(runtime.state.players) == people


def _house(plan: Plan, ports: TablePorts, runtime: TableRuntime) -> SimulatedHouse | None:
    if ports.simulation is None:
        return None
    path = plan.config.journal.path
    walls = WallFile(path.with_name(path.name + ".wall"))
    return SimulatedHouse(ports.simulation, runtime, plan.seating or Seating(), walls)


def _begin(config: Config, runtime: TableRuntime, house: SimulatedHouse | None) -> None:
    rules, dealer = config.rules(), config.table.first_dealer
    first_dealer = None if dealer == "dice" else dealer
    if house is not None:
        house.start_match(rules, first_dealer)
        return
    details = match_details(rules, config.table.players, first_dealer)
    runtime.submit(lambda now: SetupChanged(at=now, what="match", details=details))


@asynccontextmanager
async def _page(app: Any, listening: socket.socket, proxies: Sequence[str]) -> AsyncIterator[None]:
    """Serve the pages; they end after the table does."""
    options = UVICORN_OPTIONS | {
        "timeout_graceful_shutdown": STOP_SECONDS,
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": list(proxies),
    }
    server = _Server(uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", **options))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    try:
        yield
    finally:
        server.should_exit = True
        await serving


class _Server(uvicorn.Server):
    """A server that leaves the signals to the service, which has more to end than the pages."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take no signals."""
        yield


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - told, not bound
        host = socket.gethostname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
