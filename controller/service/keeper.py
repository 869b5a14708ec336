"""Keeps a table running: opens journal and hardware as often as it takes, watches, reloads, and ends it in time."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import structlog

from controller.config import MEGABYTE
from controller.effects import Effect, MatchEnded
from controller.errors import ConfigError, JournalDamaged, JournalError, RegistryError, UsageError
from controller.journal import Journal, is_damaged, is_large, open_journal, recover
from controller.logs import set_up_logs
from controller.notify import Notifier
from controller.referee import TableState
from controller.reload import Reload, compare
from controller.service.control import PageControl
from controller.service.hub import ViewHub
from controller.service.opening import OpenTable, open_house
from controller.service.plan import Plan
from engine.errors import RulesError
from hal.errors import DriverError

REOPEN_SECONDS: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Pauses between tries to reach journal and hardware; the last one again and again."""

WATCH_SECONDS: Final = 1.0
"""How often the service looks whether the table's thread lives."""

STILL_SECONDS: Final = 4.0
"""A table's thread that has not turned for so long is said to be stuck; a busy machine alone takes a second or two."""

_log = structlog.get_logger("service")

T = TypeVar("T")


class TableKeeper:
    """Runs one table from the event loop's side; all work that may take long is done in threads."""

    def __init__(
        self,
        plan: Plan,
        hub: ViewHub,
        control: PageControl | None,
        notifier: Notifier,
        attach: Callable[[OpenTable, Journal], None] | None = None,
    ) -> None:
        """`attach` is called with every table that is opened, before its loop starts."""
        self._attach: Final = attach
        self._plan = plan
        self._hub: Final = hub
        self._control: Final = control
        self._notifier: Final = notifier
        self._reload: Final = asyncio.Event()
        self._stop = asyncio.Event()
        self._table: OpenTable | None = None
        self._journal: Journal | None = None

    def reload(self) -> None:
        """Have the configuration read anew. For a signal handler."""
        self._reload.set()

    async def run(self, stop: asyncio.Event) -> None:
        """Run the table until the stop. Raises `JournalError` if the plan is not patient."""
        self._stop = stop
        tries = 0
        try:
            while not stop.is_set():
                if not await self._open():
                    pause = REOPEN_SECONDS[min(tries, len(REOPEN_SECONDS) - 1)]
                    tries += 1
                    await self._pause(pause)
                    continue
                tries = 0
                await self._watch()
                await self._close()
        finally:
            await self._close()

    # ---- opening

    async def _open(self) -> bool:
        """Open journal and table; False, with the reason on the page, if that cannot be done now."""
        opening = asyncio.ensure_future(_in_thread(self._open_all, "opening"))
        stopping = asyncio.ensure_future(self._stop.wait())
        while not opening.done() and not self._stop.is_set():
            self._notifier.alive()
            await asyncio.wait((opening, stopping), timeout=WATCH_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not opening.done():  # the service ends: whatever still opens is let go with the process
            opening.cancel()
            return False
        try:
            self._table = opening.result()
        except (DriverError, RegistryError, JournalError) as error:
            if isinstance(error, JournalError) and not self._plan.patient:
                raise
            self._refused("The table cannot be opened", error)
            return False
        except Exception as error:  # noqa: BLE001 - the page stays, says so, and the next try may be luckier
            _log.exception("opening_failed")
            self._refused("The table cannot be set up, as the program failed (the log says where)", error)
            return False
        self._hub.report("table", None)
        self._table.loop.start()
        _log.info("table_running", driver=self._plan.config.driver)
        return True

    def _refused(self, what: str, error: Exception) -> None:
        _log.error("table_not_opened", reason=str(error))
        self._hub.report("table", f"{what}: {str(error).rstrip('.')}. It is tried again and again.")

    def _open_all(self) -> OpenTable:
        if self._journal is None:
            self._journal = self._open_journal()
        for from_copy in (True, False):
            try:
                return self._open_house(self._journal)
            except JournalDamaged as error:
                # Its pages are sound but its rows are not what was written: the same remedy, and if the copy is no
                # better, a new journal.
                _log.error("journal_damaged", reason=str(error))
                self._journal.close()
                self._journal = None
                self._recover(from_copy=from_copy)
                self._journal = self._open_journal()
        return self._open_house(self._journal)

    def _open_house(self, journal: Journal) -> OpenTable:
        table = open_house(self._plan, journal, self._hub, self._control)
        table.runtime.observe(self._notice)
        if self._attach is not None:
            self._attach(table, journal)
        return table

    def _open_journal(self) -> Journal:
        section = self._plan.config.journal
        try:
            section.path.parent.mkdir(parents=True, exist_ok=True)
            journal, recovery = open_journal(section.path, section.side_log_mb * MEGABYTE)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(
                f"the journal {section.path} cannot be used: {error}. Check the medium and its rights"
            ) from error
        if recovery is not None:
            self._hub.report("recovery", recovery.sentence)
        if journal.has_lost_time:
            _log.warning("clock_mark_not_believed", file=f"{section.path.name}.clock", goes_on_at=journal.at)
            self._hub.report(
                "clock",
                f"The clock's file ({section.path.name}.clock) is damaged: time goes on from the last thing that "
                "happened. Compare the clocks with what was left; the memory card may be worn out.",
            )
        return journal

    def _recover(self, *, from_copy: bool = True) -> None:
        path = self._plan.config.journal.path
        try:
            recovery = recover(path, from_copy=from_copy)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"the journal {path} is damaged and cannot be restored now: {error}") from error
        self._hub.report("recovery", recovery.sentence)

    def _notice(self, effects: Sequence[Effect], _: TableState) -> None:
        """What was said of a recovered journal or a lost clock stays on the page until its match is over."""
        if any(isinstance(effect, MatchEnded) for effect in effects):
            for part in ("recovery", "clock"):
                self._hub.report(part, None)

    # ---- running

    async def _watch(self) -> None:
        """See that the table's thread turns, and feed the service manager's watchdog as long as it does.

        Returns when the service stops or the table has to be opened anew.
        """
        beats, still = -1, 0.0
        looking = self._look_over_journal()
        while not self._stop.is_set():
            assert self._table is not None  # noqa: S101 - opened by the caller
            loop = self._table.loop
            if loop.beats != beats:
                beats, still = loop.beats, 0.0
                self._notifier.alive()
                self._hub.report("loop", None)
            elif (still := still + WATCH_SECONDS) >= STILL_SECONDS:
                self._hub.report("loop", "The table does not react: its thread is busy or stuck.")
            if isinstance(self._table.runtime.trouble, JournalDamaged):
                _log.error("journal_damaged", reason=str(self._table.runtime.trouble))
                self._hub.report("table", "The journal is damaged and is being restored.")
                return
            assert self._journal is not None  # noqa: S101 - opened by the caller
            if self._journal.has_lost_file:
                return  # closing it puts the file back
            self._tell_of_copy(self._journal.copy_trouble)
            if looking is not None and looking.done():
                damaged, looking = looking.result(), None
                if damaged:
                    await self._restore()
                    return
            if self._reload.is_set() and await self._reread():
                return
            await self._pause(WATCH_SECONDS)

    def _tell_of_copy(self, trouble: str) -> None:
        self._hub.report(
            "copy",
            f"The journal's copy cannot be kept ({trouble}): free some space, or check who owns it. The game goes on, "
            "but there is nothing to go back to, should the journal be damaged."
            if trouble
            else None,
        )

    def _look_over_journal(self) -> "asyncio.Future[bool] | None":
        """Look at all pages of a large journal beside the game; None for one that was looked at as it was opened."""
        path = self._plan.config.journal.path
        if not is_large(path):
            return None
        return asyncio.ensure_future(_in_thread(lambda: is_damaged(path), "journal check"))

    async def _restore(self) -> None:
        """A page of the journal that play did not need yet is damaged: put that right before it does."""
        path = self._plan.config.journal.path
        _log.error("journal_damaged", path=str(path))
        self._hub.report("table", "The journal is damaged and is being restored.")
        await self._close()
        try:
            await self._patiently(self._recover, "recovery")
        except JournalError as error:
            self._refused("The journal cannot be restored", error)

    async def _close(self) -> None:
        table, self._table = self._table, None
        journal, self._journal = self._journal, None
        if table is not None and not await asyncio.to_thread(table.close):
            _log.error("table_not_stopped")
        if journal is not None:
            if journal.has_lost_file:
                await self._patiently(lambda: self._put_back(journal), "putting back")
            await asyncio.to_thread(journal.close)

    async def _patiently(self, do: Callable[[], T], name: str) -> T:
        """Have something done that may take long for a large journal; the watchdog is fed: nothing is stuck."""
        work = asyncio.ensure_future(_in_thread(do, name))
        while not work.done():
            self._notifier.alive()
            await asyncio.wait((work,), timeout=WATCH_SECONDS)
        return work.result()

    def _put_back(self, journal: Journal) -> None:
        """Somebody has moved or deleted the file that is being written: all of it gets its name back."""
        name = self._plan.config.journal.path.name
        try:
            journal.put_back()
        except (JournalError, OSError, sqlite3.Error) as error:
            _log.error("journal_not_put_back", reason=str(error))
            self._hub.report("recovery", f"The journal ({name}) was taken away and cannot be written anew: {error}")
            return
        _log.error("journal_put_back", file=name)
        self._hub.report(
            "recovery",
            f"The journal ({name}) was moved or deleted while the table was running. It was written anew, nothing is "
            "lost. Leave the files of a running table alone: backup and restore are there for it.",
        )

    async def _pause(self, seconds: float) -> None:
        """Wait; a stop or a reload ends it at once. The watchdog is fed meanwhile: nothing is stuck."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        waits = [asyncio.ensure_future(self._stop.wait()), asyncio.ensure_future(self._reload.wait())]
        while (left := end - loop.time()) > 0 and not self._stop.is_set() and not self._reload.is_set():
            await asyncio.wait(waits, timeout=min(left, WATCH_SECONDS), return_when=asyncio.FIRST_COMPLETED)
            if self._table is None:
                self._notifier.alive()
        for wait in waits:
            wait.cancel()

    # ---- the configuration read anew

    async def _reread(self) -> bool:
        """Take a changed configuration; whether the table has to be opened anew for it."""
        self._reload.clear()
        self._notifier.reloading()
        try:
            reload = await asyncio.to_thread(self._changes)
        except (ConfigError, UsageError, RulesError) as error:
            _log.error("configuration_not_reloaded", reason=str(error))
            first = str(error).splitlines()
            self._hub.report(
                "configuration", "The configuration has faults and was not reloaded: " + " ".join(first[:2]).strip()
            )
            reload = Reload(self._plan.config)
        else:
            self._take(reload)
        self._notifier.ready("configuration read anew")
        return bool(reload.reopened)

    def _changes(self) -> Reload:
        if self._plan.reread is None:
            raise ConfigError("the service was started without a configuration file; start it again to change anything")
        return compare(self._plan.config, self._plan.reread())

    def _take(self, reload: Reload) -> None:
        self._plan = self._plan.with_config(reload.config)
        set_up_logs(reload.config.logging.level, reload.config.logging.format)
        if self._table is not None and not reload.reopened:
            runtime, options = self._table.runtime, reload.config.referee
            self._table.loop.call(lambda: runtime.referee_by(options))
        _log.info(
            "configuration_reloaded",
            now=reload.now,
            with_the_next_match=reload.next_match,
            table_opened_anew_for=reload.reopened,
            needs_restart=reload.restart,
        )
        needs = ", ".join(reload.restart)
        self._hub.report(
            "configuration",
            f"Changed, but in force only after `systemctl restart jantaku`: {needs}." if needs else None,
        )


async def _in_thread(do: Callable[[], T], name: str) -> T:
    """Do something in a daemon thread, which does not keep the process from ending; its outcome."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(outcome: T | BaseException) -> None:
        if done.done():
            return
        if isinstance(outcome, BaseException):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)

    def work() -> None:
        outcome: T | BaseException
        try:
            outcome = do()
        except BaseException as error:  # noqa: BLE001 - handed on to whoever waits
            outcome = error
        try:
            loop.call_soon_threadsafe(settle, outcome)
        except RuntimeError:
            _log.warning("outcome_unheard", what=name)

    threading.Thread(target=work, name=name, daemon=True).start()
    return await done
