"""Example distributions whose low-noise analysis the site shows, with certificates."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

from qstheory.losses.catalogue import parse
from qstheory.report import noise_path
from qstheory.report.noise_formats import record
from qstheory.theory.margin.cells import matrix_of
from qstheory.theory.noise.analysis import NoiseAnalysis, analyze_noise, surrogate_of
from qstheory.theory.noise.distribution import FiniteDistribution, Point
from qstheory.theory.noise.laws import law
from qstheory.theory.noise.path import Path as Segment
from qstheory.work.files import write_text

Example = tuple[str, tuple[tuple[str, str, str], ...], tuple[str, ...]]
"""A loss, inputs (name, weight, probabilities), and exponents."""
EXAMPLES: Mapping[str, Example] = MappingProxyType(
    {
        "one-input": ("hamming:m=1", (("x", "1", "1/4 3/4"),), ("1", "2", "1/2")),
        "small-margin": ("hamming:m=1", (("x", "1", "32/65 33/65"),), ("2",)),
        "three-classes": (
            "multiclass:classes=3",
            (
                ("clear", "1/2", "4/5 1/10 1/10"),
                ("close", "1/3", "9/20 2/5 3/20"),
                ("tied", "1/6", "2/5 2/5 1/5"),
            ),
            ("1", "2"),
        ),
        "ladder": (
            "hamming:m=1",
            tuple((f"{k}/8", "1/8", f"{8 - k}/16 {8 + k}/16") for k in range(1, 9)),
            ("1", "3"),
        ),
        "large-loss": ("cost-sensitive:costs=0 4;4 0", (("x", "1", "1/4 3/4"),), ("1",)),
    }
)
"""The coin of the ledger's instances, one of margin 1/65 at which the printed comparison fails at
p = 2, a tie, P(gamma <= t) close to t, and a loss beyond 1."""


PATHS: Mapping[str, tuple[str, tuple[str, str], str, tuple[str, ...]]] = MappingProxyType(
    {
        "lemma-lp": ("hamming:m=1", ("1/2 1/2", "0 1"), "log-p=1", ("1/2", "1")),
        "power": ("multiclass:classes=3", ("2/5 2/5 1/5", "1 0 0"), "p=2", ("1", "3/2", "2")),
        "across": ("multiclass:classes=3", ("1 0 0", "0 1/3 2/3"), "p=3", ("1/2", "1")),
    }
)
"""A loss, the ends of a path, a law and exponents: P(gamma <= e) = o(e^p) although the moment of
order p is infinite, a power law, and a boundary that is crossed inside, where the exponent is 1."""


def analysis(name: str) -> NoiseAnalysis:
    """The analysis of the example of that name."""
    loss_name, inputs, exponents = EXAMPLES[name]
    loss = parse(loss_name)
    points = (
        Point(x, Fraction(weight), tuple(map(Fraction, conditional.split())))
        for x, weight, conditional in inputs
    )
    distribution = FiniteDistribution(loss, tuple(points))
    return analyze_noise(distribution, surrogate_of(loss), [Fraction(p) for p in exponents])


def write_noise(name: str, output: Path) -> None:
    """The record of an example and its certificates."""
    found = analysis(name)
    text = json.dumps(record(found, name), indent=1, ensure_ascii=False)
    write_text(output / "noise" / f"{name}.json", text + "\n")
    write_text(output / "certificates" / "noise" / f"{name}.json", found.certificates())


def write_path(name: str, output: Path) -> None:
    """The record of a path."""
    loss_name, (start, end), written, exponents = PATHS[name]
    loss = parse(loss_name)
    first, last = (tuple(map(Fraction, place.split())) for place in (start, end))
    along = noise_path.record(
        loss,
        Segment(matrix_of(loss), first, last, law(written)),
        [Fraction(p) for p in exponents],
        name,
    )
    write_text(output / "noise" / f"path-{name}.json", noise_path.as_json(along))
