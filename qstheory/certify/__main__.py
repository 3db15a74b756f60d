"""Replay certificate files with the standard library alone: python -m qstheory.certify FILE...

Prints one line an item. Exit code 0 when every certificate does what its item expects (prove, or
refute), 1 when one does the opposite, 3 when none does but some are invalid or of an unknown kind,
2 when a file cannot be read.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from qstheory.certify.replay import escaped, exit_code, replay_file
from qstheory.errors import UnreadableCertificate


def main(arguments: Sequence[str]) -> int:
    """Replay the files and return the exit code."""
    if not arguments or any(argument.startswith("-") for argument in arguments):
        print("usage: python -m qstheory.certify FILE...", file=sys.stderr)
        return 2
    replayed = []
    for argument in arguments:
        try:
            replayed += replay_file(Path(argument))
        except UnreadableCertificate as error:
            print(escaped(str(error)), file=sys.stderr)
            return 2
    for each in replayed:
        print(each.line)
    return exit_code(replayed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
