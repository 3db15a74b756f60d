"""Replay certificate files and print one line for each item.

The standard library alone does this: no solver and none of the code that found the certificates is
imported. `--fast` opts in to python-flint for large minors and says so. Exit code 0: every
certificate does what its item expects; 1: one is refuted or invalid; 2: a file is unreadable or
holds nothing to replay.
"""

import argparse
from pathlib import Path

NAME = "check"
HELP = "replay certificates with the standard library alone"


def configure(parser: argparse.ArgumentParser) -> None:
    """Files, and the opt-in fast arithmetic."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="certificate files")
    parser.add_argument(
        "--fast",
        action="store_true",
        help="use python-flint for determinants modulo a prime; the output names it",
    )
    parser.add_argument(
        "--quiet", action="store_true", help="print only what fails and the closing counts"
    )


def run(arguments: argparse.Namespace) -> int:
    """Replay every item of every file."""
    from qstheory.certify.decide import STANDARD_LIBRARY
    from qstheory.certify.replay import describe, replay_file
    from qstheory.errors import UnreadableCertificate

    tools = STANDARD_LIBRARY
    if arguments.fast:
        from qstheory.exact.replay import FLINT

        tools = FLINT
        print("replayed with python-flint arithmetic (--fast), not the standard library alone")
    good = bad = 0
    for path in arguments.files:
        replayed = replay_file(path, tools)
        if not replayed:
            raise UnreadableCertificate(f"{path} holds no item, so nothing was checked.")
        for each in replayed:
            good, bad = good + each.as_expected, bad + (not each.as_expected)
            if each.as_expected and arguments.quiet:
                continue
            decision = each.decision
            reason = f" ({decision.reason})" if decision.reason else ""
            line = f"{decision.outcome.value:8} {describe(each.item.proposition)}{reason}"
            print(line if each.as_expected else f"{line}\n         expected: {each.item.expect}")
    print(f"{good} as expected, {bad} not")
    return 1 if bad else 0
