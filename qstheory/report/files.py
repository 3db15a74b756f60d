"""Writing reports: whole or not at all."""

import os
import tempfile
from pathlib import Path

from qstheory.errors import UnreadableInput


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically; raises UnreadableInput with the reason when that fails."""
    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except OSError as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise UnreadableInput(f"{path} cannot be written: {error.strerror}.") from None
