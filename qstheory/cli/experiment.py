"""Measure Table 2 again: every method on every split, beside the paper's printed numbers.

  qstheory experiment table2 --data DIR --jobs 2
  qstheory experiment table2 --data DIR --text drop --missing impute

DIR is a folder in MULAN form (an .xml with the names of the labels and the .arff), or holds such
folders; their names do not matter. Labels are 0 and 1, or the words no and yes, false and true.
Texts such as names of the rows, missing values and weights of rows are refused unless an option
says what is done with them: a missing number is imputed by the mean of the training rows, weights
go into every fit and into the test loss.

  qstheory experiment protocols --data DIR --datasets medical

tries eight protocols on the 0-1 loss of the data sets that are named: other splits, scalings,
kernels and choices of lambda than those of the table, each beside the printed number.

Without --data it runs on data that scikit-learn has or generates, in some minutes. Finished runs
are stored in the output folder and not repeated, so a stopped experiment is taken up again;
Markdown, LaTeX, JSON and plots are written there.
"""

import argparse
from pathlib import Path

from qstheory.cli.options import add_jobs, jobs, output_folder
from qstheory.errors import InvalidParameter
from qstheory.learn.data.reading import CHOICES, Reading

NAME = "experiment"
HELP = "Table 2 measured again, with verdicts cell by cell"
EXPERIMENTS = ("table2", "protocols")
OPTIONS = {
    "text": "attributes that are texts or dates",
    "missing": "missing values: refuse, drop the rows, or impute numbers",
    "weights": "weights {w} at the end of rows",
}


def configure(parser: argparse.ArgumentParser) -> None:
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


def run(arguments: argparse.Namespace) -> int:
    """Run what is missing, write the tables and print them."""
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
