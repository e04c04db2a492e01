"""The progress store: an append-only log of attempts and the settings of each learner, in SQLite.

Nothing here raises into a lesson: what cannot be written is kept in memory, and a notice says so once.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import platformdirs

from .attempts import OUTCOMES, Attempt, results_of, resume_step

FILE_NAME: Final = "progress.sqlite3"
APPLICATION_ID: Final = 0x4475526B  # "DuRk"
SCHEMA_VERSION: Final = 1
BUSY_SECONDS: Final = 5.0

_SCHEMA: Final = (
    f"""CREATE TABLE attempt (
        id INTEGER PRIMARY KEY, learner TEXT NOT NULL, lesson TEXT NOT NULL, lesson_version INTEGER NOT NULL,
        step TEXT NOT NULL, seed INTEGER, tried TEXT NOT NULL, outcome TEXT NOT NULL CHECK (outcome IN {OUTCOMES}),
        code TEXT NOT NULL, grade INTEGER, milliseconds INTEGER NOT NULL, at TEXT NOT NULL)""",
    "CREATE INDEX attempt_by_lesson ON attempt (learner, lesson)",
    """CREATE TABLE setting (
        learner TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (learner, name))""",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)
_COLUMNS: Final = tuple(field.name for field in dataclasses.fields(Attempt))
_INSERT: Final = f"INSERT INTO attempt ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
_SELECT: Final = f"SELECT {', '.join(_COLUMNS)} FROM attempt WHERE learner = ? AND lesson = ? ORDER BY id"
_SET: Final = "INSERT OR REPLACE INTO setting (learner, name, value) VALUES (?, ?, ?)"


class Notice(NamedTuple):
    """Something to tell the people, once.

    code and facts: `set_aside` {fault, file}, the old file's new name; `not_saved` {fault};
    `no_wal` {}, for the log only: writers may have to wait for each other.
    fault: `damaged`, `foreign`, `newer` (written by a later version) or `unusable` (rights, a full disk, a lock).
    """

    code: str
    facts: Mapping[str, str]


def data_folder() -> Path:
    """Where progress lies unless a folder is given: `DURAK_TUTOR_DATA`, else the user's data folder."""
    named = os.environ.get("DURAK_TUTOR_DATA")
    return Path(named) if named else platformdirs.user_data_path("durak-tutor", appauthor=False)


def open_progress(folder: Path | None = None, *, may_set_aside: bool = False) -> Progress:
    """The progress in `folder`, which is made where it is missing.

    A damaged or foreign file is renamed if `may_set_aside` (the server's right); else it is left alone and nothing
    is saved. Never raises: `notices()` of the progress say what happened.
    """
    file = (folder or data_folder()) / FILE_NAME
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fault = _fault_of(file, thorough=may_set_aside)
        if fault in ("damaged", "foreign") and may_set_aside:
            kept_as = _set_aside(file, fault)
            return Progress(file, [*_prepare(file), Notice("set_aside", {"fault": fault, "file": kept_as.name})])
        if fault:
            return Progress(None, [Notice("not_saved", {"fault": fault})])
        return Progress(file, _prepare(file))
    except (sqlite3.Error, OSError):
        return Progress(None, [Notice("not_saved", {"fault": "unusable"})])


class Progress:
    """Attempts and settings of all learners in one SQLite file; in memory only where `file` is None.

    Every operation opens its own connection, so it may be used from several threads; other processes may write too.
    """

    def __init__(self, file: Path | None, notices: Sequence[Notice] = ()) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._notices = list(notices)
        self._failed = file is None
        self._attempts: list[Attempt] = []  # not written yet
        self._settings: dict[tuple[str, str], str] = {}  # not written yet
        self._held = 0

    @property
    def saves(self) -> bool:
        """Does what was written last lie on the disk?"""
        return self._file is not None and not self._failed

    def notices(self) -> list[Notice]:
        """What is to be told and was not told yet; asking empties it."""
        with self._lock:
            told, self._notices = self._notices, []
            return told

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """What is recorded inside is written at the end of the block, at once: a screen need not wait for the disk."""
        with self._lock:
            self._held += 1
        try:
            yield
        finally:
            with self._lock:
                self._held -= 1
                self._flush()

    def record(self, attempt: Attempt) -> Attempt:
        """Append a line to the log, stamped with the time, and return it."""
        stamped = dataclasses.replace(attempt, at=datetime.now(UTC).isoformat(timespec="milliseconds"))
        with self._lock:
            self._attempts.append(stamped)
            self._flush()
        return stamped

    def attempts(self, learner: str, lesson: str) -> list[Attempt]:
        """All that this learner tried in the lesson, oldest first."""
        with self._lock:
            rows = self._rows(_SELECT, learner, lesson)
            kept = [each for each in self._attempts if (each.learner, each.lesson) == (learner, lesson)]
        return [Attempt(*row) for row in rows] + kept

    def resume(self, learner: str, lesson: str) -> str | None:
        """The id of the step with which the learner goes on in the lesson; None for a new one."""
        return resume_step(self.attempts(learner, lesson))

    def results(self, learner: str, lesson: str) -> dict[str, str]:
        """For each step that was left or solved: its best result, one of RESULTS."""
        return results_of(self.attempts(learner, lesson))

    def setting(self, learner: str, name: str, default: str = "") -> str:
        """The value of a learner's setting, such as `language`."""
        with self._lock:
            rows = self._rows("SELECT value FROM setting WHERE learner = ? AND name = ?", learner, name)
            return self._settings.get((learner, name), rows[0][0] if rows else default)

    def set_setting(self, learner: str, name: str, value: str) -> None:
        """Keep the value of a learner's setting."""
        with self._lock:
            self._settings[learner, name] = value
            self._flush()

    def delete(self, learner: str) -> bool:
        """Forget everything about the learner; False where the disk could not be made to."""
        with self._lock:
            self._attempts = [each for each in self._attempts if each.learner != learner]
            self._settings = {key: value for key, value in self._settings.items() if key[0] != learner}
            return self._write(lambda database: _erase(database, learner))

    def _flush(self) -> None:
        something = self._attempts or self._settings
        if something and not self._held and self._write(self._insert_all):
            self._attempts.clear()
            self._settings.clear()

    def _insert_all(self, database: sqlite3.Connection) -> None:
        database.executemany(_INSERT, map(dataclasses.astuple, self._attempts))
        database.executemany(_SET, [(*key, value) for key, value in self._settings.items()])

    def _write(self, change: Callable[[sqlite3.Connection], object]) -> bool:
        if self._file is None:
            return False
        try:
            with _transaction(self._file) as database:
                change(database)
        except sqlite3.Error as error:
            self._tell_once(error)
            return False
        self._failed = False
        return True

    def _rows(self, question: str, *parameters: str) -> list[tuple[Any, ...]]:
        if self._file is None:
            return []
        try:
            with contextlib.closing(_connect(self._file)) as database:
                return database.execute(question, parameters).fetchall()
        except sqlite3.Error as error:
            self._tell_once(error)
            return []

    def _tell_once(self, error: sqlite3.Error) -> None:
        if not self._failed:
            self._notices.append(Notice("not_saved", {"fault": "damaged" if _is_damage(error) else "unusable"}))
        self._failed = True


def _connect(file: Path, mode: str = "rw") -> sqlite3.Connection:
    # isolation_level None: transactions are begun and ended by us. mode: only `_prepare` may create the file.
    address = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


@contextlib.contextmanager
def _transaction(file: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(_connect(file)) as database:
        database.execute("PRAGMA synchronous = FULL")
        database.execute("BEGIN IMMEDIATE")
        yield database
        database.execute("COMMIT")  # whatever ends before this line is rolled back by closing


def _erase(database: sqlite3.Connection, learner: str) -> None:
    database.execute("PRAGMA secure_delete = ON")  # not only unlinked: overwritten
    database.execute("DELETE FROM attempt WHERE learner = ?", (learner,))
    database.execute("DELETE FROM setting WHERE learner = ?", (learner,))


def _fault_of(file: Path, *, thorough: bool) -> str:
    """`damaged`, `foreign`, `newer`, or nothing for a sound, empty or missing file; `thorough` reads all of it."""
    if not file.exists():
        return ""
    try:
        with contextlib.closing(_connect(file)) as database:
            return _fault_inside(database) or (_fault_of_pages(database) if thorough else "")
    except sqlite3.DatabaseError as error:
        if _is_damage(error):
            return "damaged"
        raise


def _fault_inside(database: sqlite3.Connection) -> str:
    if not _number(database, "SELECT count(*) FROM sqlite_master"):
        return ""
    if _number(database, "PRAGMA application_id") != APPLICATION_ID:
        return "foreign"
    if _number(database, "PRAGMA user_version") > SCHEMA_VERSION:
        return "newer"
    return ""


def _fault_of_pages(database: sqlite3.Connection) -> str:
    return "" if database.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok" else "damaged"


def _number(database: sqlite3.Connection, question: str) -> int:
    return int(database.execute(question).fetchone()[0])


def _is_damage(error: sqlite3.Error) -> bool:
    # The low byte is the primary code; the rest says more than we ask.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _prepare(file: Path) -> list[Notice]:
    """Make the file ours where it is empty or missing; WAL is a property of the file and stays."""
    with contextlib.closing(_connect(file, "rwc")) as database:
        notices = _use_wal(database)
        database.execute("PRAGMA synchronous = FULL")
        database.execute("BEGIN IMMEDIATE")  # two processes may come here at once: look only now
        if _number(database, "PRAGMA user_version") == 0:
            for statement in _SCHEMA:
                database.execute(statement)
        database.execute("COMMIT")
    return notices


def _use_wal(database: sqlite3.Connection) -> list[Notice]:
    try:
        mode = database.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    except sqlite3.OperationalError:  # network folders may refuse its shared memory
        mode = database.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
    return [] if mode == "wal" else [Notice("no_wal", {})]


def _set_aside(file: Path, fault: str) -> Path:
    """Rename the file, and what belongs to it, to a name that tells when and why."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    kept_as = file.with_name(f"progress.{fault}-{stamp}.sqlite3")
    file.rename(kept_as)
    for ending in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            file.with_name(file.name + ending).rename(kept_as.with_name(kept_as.name + ending))
    return kept_as
