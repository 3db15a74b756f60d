"""Text files, plain or compressed, line by line, with places for error messages."""

import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

from qstheory.errors import UnreadableInput
from qstheory.inputs.rows import PROBE, encoding_of, row_of, undecodable

OPENERS: Mapping[str, Callable[..., Any]] = MappingProxyType({".xz": lzma.open, ".gz": gzip.open})
"""What opens the compressed files of each extension."""


def unreadable(path: Path, line: int, sentence: str) -> UnreadableInput:
    """The error for a malformed line: the file, the 1-based line number and one sentence."""
    return UnreadableInput(f"{path}, line {line}: {sentence}")


def _opened(path: Path) -> TextIO:
    """The file as text, decompressed by its extension, in the encoding that its beginning tells."""
    file = OPENERS.get(path.suffix, open)(path, "rb")
    try:
        return TextIOWrapper(file, encoding_of(file.peek(PROBE)))
    except BaseException:
        file.close()
        raise


@dataclass
class Lines:
    """The lines of a text file without their ends; `number` counts those handed out so far."""

    path: Path
    number: int = field(default=0, init=False)

    def __iter__(self) -> Iterator[str]:
        """The lines; raises UnreadableInput for no file, a damaged one or another encoding."""
        try:
            with _opened(self.path) as text:
                for line in text:
                    self.number += 1
                    yield line.rstrip("\r\n")
        except UnreadableInput as error:
            raise UnreadableInput(f"{self.path}: {error}") from None
        except UnicodeDecodeError as error:
            # What was decoded before has been handed out but for its last line.
            number = self.number + row_of(error)
            raise unreadable(self.path, number, f"it {undecodable(error)}.") from None
        except (lzma.LZMAError, EOFError, zlib.error, gzip.BadGzipFile):
            raise unreadable(
                self.path, self.number + 1, "the compressed file is damaged or cut off here."
            ) from None
        except OSError as error:
            reason = error.strerror or "it cannot be opened"
            raise UnreadableInput(f"{self.path} cannot be read: {reason}.") from None

    def error(self, sentence: str) -> UnreadableInput:
        """The error for the line handed out last."""
        return unreadable(self.path, self.number, sentence)
