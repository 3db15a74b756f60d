"""Judge claims of the paper, or of a folder of your own, with progress and stored verdicts.

PATTERN selects claims by id (`hamming.A`, `noise.*`). A second run takes finished verdicts up.
Exit code 0: every claim is proved or as the recorded errata expect; 1: a verdict changed; 2: usage;
3: undecided.
"""

import argparse
from pathlib import Path

from qstheory.cli.options import add_jobs, jobs, output_file, output_folder

NAME = "verify"
HELP = "judge the claims of the paper, or of a folder of your own"


def configure(parser: argparse.ArgumentParser) -> None:
    """Selection, ledger, output and workers."""
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="ids or patterns of claims")
    parser.add_argument("--claims", type=Path, metavar="DIR", help="a folder of claim files")
    parser.add_argument(
        "--format", default="text", choices=("text", "json", "junit", "md"), help="of the report"
    )
    parser.add_argument("--output", type=output_file, metavar="FILE", help="write the report there")
    parser.add_argument(
        "--certificates", type=output_folder, metavar="DIR", help="for certificates, a file a claim"
    )
    parser.add_argument(
        "--store", type=output_folder, metavar="DIR", help="where finished verdicts are kept"
    )
    parser.add_argument("--fresh", action="store_true", help="judge again what is stored")
    add_jobs(parser)
    parser.add_argument("--engine", default="joblib", help="joblib, dask or tcp://HOST:PORT")


def run(arguments: argparse.Namespace) -> int:
    """Judge and report."""
    from qstheory.claims.formats import VerifyCommand, run_verify
    from qstheory.claims.verify import VerifyOptions

    options = VerifyOptions(
        patterns=tuple(arguments.patterns),
        claims=arguments.claims,
        workers=jobs(arguments),
        store=arguments.store,
        fresh=arguments.fresh,
        engine=arguments.engine,
    )
    return run_verify(
        VerifyCommand(options, arguments.format, arguments.output, arguments.certificates)
    )
