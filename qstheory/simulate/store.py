"""Finished jobs in an SQLite file: safe against a kill at any moment and two runs at once."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from qstheory.errors import UnreadableInput

FORMAT = "qstheory-simulation/1"


class ResultStore:
    """One row for each finished job, under its key."""

    def __init__(self, path: Path) -> None:
        """Open or make the file; raises UnreadableInput when it is none of ours."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
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
            (found,) = connection.execute(
                "SELECT value FROM about WHERE name = 'format'"
            ).fetchone()
        if found != FORMAT:
            raise UnreadableInput(
                f"{path} holds results in the format {found!r}, not {FORMAT!r}; name another file."
            )

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=60)) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                yield connection
        except sqlite3.DatabaseError as error:
            raise UnreadableInput(
                f"{self.path} cannot be used as a store ({error}); what it holds was left as it is."
            ) from None

    def get(self, keys: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
        """The records of those keys that are stored."""
        found: dict[str, list[dict[str, Any]]] = {}
        with self._connection() as connection:
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
        except (TypeError, ValueError):
            raise UnreadableInput(
                f"{self.path} has a damaged row; name another file, this one was left as it is."
            ) from None

    def put(self, key: str, records: list[dict[str, Any]]) -> None:
        """Store the records of a finished job; a second writer changes nothing."""
        text = json.dumps(records)
        with self._connection() as connection, connection:
            connection.execute("INSERT OR IGNORE INTO results VALUES (?, ?)", (key, text))
