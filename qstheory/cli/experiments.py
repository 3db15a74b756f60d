"""The commands that learn: simulation against the bounds, and Table 2 measured again."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from qstheory.cli.options import add_jobs, add_reading, announced, jobs, output_folder, reading_of
from qstheory.cli.parser import Command
from qstheory.errors import InvalidParameter
from qstheory.learn.data import CHOICES, Reading

if TYPE_CHECKING:
    from qstheory.simulate.study import Plan

PRINTED = "printed"


def configure_simulate(parser: argparse.ArgumentParser) -> None:
    """What to simulate, how, and where results are kept."""
    parser.add_argument(
        "--loss", action="append", default=[], metavar="NAME", help="may be given repeatedly"
    )
    add_reading(parser)
    parser.add_argument("--p", metavar="LIST", help="exponents of the density, such as 0.5,1,4")
    parser.add_argument(
        "--density", metavar="LIST", help="densities: p=2, margin=0.25, atom=0.25, log-p=1"
    )
    parser.add_argument(
        "--dimension", type=int, default=1, choices=(1, 2),
        help="of X: on [-1, 1] with the boundary 0, or on a disc with a circle",
    )  # fmt: skip
    parser.add_argument("--n", metavar="SIZES", help="64..8192 or 64,256,1024")
    parser.add_argument("--replicates", type=int, metavar="N")
    parser.add_argument(
        "--large", action="store_true", help="unless given: n 64..8192, 200 replicates, p 0.5..4"
    )
    stored = parser.add_mutually_exclusive_group()
    stored.add_argument(
        "--resume", dest="fresh", action="store_false",
        help="take up finished jobs from the store (the default)",
    )  # fmt: skip
    stored.add_argument("--fresh", action="store_true", help="run again what is stored")
    parser.set_defaults(fresh=False)
    parser.add_argument("--seed", type=int, default=2026, metavar="N")
    parser.add_argument("--engine", default="joblib", help="joblib, dask or tcp://HOST:PORT")
    add_jobs(parser)
    parser.add_argument(
        "--store", type=Path, default=Path("reports/simulation/results.sqlite"), metavar="FILE"
    )
    parser.add_argument(
        "--output", type=output_folder, default=Path("reports/simulation"), metavar="DIR",
        help="where simulation.json, summary.json, summary.md and the plot go",
    )  # fmt: skip


def run_simulate(arguments: argparse.Namespace) -> int:
    """Simulate the learner on distributions with everything known and compare it with the bounds.

      qstheory simulate --loss hamming:m=3 --p 0.5,1,2,4 --n 64..8192

    --loss takes a loss, a loss with a decomposition such as 'hamming:m=3[identity]', or the file of
    a matrix; without it the losses of Table 1 are studied. The large study is

      qstheory simulate --large

    With --dimension 2, X lies on a disc and the boundary is a circle; a fit takes some twenty times
    as long. Finished jobs are stored and taken up by a later run; --engine dask, or the address of
    a scheduler, runs the same jobs on dask.distributed. Exit code 0; 1 when a run contradicts an
    inequality that is not a recorded erratum; 4 when a worker or the scheduler is lost, what was
    finished being kept.
    """
    import sys

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from qstheory.report.simulation import table, write_study, write_summary
    from qstheory.report.typeset import markdown_as_text
    from qstheory.simulate.study import study
    from qstheory.theory.effort import duration
    from qstheory.work.engine import ResultStore, engine
    from qstheory.work.terminal import console

    plan = make_plan(arguments)
    workers = jobs(arguments)
    work = engine(arguments.engine, workers)
    store = ResultStore(arguments.store)
    count = len(plan.jobs())
    left = count if arguments.fresh else plan.unfinished(store)
    seconds = plan.seconds() * left / count / workers
    print(f"{count} jobs, {left} to run: about {duration(max(1, seconds))}", file=sys.stderr)
    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console()
    ) as bar:
        task = bar.add_task("jobs", total=count)

        def watch(done: int, total: int) -> None:
            bar.update(task, completed=done)

        record = study(plan, work, store, watch, fresh=arguments.fresh)
    write_study(arguments.output, record)
    write_summary(arguments.output, record)
    print(markdown_as_text(table(record)), end="")
    unexpected = [
        violation
        for curve in record["curves"]
        for violation in curve["violations"]
        if PRINTED not in violation["inequality"]
    ]
    for violation in unexpected:
        print(f"VIOLATED {violation}")
    return 1 if unexpected else 0


def make_plan(arguments: argparse.Namespace) -> "Plan":
    """The plan that the options describe; raises InvalidParameter."""
    from qstheory.errors import InvalidParameter
    from qstheory.simulate.domain import density
    from qstheory.simulate.study import LARGE, Plan
    from qstheory.simulate.subjects import subjects

    base = LARGE if arguments.large else Plan()
    densities = base.densities
    if arguments.p is not None or arguments.density is not None:
        given = [f"p={p.strip()}" for p in (arguments.p or "").split(",") if p.strip()]
        given += [d.strip() for d in (arguments.density or "").split(",") if d.strip()]
        densities = tuple(dict.fromkeys(density(text).name for text in given))
    replicates = base.replicates if arguments.replicates is None else arguments.replicates
    if replicates < 1:
        raise InvalidParameter("--replicates must be at least 1.")
    if arguments.seed < 0:
        raise InvalidParameter("--seed must be at least 0.")
    if not densities:
        raise InvalidParameter("--p and --density must name a density, such as --p 0.5,1.")
    with announced():
        chosen = subjects(arguments.loss, reading_of(arguments)) or base.subjects
    numbers = base.sizes if arguments.n is None else sizes(arguments.n)
    return Plan(chosen, densities, numbers, replicates, arguments.seed, arguments.dimension)


def sizes(text: str) -> tuple[int, ...]:
    """Sizes such as 64,256 or 64..8192, which doubles.

    >>> sizes("64..512")
    (64, 128, 256, 512)
    """
    from qstheory.errors import InvalidParameter

    first, dots, last = text.partition("..")
    try:
        if dots:
            low, high = int(first), int(last)
            given = [low << k for k in range(max(high // max(low, 1), 1).bit_length())]
            given = [n for n in given if n <= high]
        else:
            given = [int(word) for word in text.split(",")]
    except ValueError:
        given = []
    if len(set(given)) < 2 or min(given) < 2 or max(given) > 1 << 16:
        raise InvalidParameter(
            f"--n must name two sizes or more from 2 to 65536, such as 64..1024, not {text!r}."
        )
    return tuple(sorted(set(given)))


EXPERIMENTS = ("table2", "protocols")
OPTIONS = {
    "text": "attributes that are texts or dates",
    "missing": "missing values: refuse, drop the rows, or impute numbers",
    "weights": "weights {w} at the end of rows",
}


def configure_experiment(parser: argparse.ArgumentParser) -> None:
    """Which experiment, on which data, how often, and where the results go."""
    parser.add_argument("experiment", choices=EXPERIMENTS)
    parser.add_argument("--data", type=Path, metavar="DIR", help="a data set, or folders of them")
    parser.add_argument("--drop", metavar="LIST", help="attributes to leave out, such as id,name")
    for option, words in CHOICES.items():
        parser.add_argument(f"--{option}", choices=words, default=words[0], help=OPTIONS[option])
    parser.add_argument("--datasets", metavar="LIST", help="such as scene,yeast; all by default")
    parser.add_argument("--methods", metavar="LIST", help="such as QS,THBM; all by default")
    parser.add_argument("--seeds", type=int, metavar="N", help="splits: 10, or 3 without --data")
    add_jobs(parser)
    parser.add_argument(
        "--output",
        type=output_folder,
        metavar="DIR",
        help="reports/table2 or reports/table2-shipped",
    )


def run_experiment(arguments: argparse.Namespace) -> int:
    """Measure Table 2 again: every method on every split, beside the paper's printed numbers.

      qstheory experiment table2 --data DIR --jobs 2
      qstheory experiment table2 --data DIR --text drop --missing impute

    DIR is a folder in MULAN form (an .xml with the names of the labels and the .arff), or holds
    such folders; their names do not matter. Labels are 0 and 1, or the words no and yes, false and
    true. Texts such as names of the rows, missing values and weights of rows are refused unless an
    option says what is done with them: a missing number is imputed by the mean of the training
    rows, weights go into every fit and into the test loss.

      qstheory experiment protocols --data DIR --datasets medical

    tries eight protocols on the 0-1 loss of the data sets that are named: other splits, scalings,
    kernels and choices of lambda than those of the table, each beside the printed number.

    Without --data it runs on data that scikit-learn has or generates, in some minutes. Finished
    runs are stored in the output folder and not repeated, so a stopped experiment is taken up
    again; Markdown, LaTeX, JSON and plots are written there.
    """
    from qstheory.learn.experiments.table2 import run_protocols, run_table2
    from qstheory.report.typeset import markdown_as_text

    default = "table2-shipped" if arguments.data is None else "table2"
    output = Path("reports") / default if arguments.output is None else arguments.output
    datasets, workers = _names(arguments.datasets), jobs(arguments)
    reading = Reading(
        _names(arguments.drop) or (), arguments.text, arguments.missing, arguments.weights
    )
    if arguments.experiment == "protocols":
        for option in ("methods", "seeds"):
            if getattr(arguments, option) is not None:
                raise InvalidParameter(f"--{option} belongs to table2; the protocols are eight.")
        for cell in run_protocols(
            arguments.data, output, datasets=datasets, jobs=workers, reading=reading
        ):
            print(cell.in_words)
        return 0
    run_table2(
        arguments.data,
        arguments.seeds,
        output,
        jobs=workers,
        datasets=datasets,
        methods=_names(arguments.methods),
        reading=reading,
    )
    print(markdown_as_text((output / "table2.md").read_text(encoding="utf-8")), end="")
    return 0


def _names(text: str | None) -> list[str] | None:
    """The words of a comma-separated list, None where there are none.

    >>> _names("scene, yeast")
    ['scene', 'yeast']
    """
    if text is None:
        return None
    return [word.strip() for word in text.split(",") if word.strip()] or None


COMMANDS = (
    Command(
        "simulate",
        "the simulated p-noise learner against the rate bounds",
        configure_simulate,
        run_simulate,
    ),
    Command(
        "experiment",
        "Table 2 measured again, with verdicts cell by cell",
        configure_experiment,
        run_experiment,
    ),
)
