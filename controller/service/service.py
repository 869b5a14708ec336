"""The service from start to stop: the web page first, then the table, and everything down again in two seconds."""

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final

import uvicorn

from controller.access.door import Door
from controller.access.store import AccessStore
from controller.journal import Journal
from controller.notify import Notifier
from controller.players.archive import Archive
from controller.players.rosterbook import RosterBook
from controller.service.control import PageControl
from controller.service.desk import RefereeDesk
from controller.service.front import Front
from controller.service.gauges import Gauges
from controller.service.hub import ViewHub
from controller.service.keeper import TableKeeper
from controller.service.listening import listen
from controller.service.opening import STOP_SECONDS, OpenTable
from controller.service.people import TablePeople
from controller.service.plan import Plan
from controller.web.library import Library
from controller.web.server import UVICORN_OPTIONS, create_app

TIDY_SECONDS: Final = 2.0


def run(plan: Plan, announce: Callable[[str], None]) -> None:
    """Run the service until SIGTERM or SIGINT. `announce` is given the page's address once it is served.

    Raises `PageUnavailable` if no page can be served there, `JournalError` if the journal cannot be used.
    """
    # Journal, scans and a simulated wall hold hidden tiles: nobody else on this machine reads them.
    os.umask(os.umask(0) | 0o027)
    web = plan.config.web
    listening = listen(web.host, web.port)
    try:
        asyncio.run(_serve(plan, listening, announce))
    finally:
        listening.close()


async def _serve(plan: Plan, listening: socket.socket, announce: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    path = plan.config.journal.path
    with suppress(OSError):  # whoever opens the journal says what is wrong, and goes on trying
        path.parent.mkdir(parents=True, exist_ok=True)
    hub, notifier = ViewHub(), Notifier()
    hub.report("table", "The table is being set up.")
    door = Door(AccessStore.beside(path), at_home=plan.at_home())
    control = PageControl(plan.seating.persons) if plan.seating is not None else None
    desk = RefereeDesk()
    archive, roster, cards = Archive(path), RosterBook(path), RosterBook(path)
    people = TablePeople(roster, archive, cards)
    front = Front(plan, hub, door, desk, people, plan.tell_code if door.at_home is None else None)
    gauges = Gauges(hub, path, plan.config.driver)

    def attach(table: OpenTable, journal: Journal) -> None:
        front.attach(table, journal)
        gauges.attach(table, journal)

    keeper = TableKeeper(plan, hub, control, notifier, attach)
    loop.add_signal_handler(signal.SIGHUP, keeper.reload)
    library = Library(archive, roster, people, plan.config.web.overlay_delay)
    app = create_app(hub, control, door, desk=desk, library=library, names=plan.config.web.names, measure=gauges.read)
    try:
        async with _page(app, listening, plan.config.web.proxies), _tidied(door, hub):
            announce(_address(listening))
            notifier.ready(f"page at {_address(listening)}")
            await keeper.run(stop)
            notifier.stopping()
    finally:
        door.close()
        for book in (archive, roster, cards):
            book.close()


@asynccontextmanager
async def _tidied(door: Door, hub: ViewHub) -> AsyncIterator[None]:
    """Take codes off the displays when their time is over, and say when the access file is broken."""

    async def tidy() -> None:
        while True:
            door.codes.tidy()
            hub.report("access", door.trouble())
            await asyncio.sleep(TIDY_SECONDS)

    tidying = asyncio.create_task(tidy())
    try:
        yield
    finally:
        tidying.cancel()


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
