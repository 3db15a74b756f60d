"""Improved calibration under low noise (App. A.3): the convex lemma and Theorem A.10."""

import random
from collections.abc import Iterator
from fractions import Fraction

from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.kinds.finite_instances import Evaluated
from qstheory.certify.kinds.values import Relation
from qstheory.claims.claim import Claimed, Constant, Kind, Reading, Theorem, always, refuted
from qstheory.claims.evidence import WHOLE, Case, Evidence, Told
from qstheory.claims.statements import claim, fails, repair, tried
from qstheory.theory.margin.distribution import F2, RANGE, E, R, inverse_margin, powers
from qstheory.theory.margin.inequalities import Product, improved_calibration, printed_lower_bound

from . import _algebra
from ._problems import at_problem, compared_at, drawn, named, of_p
from .noise_comparison import EVERY_P

LINE, SQUARE = "1 0", "0 0; 1 1; 3 4"
"""h(x) = x, and max(0, x - 1, 3 x - 4)."""


def maximum(function: str) -> str:
    """h in words, from its pieces (slope, drop)."""
    pieces = (piece.split() for piece in function.split(";"))
    lines = [f"{slope} t - {drop}" if drop != "0" else f"{slope} t" for slope, drop in pieces]
    return f"h(t) = max({', '.join(lines)})" if len(lines) > 1 else f"h(t) = {lines[0]}"


def convex_cases() -> tuple[Case, ...]:
    """Two functions by hand and twenty drawn, each at pairs y <= x."""
    source = random.Random(0)
    functions = [LINE, SQUARE]
    for _ in range(20):
        pieces = [(source.randint(-3, 3), 0)]
        pieces += [(source.randint(-4, 6), source.randint(0, 4)) for _ in range(3)]
        functions.append("; ".join(f"{slope} {drop}" for slope, drop in pieces))
    pairs = [(Fraction(a, 2), Fraction(b, 2)) for a, b in ((0, 1), (1, 2), (1, 3), (2, 3), (4, 9))]
    told = [Told(function, maximum(function)) for function in functions]
    return tuple(Case((("h", h), ("y", y), ("x", x))) for h in told for y, x in pairs)


def pieces_of(at: Case) -> tuple[tuple[Fraction, Fraction], ...]:
    """The pieces (slope, drop) of h."""
    rows = (row.split() for row in str(at["h"]).split(";"))
    return tuple((Fraction(slope), Fraction(drop)) for slope, drop in rows)


def chord(at: Case, relation: Relation, factor: Fraction, part: str = WHOLE) -> Evidence:
    """h(y) beside a multiple of h(x)."""
    y, x = Fraction(at["y"]), Fraction(at["x"])
    low, high = (max(slope * t - drop for slope, drop in pieces_of(at)) for t in (y, x))
    return _algebra.compared(low, relation, factor * _algebra.number(high), part)


def convex(at: Case, said: Claimed) -> Iterator[Evidence]:
    """h(y) <= (y/x) h(x), and for y > 0 h(y)/y <= h(x)/x."""
    for part in ("h(y) <= (y/x) h(x)", "h(x)/x is nondecreasing"):
        yield chord(at, "<=", said("factor", at), part)


def strict(at: Case, said: Claimed) -> Iterator[Evidence]:
    """h(y)/y < h(x)/x for 0 < y < x."""
    yield chord(at, "<", Fraction(at["y"]) / Fraction(at["x"]))


def improved_left(at: Case, said: Claimed) -> Product:
    """H_p(E) = u H(half E/u), u = (gamma_p^a E^p)^(1/(p+1)), H(t) = t^2/(4 |F|^2)."""
    p, a = Fraction(at["p"]), said("exponent of gamma_p in u^(p+1)", at)
    factor = said("factor of the argument", at)
    return improved_calibration(p, inverse_margin(p), a / p, factor)


def calibrated(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H_p(E) <= R, and H_p(E) >= gamma_p^(1/(p+1)) H(E/(2 gamma_p^(1/(p+1)))) as printed."""
    p, left = Fraction(at["p"]), improved_left(at, said)
    yield compared_at(at, left, "<=", powers((R, 1)), part="H_p(E) <= R")
    yield lower_bound(at, p, left)


def lower_bound(at: Case, p: Fraction, left: Product) -> Evidence:
    """The printed lower bound, E^2/(16 |F|^2 gamma_p^(1/(p+1)))."""
    printed = printed_lower_bound(p, inverse_margin(p))
    return compared_at(at, printed, "<=", left, part="the printed lower bound <= H_p")


def only_first(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The first inequality alone."""
    left = improved_left(at, said)
    yield compared_at(at, left, "<=", powers((R, 1)), part="H_p(E) <= R")


def only_lower_bound(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The second inequality alone."""
    left = improved_left(at, said)
    yield lower_bound(at, Fraction(at["p"]), left)


def repaired(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H_p(E) <= R, and H_p(E) >= K H(E/K) with K = (E gamma^-p (max L - min L)^p)^(1/(p+1))."""
    p, left = Fraction(at["p"]), improved_left(at, said)
    yield compared_at(at, left, "<=", powers((R, 1)), part="H_p(E) <= R")
    K = ((inverse_margin(p), -1 / (p + 1)), (RANGE, -p / (p + 1)))
    below = powers((4, -1), (F2, -1), (E, 2), *K)
    yield compared_at(at, below, "<=", left, part="H_p(E) >= K H(E/K)")


def constants(gamma: str, factor: Fraction, *, planted: bool = False) -> dict[str, Constant]:
    """The constants of H_p: gamma_p as printed or its p-th power, and 1/2 or 1."""
    formulas = {"norm": lambda problem, p: Fraction(1), "power": lambda problem, p: Fraction(p)}
    return {
        "exponent of gamma_p in u^(p+1)": Constant(
            formulas[gamma],
            ("plus one", "minus one", "doubled", "halved", "sign") if planted else (),
        ),
        "factor of the argument": always(factor, ("doubled", "plus one") if planted else ()),
    }


def split(at: Case, said: Claimed) -> Iterator[Evidence]:
    """E = A + B at the threshold t, A over excesses <= t and B over excesses >= t."""
    problem, t = Evaluated(at_problem(at), STANDARD_LIBRARY), Fraction(at["t"])
    parts = Fraction(0)
    for x in problem.inputs:
        excess = problem.excess(x)
        parts += x.weight * excess * ((excess <= t) + (excess >= t))
    yield compared_at(at, powers((E, 1)), "=", powers((parts, 1)))


PRINTED_CASES = named("coin 1/2", "coin 1/17", p=(1, 2, 3)) + named("scaled 2 1", p=(1,))
PARTS = ("H_p(E) <= R", "the printed lower bound <= H_p")

CLAIMS = (
    claim("noise.convex-lemma", "Lemma A.9 (p. 18)")(
        text="For h convex, h(0) = 0: h(y) <= (y/x) h(x) for 0 <= y <= x, and h(x)/x increases.",
        latex=r"h(y)\le\tfrac yxh(x),\quad h(x)/x\text{ increasing}",
        readings=(
            Reading(
                "increasing as nondecreasing, which is what is used",
                evidence=convex,
                cases=convex_cases(),
                ranges_over="every convex h with h(0) = 0",
                parts=("h(y) <= (y/x) h(x)", "h(x)/x is nondecreasing"),
                claimed={
                    "factor": Constant(
                        lambda h, y, x: y / x, ("doubled", "halved", "squared", "sign")
                    )
                },
                theorems=(Theorem("Calibration.convex", arguments=lambda h, y, x: (y, x)),),
                derivation=r"$h(y)\le(1-\frac yx)h(0)+\frac yxh(x)$; divide by $y$.",
            ),
            Reading(
                "strictly increasing",
                evidence=strict,
                cases=tuple(at for at in convex_cases() if at["y"]),
                ranges_over="every convex h with h(0) = 0",
            ),
        ),
        remark="h(x) = x shows that h(x)/x need not increase strictly.",
    ),
    fails("noise.improved-calibration", "Theorem A.10 (p. 18)")(
        text="H_p(E) <= R with H_p(eps) = (gamma_p eps^p)^(1/(p+1))"
        " H((1/2)(eps/gamma_p)^(1/(p+1))), and"
        " H_p(eps) >= gamma_p^(1/(p+1)) H(eps/(2 gamma_p^(1/(p+1)))).",
        latex=r"H_p(\varepsilon)=(\gamma_p\varepsilon^p)^{\frac1{p+1}}H\bigl(\tfrac12(\gamma_p^{-1}"
        r"\varepsilon)^{\frac1{p+1}}\bigr)",
        readings=(
            Reading(
                "gamma_p = ||1/gamma||_p, as printed",
                **tried(calibrated, PRINTED_CASES, EVERY_P, *PARTS),
                claimed=constants("norm", Fraction(1, 2)),
                theorems=(
                    of_p(
                        "RefutedNoise.improved_calibration",
                        "the first inequality for every p > 1, the second for every excess"
                        " risk above 1",
                    ),
                ),
            ),
            Reading(
                "gamma_p read as E gamma^-p",
                evidence=only_first,
                cases=PRINTED_CASES + named(*drawn("clear", 20), p=(1, 2, 3)),
                ranges_over=EVERY_P,
                parts=PARTS[:1],
                claimed=constants("power", Fraction(1, 2)),
                derivation="As the repaired form, which is sharper.",
            ),
            Reading(
                "the lower bound, for excess risks of at most 1",
                evidence=only_lower_bound,
                cases=named("coin 1/2", "coin 1/17", "coin 1", p=(1, 2, 3)),
                ranges_over=f"{EVERY_P}, excess risk at most 1",
                parts=PARTS[1:],
                claimed=constants("norm", Fraction(1, 2)),
                derivation=(
                    r"$H(t)/t$ is nondecreasing, and $(\varepsilon/\gamma_p)^{1/(p+1)}\ge"
                    r"\varepsilon/\gamma_p^{1/(p+1)}$ for $\varepsilon\le1$."
                ),
                condition="losses with values in [0, 1]",
            ),
        ),
        uses=(
            "noise.tsybakov",
            "noise.tsybakov.repaired",
            "noise.convex-lemma",
            "noise.lp",
            "noise.lp.repaired",
        ),
        remark="The first inequality fails with the norm, the second for losses beyond 1; the eight"
        " losses lie in [0, 1].",
    ),
    fails("x.noise.split-double-count", "proof of Theorem A.10 (p. 18)")(
        kind=Kind.EXTENSION,
        text="E = A + B for the parts with excess <= t and with excess >= t.",
        reading="both inequalities weak, as printed",
        evidence=split,
        cases=named("coin 1/2", "coin 1/9", t=(Fraction(1, 4), Fraction(1, 2))),
        theorems=(
            refuted("RefutedNoise.double_count", "a coin with the excess risk t, every 0 < t <= 1"),
        ),
        ranges_over="every problem and t > 0",
        repaired_by="noise.improved-calibration.repaired",
        remark="At an excess of t it is counted twice; <= would do, and so the proof survives.",
    ),
    repair("noise.improved-calibration", "Theorem A.10 (p. 18)")(
        text="u H(E/u) <= R with u = (E[gamma^-p] E^p)^(1/(p+1)), and u H(E/u) >= K H(E/K) with"
        " K = (E[gamma^-p] (max L - min L)^p)^(1/(p+1)).",
        latex=r"uH(E/u)\le R,\quad u=(\mathbb E[\gamma^{-p}]E^p)^{\frac1{p+1}}",
        reading="without the factor 1/2",
        evidence=repaired,
        cases=named(
            "coin 1/2",
            "coin 1/17",
            "scaled 4 1/2",
            "scaled 6 1/2",
            *drawn("clear", 40),
            p=(1, 2, 3),
        ),
        ranges_over=EVERY_P,
        parts=("H_p(E) <= R", "H_p(E) >= K H(E/K)"),
        claimed=constants("power", Fraction(1), planted=True),
        theorems=(of_p("Noise.calibration_repaired"),),
        derivation=r"With $P=P(X_f)$: $R\ge\mathbb E[H(\Delta\ell)1(X_f)]\ge P\,H(E/P)\ge uH(E/u)$"
        r" by Jensen on $X_f$, as $u\mapsto uH(E/u)$ is nonincreasing and $P\le u\le K$.",
        uses=("noise.tsybakov.repaired", "noise.convex-lemma"),
        remark="An equality for one point and two labels; at p = 0 it is H itself.",
    ),
)
