"""Text files line by line, plain or compressed, and what becomes of what no learner takes."""

from __future__ import annotations

import gzip
import lzma
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.inputs.rows import PROBE, encoding_of, row_of, undecodable

CHOICES = {
    "text": ("refuse", "drop"),
    "missing": ("refuse", "drop", "impute"),
    "weights": ("refuse", "ignore", "use"),
}
LABEL_WORDS = {
    **dict.fromkeys(("0", "0.0", "no", "n", "false", "f"), 0),
    **dict.fromkeys(("1", "1.0", "yes", "y", "true", "t"), 1),
}
"""How a label may be written, in upper or lower case."""


@dataclass(frozen=True)
class Reading:
    """The options of a reader.

    drop     names of attributes to leave out, whatever they hold
    text     "drop" leaves out all attributes that are texts or dates, such as names of the rows
    missing  "drop" leaves out rows with a missing value; "impute" leaves a missing number NaN, to
             be filled in with the mean of the training rows, and a missing category 0 in all of its
             columns. A missing label cannot be imputed.
    weights  "use" takes the weights {w} at the end of the rows as weights of the observations,
             "ignore" leaves them out

    Raises InvalidParameter for another word.
    """

    drop: Collection[str] = ()
    text: str = "refuse"
    missing: str = "refuse"
    weights: str = "refuse"

    def __post_init__(self) -> None:
        """Validate."""
        for name, words in CHOICES.items():
            if getattr(self, name) not in words:
                raise InvalidParameter(
                    f"{name}={getattr(self, name)!r} must be one of {', '.join(words)}."
                )

    @property
    def described(self) -> str:
        """The options that are not the default, in words; empty where all are.

        >>> Reading(drop=["id"], missing="impute").described
        'drop=id missing=impute'
        """
        parts = [f"drop={','.join(sorted(self.drop))}"] if self.drop else []
        chosen = {name: getattr(self, name) for name in CHOICES}
        return " ".join([*parts, *(f"{k}={v}" for k, v in chosen.items() if v != "refuse")])


STRICT = Reading()
"""Everything that can be read in two ways is refused."""


def label_bit(word: str) -> int | None:
    """0 or 1 for the ways in which a label is written; None for any other word.

    >>> [label_bit(word) for word in ("YES", "False", "1", "2")]
    [1, 0, 1, None]
    """
    return LABEL_WORDS.get(word.strip().lower())


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
