"""The command `qstheory`: exit code 2 and one sentence on bad input.

A module has its subcommands as `COMMANDS`, and imports what they need when they run, so that
`qstheory check` loads the standard library alone.
"""

import argparse
import atexit
import codecs
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from types import FrameType, MappingProxyType

from qstheory.cli.parser import build_parser, plain_words
from qstheory.errors import QstheoryError, WorkerLost

USAGE, LOST, INTERRUPTED = 2, 4, 130
"""Exit codes: bad input, a worker or scheduler that was lost, and Ctrl-C."""
EXTRAS: Mapping[str, str] = MappingProxyType(
    {
        "arff": "learn",
        "dask": "dask",
        "distributed": "dask",
        "matplotlib": "plot",
        "mpltern": "plot",
        "ortools": "learn",
        "pandas": "pandas",
        "scipy": "learn",
        "sklearn": "learn",
        "skorch": "torch",
        "torch": "torch",
    }
)
"""The extra that installs a module which the package does not need everywhere."""


ESCAPED = "qstheory.escaped"


def escaped(error: UnicodeError) -> tuple[str, int]:
    r"""What stands for characters that a stream does not know: \uXXXX, as JSON reads it.

    >>> "é𝄞".encode("ascii", errors=ESCAPED)
    b'\\u00e9\\ud834\\udd1e'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", errors="surrogatepass")
    codes = (units[i : i + 2].hex() for i in range(0, len(units), 2))
    return "".join(f"\\u{code}" for code in codes), error.end


codecs.register_error(ESCAPED, escaped)


@dataclass
class Termination:
    """SIGTERM as an interruption, after which what was found is told and the exit code is 143."""

    came: bool = False
    code: int = 128 + signal.SIGTERM

    @contextlib.contextmanager
    def heeded(self) -> Iterator[None]:
        """Within, where signals can be handled at all."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGTERM, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.came = True
        raise KeyboardInterrupt


def _silence() -> None:
    """Nothing more goes to a standard output that takes nothing more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(text: str) -> None:
    """A sentence on standard error; on a terminal no word of it is broken."""
    if sys.stderr.isatty():
        from qstheory.work.terminal import fitted

        text = fitted(text).rstrip("\n")
    print(text, file=sys.stderr)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    if sys.stderr is None:  # It is closed, and what is said there must not go to the output.
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # A terminal may know fewer characters than UTF-8.
            stream.reconfigure(errors=ESCAPED)
    # When the process ends its objects need not be looked through for circles once more.
    atexit.register(gc.freeze)
    arguments = argparse.Namespace()
    termination = Termination()
    try:
        with termination.heeded():
            build_parser().parse_args(argv, arguments)
            code = int(arguments.run(arguments))
            if sys.stdout is not None:  # It is None where the standard output is closed.
                sys.stdout.flush()
        return termination.code if termination.came else code
    except QstheoryError as error:
        _say(f"qstheory: {plain_words(str(error))}")
        return LOST if isinstance(error, WorkerLost) else USAGE
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name not in EXTRAS:
            raise
        needed = f"{name}, which is not installed: pip install 'qstheory[{EXTRAS[name]}]'"
        print(f"qstheory: {arguments.command} needs {needed}.", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        _silence()
        return 0
    except OSError as error:
        _silence()
        place = "" if error.filename is None else f"{error.filename}: "
        print(f"qstheory: {place}{error.strerror or error}.", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("qstheory: interrupted; what was stored is kept.", file=sys.stderr)
        return termination.code if termination.came else INTERRUPTED
