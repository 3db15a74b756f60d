"""The inequalities of Section 3.3 and Appendix A between powers: as printed, repaired, extended.

gamma_p is the printed ||1/gamma||_p = (E gamma^-p)^(1/p). Every inequality is left <= right for two
products of powers; the shapes take their constants and exponents as arguments, so that printed and
repaired forms differ in numbers only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.kinds.finite_instances import (
    FiniteProblem,
    Power,
    PowerRelation,
    Quantity,
    evaluated,
)
from qstheory.exact.span import FLINT
from qstheory.theory.margin.distribution import (
    D2,
    ERROR,
    F2,
    RANGE,
    E,
    R,
    inverse_gap,
    inverse_margin,
    powers,
    quantity,
    rational_value,
)

Product = tuple[Power, ...]
Sides = tuple[Product, Product]
Form = Literal["printed", "repaired", "extended"]
Number = Fraction | int


def positive_margins(problem: FiniteProblem) -> PowerRelation:
    """0 < gamma everywhere: with finitely many inputs P(gamma <= t) = o(t^p) for every p >= 0."""
    return PowerRelation(problem, powers((0, 1)), "<", powers((quantity("least-margin"), 1)))


def bounded_gap(problem: FiniteProblem) -> PowerRelation:
    """P(gamma+ <= t) <= B t for all t > 0 and the least such B: gamma+ is nowhere 0."""
    tail = quantity("gap-tail", 1)
    bound = rational_value(evaluated(problem, FLINT), tail)
    return PowerRelation(problem, powers((tail, 1)), "<=", powers((bound, 1)))


def comparison(squared: Quantity, factor: Number) -> Sides:
    """E <= (factor squared R)^(1/2), squared = |F|^2 or D^2."""
    half = Fraction(1, 2)
    return powers((E, 1)), powers((factor, half), (squared, half), (R, half))


def error_set(moment: Quantity, on_moment: Number, on_excess: Number) -> Sides:
    """P(X_f) <= moment^a E^b."""
    return powers((ERROR, 1)), powers((moment, on_moment), (E, on_excess))


def improved(moment: Quantity, on_moment: Number, factor: Number, exponent: Number) -> Sides:
    """E <= moment^a (factor |F|^2 R)^b."""
    right = ((moment, on_moment), (factor, exponent), (F2, exponent), (R, exponent))
    return powers((E, 1)), powers(*right)


def improved_calibration(p: Fraction, moment: Quantity, on_moment: Number, half: Number) -> Product:
    """H_p(E) = u H(half E/u), u^(p+1) = moment^a E^p, for H(t) = t^2/(4 |F|^2)."""
    return powers(
        (half, 2), (4, -1), (F2, -1), (E, 2 - p / (p + 1)), (moment, -Fraction(on_moment) / (p + 1))
    )


def without_moment(p: Fraction, tail: Quantity, factor: Number) -> tuple[Sides, Sides]:
    """P(X_f)^(p+1) <= factor B E^p and E^(p+2) <= factor B (4 |F|^2 R)^(p+1)."""
    constant = ((factor, 1), (tail, 1))
    right = ((4, p + 1), (F2, p + 1), (R, p + 1))
    return (
        (powers((ERROR, p + 1)), powers(*constant, (E, p))),
        (powers((E, p + 2)), powers(*constant, *right)),
    )


def lower_moment(p: Fraction, q: Fraction, factor: Number) -> Sides:
    """E gamma^-q <= factor B^(q/p), B = sup_t P(gamma <= t)/t^p."""
    right = powers((factor, 1), (quantity("margin-tail", p), q / p))
    return powers((inverse_margin(q), 1)), right


@dataclass(frozen=True)
class Inequality:
    """One inequality at an exponent p; `claim` is the line of the ledger that judges it for all.

    `text` writes it down. It needs a positive gamma where its sides speak of gamma. Those that do
    not speak of f are about the distribution alone.
    """

    name: str
    form: Form
    text: str
    claim: str
    sides: Sides
    speaks_of_f: bool = True


def without_exponent() -> Iterator[Inequality]:
    """Those that speak of no margin."""
    yield Inequality(
        "comparison inequality", "printed", "E <= 2 |F| R^(1/2)", "qs.comparison", comparison(F2, 4)
    )
    yield Inequality(
        "comparison inequality", "extended", "E <= D R^(1/2)", "qs.comparison", comparison(D2, 1)
    )


def at_exponent(p: Fraction) -> Iterator[Inequality]:
    """Those of the p-noise condition, p > 0."""
    M, gap = inverse_margin(p), inverse_gap(p)
    a, b = 1 / (p + 1), 1 / (p + 2)
    wrong: tuple[tuple[Form, str, str, Sides], ...] = (
        ("printed", "gamma_p^(1/(p+1))", "noise.tsybakov", error_set(M, a / p, p * a)),
        ("repaired", "gamma_p^(p/(p+1))", "noise.tsybakov.repaired", error_set(M, a, p * a)),
        ("extended", "(E gamma+^-p)^(1/(p+1))", "x.noise.gamma-plus", error_set(gap, a, p * a)),
    )
    for form, constant, claim, sides in wrong:
        text = f"P(X_f) <= {constant} E^(p/(p+1))"
        yield Inequality("error set", form, text, claim, sides)
    excess: tuple[tuple[Form, str, str, Quantity, Fraction, int], ...] = (
        ("printed", "gamma_p^(1/(p+2))", "noise.comparison", M, b / p, 16),
        ("repaired", "gamma_p^(p/(p+2))", "noise.comparison.repaired", M, b, 4),
        ("extended", "(E gamma+^-p)^(1/(p+2))", "x.noise.gamma-plus", gap, b, 4),
    )
    for form, constant, claim, moment, power, factor in excess:
        text = f"E <= {constant} ({factor} |F|^2 R)^((p+1)/(p+2))"
        sides = improved(moment, power, factor, (p + 1) * b)
        yield Inequality("improved comparison", form, text, claim, sides)
    yield from _calibration(p)
    yield from _without_moments(p)


def _calibration(p: Fraction) -> Iterator[Inequality]:
    """The improved calibration function, H(t) = t^2/(4 |F|^2)."""
    M, half = inverse_margin(p), Fraction(1, 2)
    printed = improved_calibration(p, M, 1 / p, half)
    repaired = improved_calibration(p, M, 1, 1)
    lower = ((4, -1), (F2, -1), (E, 2), (M, -1 / (p + 1)), (RANGE, -p / (p + 1)))
    yield Inequality(
        "improved calibration",
        "printed",
        "u H(E/(2 u)) <= R, u = (gamma_p E^p)^(1/(p+1))",
        "noise.improved-calibration",
        (printed, powers((R, 1))),
    )
    yield Inequality(
        "improved calibration",
        "repaired",
        "u H(E/u) <= R, u = (gamma_p E)^(p/(p+1))",
        "noise.improved-calibration.repaired",
        (repaired, powers((R, 1))),
    )
    yield Inequality(
        "lower bound of improved calibration",
        "printed",
        "K H(E/(2 K)) <= u H(E/(2 u)), K = gamma_p^(1/(p+1))",
        "noise.improved-calibration",
        (printed_lower_bound(p, M), printed),
    )
    yield Inequality(
        "lower bound of improved calibration",
        "repaired",
        "K H(E/K) <= u H(E/u), K = (gamma_p (max L - min L))^(p/(p+1))",
        "noise.improved-calibration.repaired",
        (powers(*lower), repaired),
    )


def printed_lower_bound(p: Fraction, moment: Quantity) -> Product:
    """K H(E/(2 K)) with K = gamma_p^(1/(p+1)) and H(t) = t^2/(4 |F|^2)."""
    return powers((16, -1), (F2, -1), (E, 2), (moment, -1 / p / (p + 1)))


def _without_moments(p: Fraction) -> Iterator[Inequality]:
    """What the p-noise condition gives without a moment of 1/gamma, B = sup P(m <= t)/t^p."""
    tail = quantity("gap-tail", p)
    if p.denominator == 1:
        factor = ((p + 1) / p) ** int(p)
        wrong, excess = without_moment(p, tail, factor)
        text = "P(X_f)^(p+1) <= ((p+1)/p)^p B+ E^p"
        yield Inequality("error set without moments", "extended", text, "x.noise.weak-lp", wrong)
        text = "E^(p+2) <= ((p+1)/p)^p B+ (4 |F|^2 R)^(p+1)"
        yield Inequality("comparison without moments", "extended", text, "x.noise.weak-lp", excess)
    text = "E gamma^-q <= 2 B^(1/2), q = p/2"
    sides = lower_moment(p, p / 2, 2)
    yield Inequality("moments below p", "repaired", text, "noise.lp.repaired", sides, False)
    markov = powers((tail, 1)), powers((inverse_gap(p), 1))
    yield Inequality("Markov", "extended", "B+ <= E gamma+^-p", "x.noise.converse", markov, False)
