"""Finished jobs in an SQLite file: safe against a kill at any moment and two runs at once."""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from qstheory.errors import UnreadableInput

FORMAT = "qstheory-simulation/1"
TABLES = frozenset({"about", "results"})


class ResultStore:
    """One row for each finished job, under its key.

    A file that exists is looked at before anything is written to it, and one that is not a store is
    left byte for byte as it is. A store that may only be read is read.
    """

    def __init__(self, path: Path) -> None:
        """Open or make the file; raises UnreadableInput when it is none of ours."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size:
                self._recognise()
                return
        except OSError as error:
            raise UnreadableInput(f"{path} cannot be made: {error.strerror}.") from None
        with self._connection() as connection, connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT)"
            )
            connection.execute(
                "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, records TEXT NOT NULL)"
            )
            connection.execute("INSERT OR IGNORE INTO about VALUES ('format', ?)", (FORMAT,))
        self._recognise()

    def _recognise(self) -> None:
        """Raise UnreadableInput unless the file is a store of this format."""
        with self._connection("rw") as connection:
            tables = {
                name for (name,) in connection.execute("SELECT name FROM sqlite_schema") if name
            }
            row = (
                connection.execute("SELECT value FROM about WHERE name = 'format'").fetchone()
                if tables >= TABLES
                else None
            )
        if row is None:
            raise UnreadableInput(
                f"{self.path} cannot be used as a store (it is the database of something else);"
                " it was left as it is: name another file."
            )
        if row[0] != FORMAT:
            raise UnreadableInput(
                f"{self.path} holds results in the format {row[0]!r}, not {FORMAT!r}; name another"
                " file."
            )

    @contextmanager
    def _connection(self, mode: str = "rwc") -> Iterator[sqlite3.Connection]:
        path = Path(os.path.realpath(self.path))
        if path.exists() and not os.access(path, os.W_OK):
            # Nobody else writes there either, and SQLite would want a lock file beside it.
            mode = "ro&immutable=1"
        address = f"file:{quote(str(path))}?mode={mode}"
        try:
            with closing(sqlite3.connect(address, timeout=60, uri=True)) as connection:
                yield connection
        except sqlite3.DatabaseError as error:
            raise UnreadableInput(
                f"{self.path} cannot be used as a store ({error}); what it holds was left as it is."
            ) from None

    def get(self, keys: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
        """The records of those keys that are stored."""
        found: dict[str, list[dict[str, Any]]] = {}
        with self._connection("rw") as connection:
            for key in keys:
                row = connection.execute(
                    "SELECT records FROM results WHERE key = ?", (key,)
                ).fetchone()
                if row is not None:
                    found[key] = self._records(row[0])
        return found

    def _records(self, text: str) -> list[dict[str, Any]]:
        try:
            return list(json.loads(text))
        except (TypeError, ValueError, RecursionError):
            raise UnreadableInput(
                f"{self.path} has a damaged row; name another file, this one was left as it is."
            ) from None

    def put(self, key: str, records: list[dict[str, Any]]) -> None:
        """Store the records of a finished job; a second writer changes nothing."""
        text = json.dumps(records)
        with self._connection("rw") as connection, connection:
            connection.execute("INSERT OR IGNORE INTO results VALUES (?, ?)", (key, text))
