"""Compile the proofs of a ledger in Coq, bind them to its claims, and write the record of it.

Needs Coq 8.16 with MathComp; where it is missing the Debian packages are named. Nothing is
installed. Exit code 0: every theorem that a claim names is bound, and coqchk accepts it; 1: one is
not, or with --check the committed record says otherwise; 2: the proofs do not compile.
"""

import argparse
from pathlib import Path

from qstheory.cli.options import jobs

NAME = "prove"
HELP = "compile the proofs in Coq and bind them to the claims"


def configure(parser: argparse.ArgumentParser) -> None:
    """Which ledger, and whether the record must be there already."""
    parser.add_argument(
        "--claims", type=Path, metavar="DIR", help="a folder of claims other than the paper's"
    )
    parser.add_argument(
        "--check", action="store_true", help="compare with the record instead of writing it"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="files compiled at a time")


def run(arguments: argparse.Namespace) -> int:
    """Compile, bind, check again, and write or compare the record."""
    from qstheory.claims.prove import prove
    from qstheory.work.terminal import status

    with status("compiling the proofs and binding them, which takes minutes"):
        proved = prove(arguments.claims, jobs(arguments), arguments.check)
    for name, fault in sorted(proved.faults.items()):
        print(f"not bound: {name}: {fault}")
    print(f"{len(proved.record)} statements bound, {len(proved.faults)} not")
    return 1 if proved.faults else 0
