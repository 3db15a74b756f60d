"""The commands on a paper: its claims judged, its errata and table, the report, the proofs."""

import argparse
from pathlib import Path

from qstheory.cli.options import add_jobs, emit, jobs, output_file, output_folder
from qstheory.cli.parser import Command, command_help


def configure_verify(parser: argparse.ArgumentParser) -> None:
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


def run_verify(arguments: argparse.Namespace) -> int:
    """Judge claims of the paper, or of a folder of your own, with progress and stored verdicts.

    PATTERN selects claims by id (`hamming.A`, `noise.*`). A second run takes finished verdicts up.
    Exit code 0: every claim is proved or as the recorded errata expect; 1: a verdict changed; 2:
    usage; 3: undecided.
    """
    from qstheory.claims import formats
    from qstheory.claims.verify import VerifyOptions

    options = VerifyOptions(
        patterns=tuple(arguments.patterns),
        claims=arguments.claims,
        workers=jobs(arguments),
        store=arguments.store,
        fresh=arguments.fresh,
        engine=arguments.engine,
    )
    return formats.run_verify(options, arguments.format, arguments.output, arguments.certificates)


LETTER_FORMATS = ("text", "md", "latex")
SUFFIXES = {".md": "md", ".tex": "latex"}


def configure_errata(parser: argparse.ArgumentParser) -> None:
    """Which claims, where to and with how many workers."""
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="ids or patterns of claims")
    parser.add_argument("--output", type=output_file, metavar="FILE", help="for the document")
    parser.add_argument(
        "--format", choices=LETTER_FORMATS, help="text, or what the suffix of --output says"
    )
    add_jobs(parser)


def run_errata(arguments: argparse.Namespace) -> int:
    """What is wrong in the paper: where, the smallest counterexample, and what is right.

    Every claim is judged first; finished verdicts are taken up.
    """
    from qstheory.claims.formats import watched
    from qstheory.claims.ledger import load_ledger
    from qstheory.claims.verify import VerifyOptions
    from qstheory.report.errata import RENDERERS

    suffix = "" if arguments.output is None else arguments.output.suffix
    form = arguments.format or SUFFIXES.get(suffix, "text")
    chosen = tuple(arguments.patterns)
    if chosen:  # What is right is judged as well.
        ledger = load_ledger()
        repairs = {ledger[claim].repaired_by for claim in ledger.select(chosen)} - {""}
        chosen += tuple(sorted(repairs))
    report = watched(VerifyOptions(patterns=chosen, workers=jobs(arguments)))
    emit(RENDERERS[form](report), arguments.output)
    return 0


TABLE_FORMATS = ("text", "md", "json", "csv", "latex")


def configure_table1(parser: argparse.ArgumentParser) -> None:
    """The format."""
    parser.add_argument("--format", default="text", choices=TABLE_FORMATS)
    add_jobs(parser)


def run_table1(arguments: argparse.Namespace) -> int:
    """The paper's Table 1 beside the certified values.

    Exit code 0 whatever the table says: `qstheory verify` is the command that judges.
    """
    from qstheory.report.table1 import RENDERERS, printed_claims, sized_rows
    from qstheory.work.terminal import status

    report = printed_claims(jobs(arguments))
    with status("analysing the sizes") as shown:
        rows = sized_rows(report, lambda name: shown.update(f"analysing {name}"))
    print(RENDERERS[arguments.format](rows), end="")
    return 0


def configure_report(parser: argparse.ArgumentParser) -> None:
    """Where to, and with how many workers."""
    parser.add_argument(
        "--output", type=output_folder, default=Path("reports"), metavar="DIR", help="to write into"
    )
    add_jobs(parser)


def run_report(arguments: argparse.Namespace) -> int:
    """Write the whole report: dossiers with certificates, the judged ledger, Table 1 and the
    errata.

    Finished verdicts are taken up; the rest runs in parallel, with progress shown.
    """
    import json

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from qstheory.report.build import build
    from qstheory.report.errata import tally
    from qstheory.work.files import write_text

    workers = jobs(arguments)
    write_text(arguments.output / "commands.json", json.dumps(command_help(), indent=1) + "\n")
    columns = (TextColumn("{task.description:10}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns) as bar:
        tasks: dict[str, object] = {}

        def progress(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(stage, total=total)
            bar.update(tasks[stage], completed=done, total=total)  # type: ignore[arg-type]

        report = build(arguments.output, workers, progress)
    print(f"{len(report.selected)} claims judged. {tally(report)}: see {arguments.output}")
    return 0


def configure_prove(parser: argparse.ArgumentParser) -> None:
    """Which ledger, and whether the record must be there already."""
    parser.add_argument(
        "--claims", type=Path, metavar="DIR", help="a folder of claims other than the paper's"
    )
    parser.add_argument(
        "--check", action="store_true", help="compare with the record instead of writing it"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="files compiled at a time")


def run_prove(arguments: argparse.Namespace) -> int:
    """Compile the proofs of a ledger in Coq, bind them to its claims, and write the record of it.

    Needs Coq 8.16 with MathComp; where it is missing the Debian packages are named. Nothing is
    installed. Exit code 0: every theorem that a claim names is bound, and coqchk accepts it; 1: one
    is not, or with --check the committed record says otherwise; 2: the proofs do not compile.
    """
    from qstheory.claims.theorems import prove
    from qstheory.work.terminal import status

    with status("compiling the proofs and binding them, which takes minutes"):
        proved = prove(arguments.claims, jobs(arguments), arguments.check)
    for name, fault in sorted(proved.faults.items()):
        print(f"not bound: {name}: {fault}")
    print(f"{len(proved.record)} statements bound, {len(proved.faults)} not")
    return 1 if proved.faults else 0


COMMANDS = (
    Command(
        "verify",
        "judge the claims of the paper, or of a folder of your own",
        configure_verify,
        run_verify,
    ),
    Command(
        "errata",
        "what is wrong in the paper, with counterexamples and repairs",
        configure_errata,
        run_errata,
    ),
    Command(
        "table1", "the paper's Table 1 beside the certified values", configure_table1, run_table1
    ),
    Command(
        "report",
        "write Table 1, the errata, the ledger, certificates and the site",
        configure_report,
        run_report,
    ),
    Command(
        "prove", "compile the proofs in Coq and bind them to the claims", configure_prove, run_prove
    ),
)
