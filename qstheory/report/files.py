"""Writing reports: whole or not at all."""

from pathlib import Path

from qstheory.certify.files import write_whole
from qstheory.errors import UnreadableInput


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically; raises UnreadableInput with the reason when that fails."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be written: {error.strerror}.") from None
