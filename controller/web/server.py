"""The web application: put together from the guard, the table of rights and the routes.

It only observes. What changes anything needs a role (`controller.web.rights`), and is carried out by the table:
rulings by its `TableDesk`, commands of a page by a simulated table's `TableControl`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from fastapi import Depends, FastAPI
from fastapi.staticfiles import StaticFiles

from controller.access.door import Door
from controller.version import VERSION
from controller.web.apidoc import ABOUT, describe_api
from controller.web.connection import MAX_MESSAGE, Connections
from controller.web.contract import Hub, Measurement, TableControl, TableDesk
from controller.web.guard import Guard
from controller.web.library import Library
from controller.web.patience import IDLE_SECONDS, PatientHttp, PatientWebSocket
from controller.web.refusals import REFUSALS, tell_refusals
from controller.web.rights import check_rights
from controller.web.routes import access, links, metrics, pages, people, pictures, records, referee, rules, state
from controller.web.static_files import STATIC

UVICORN_OPTIONS: Final[dict[str, Any]] = {
    "http": PatientHttp,
    "ws": PatientWebSocket,
    "timeout_keep_alive": IDLE_SECONDS,
    "ws_max_size": MAX_MESSAGE,
    "ws_ping_interval": 10.0,
    "ws_ping_timeout": 10.0,
    "timeout_graceful_shutdown": 2,
    "server_header": False,
}
"""How uvicorn must be started, so that no page can fill the memory or keep a place, and none keeps the service from
stopping.
"""


def create_app(
    hub: Hub,
    control: TableControl | None = None,
    door: Door | None = None,
    *,
    desk: TableDesk | None = None,
    library: Library | None = None,
    names: Iterable[str] = (),
    measure: Callable[[], Sequence[Measurement]] = tuple,
) -> FastAPI:
    """The application over a hub of views, for a simulated table its control, and the desk where people rule.

    `library` has the matches and people of the journal. `door` tells who is who; without one nobody has any role.
    `names` are further host names it is known by; `measure` gives what `/metrics` shows.
    """
    door = Door() if door is None else door
    library = Library() if library is None else library
    # The interactive API pages of FastAPI load their scripts from the internet: only the description is served.
    app = FastAPI(
        title="Jantaku",
        version=VERSION,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(check_rights)],
        responses=REFUSALS,
    )
    app.add_middleware(Guard, door=door, names=tuple(names))
    tell_refusals(app)
    for routes in (
        pages.router(control),
        state.router(hub),
        metrics.router(measure),
        rules.router(),
        pictures.router(),
        links.router(Connections(hub, control, desk, door.codes)),
        access.router(door),
        referee.router(desk),
        records.router(library.archive, library.overlay_delay),
        people.router(library.archive, library.roster, library.people),
    ):
        app.include_router(routes)
    describe_api(app)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app
