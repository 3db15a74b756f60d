"""Laws of T on [0, 1], exactly: tails P(T <= t), exponents, constants and moments E T^-q.

With a margin gamma = slope T the law of T is that of the margin near the decision boundary:

    P(gamma <= e) = P(T <= e / slope),   E gamma^-q = slope^-q E T^-q.

A moment is the difference of a primitive at 1 and at the least T, so that the derivative of the
primitive checks it.

Their use is a path, a one-parameter family Pi(t) = (1 - t) A + t B at the input t in [0, 1], T with
a known law.

The risks are affine in t, so gamma and gamma+ are piecewise linear, with exact pieces between the
crossings of risks. Near a zero of the margin at t = 0 its law is that of slope T; at any other
zero in the support of T the density of T is positive and the exponent is 1; where the margin is 0
on a whole piece it is 0. The smallest of these is the exponent of the family, and E m^-q is finite
exactly for q below it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import ClassVar

import sympy

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.exact.integer_matrix import Vector, apply
from qstheory.inputs.numbers import exact_text
from qstheory.theory.margin.cells import Measure, Rows, margins

t = sympy.Symbol("t", positive=True)
ZERO, ONE = Fraction(0), Fraction(1)


def rational(value: Fraction) -> sympy.Rational:
    """The fraction for sympy."""
    return sympy.Rational(value.numerator, value.denominator)


@dataclass(frozen=True)
class Law(ABC):
    """The law of T, of one number: an exponent, a margin or a mass, written such as `p=2`."""

    word: ClassVar[str]
    vanishing: ClassVar[bool] = False
    """Whether P(T <= t) is o(t^exponent) and not only O(t^exponent)."""

    number: Fraction

    @property
    def name(self) -> str:
        """How the law is written."""
        return f"{self.word}={self.number}"

    @property
    def exponent(self) -> Fraction | None:
        """The largest p with P(T <= t) = O(t^p); None where P(T <= t) = 0 for small t."""
        return self.number

    @property
    def least(self) -> Fraction:
        """The least T."""
        return ZERO

    @property
    def atom(self) -> Fraction:
        """P(T = 0)."""
        return ZERO

    @abstractmethod
    def tail(self) -> sympy.Expr:
        """P(T <= t) for least <= t <= 1, in the symbol `t`."""

    @abstractmethod
    def primitive(self, q: Fraction) -> sympy.Expr:
        """A primitive of t^-q times the density, 0 at 0 where the least T is 0."""

    def constant(self, p: Fraction) -> sympy.Expr:
        """sup over t of P(T <= t) / t^p for 0 < p <= exponent: 1, at t = 1, where it increases."""
        return sympy.Integer(1)

    def condition(self, p: Fraction, order: str) -> bool:
        """Whether P(T <= t) = order(t^p), for the order "o" or "O" and p >= 0."""
        if self.exponent is None or p < self.exponent:
            return True
        return p == self.exponent and (order == "O" or self.vanishing)

    def bound(self, p: Fraction, slope: Fraction = ONE) -> sympy.Expr | None:
        """B = sup over e of P(slope T <= e) / e^p, None when it is infinite."""
        if not self.condition(p, "O") or (self.atom and p > 0):
            return None
        return self.constant(p) * rational(slope) ** -rational(p)

    def moment(self, q: Fraction, slope: Fraction = ONE) -> sympy.Expr | None:
        """E (slope T)^-q for q > 0, None when it is infinite.

        >>> Power(Fraction(2)).moment(ONE), Power(Fraction(2)).moment(Fraction(2))
        (2, None)
        """
        if self.atom or (self.exponent is not None and q >= self.exponent):
            return None
        found = self.primitive(q)
        value = found.subs(t, 1)
        if self.least:
            value -= found.subs(t, rational(self.least))
        return sympy.simplify(value * rational(slope) ** -rational(q))


class Power(Law):
    """P(T <= t) = t^p."""

    word = "p"

    def tail(self) -> sympy.Expr:
        """t^p."""
        return t ** rational(self.number)

    def primitive(self, q: Fraction) -> sympy.Expr:
        """p t^(p-q)/(p-q)."""
        r = rational(self.number - q)
        return rational(self.number) * t**r / r


class Logarithmic(Law):
    """P(T <= t) = t^p / (1 + log(1/t)): o(t^p), yet E T^-p is infinite."""

    word = "log-p"
    vanishing = True

    def tail(self) -> sympy.Expr:
        """t^p / (1 - log t)."""
        return t ** rational(self.number) / (1 - sympy.log(t))

    def primitive(self, q: Fraction) -> sympy.Expr:
        """t^-q P(T <= t) + q e^r E_1(r (1 - log t)), r = p - q: by parts and u = 1 - log t."""
        r = rational(self.number - q)
        rest = sympy.exp(r) * sympy.expint(1, r * (1 - sympy.log(t)))
        return t ** -rational(q) * self.tail() + rational(q) * rest


class HardMargin(Law):
    """T uniform on [margin, 1]: every p-noise condition holds."""

    word = "margin"

    @property
    def exponent(self) -> None:
        """There is none: the condition holds for every p."""
        return None

    @property
    def least(self) -> Fraction:
        """The margin."""
        return self.number

    def tail(self) -> sympy.Expr:
        """(t - margin)/(1 - margin)."""
        return (t - rational(self.number)) / rational(1 - self.number)

    def primitive(self, q: Fraction) -> sympy.Expr:
        """t^(1-q)/(1-q), or log t for q = 1, over 1 - margin."""
        r = rational(1 - q)
        return (t**r / r if r else sympy.log(t)) / rational(1 - self.number)

    def constant(self, p: Fraction) -> sympy.Expr:
        """At t = p margin/(p - 1) if that is below 1, otherwise at t = 1."""
        place = p * self.number / (p - 1) if p > 1 else ONE
        if place >= 1:
            return sympy.Integer(1)
        return self.tail().subs(t, rational(place)) * rational(place) ** -rational(p)


class Atom(Law):
    """A mass at 0, otherwise uniform: no p-noise condition holds."""

    word = "atom"

    @property
    def exponent(self) -> Fraction:
        """0."""
        return ZERO

    @property
    def atom(self) -> Fraction:
        """The mass."""
        return self.number

    def tail(self) -> sympy.Expr:
        """mass + (1 - mass) t."""
        return rational(self.number) + rational(1 - self.number) * t

    def primitive(self, q: Fraction) -> sympy.Expr:
        """The part without the mass: (1 - mass) t^(1-q)/(1-q), for q < 1."""
        r = rational(1 - q)
        return rational(1 - self.number) * t**r / r


@dataclass(frozen=True)
class Mixed(Law):
    """The density a + (1 - a)(d + 1) t^d with 0 < a <= 1, d > 0: the exponent is 1."""

    word = "mixed"
    d: Fraction

    @property
    def name(self) -> str:
        """Both numbers."""
        return f"mixed={self.number}+t^{self.d}"

    @property
    def exponent(self) -> Fraction:
        """1: the density at 0 is a > 0."""
        return ONE

    def tail(self) -> sympy.Expr:
        """a t + (1 - a) t^(d+1)."""
        return rational(self.number) * t + rational(1 - self.number) * t ** rational(self.d + 1)

    def primitive(self, q: Fraction) -> sympy.Expr:
        """Term by term."""
        first, second = rational(1 - q), rational(self.d + 1 - q)
        rest = rational((1 - self.number) * (self.d + 1)) * t**second / second
        return rational(self.number) * t**first / first + rest


KINDS: Mapping[str, type[Power | HardMargin | Atom | Logarithmic]] = MappingProxyType(
    {kind.word: kind for kind in (Power, HardMargin, Atom, Logarithmic)}
)


def law(text: str) -> Law:
    """The law written as `p=2`, `log-p=1`, `margin=1/4`, `atom=1/4` or `mixed=1/2+t^2`.

    Raises InvalidParameter.

    >>> law("p=3/2").exponent
    Fraction(3, 2)
    """
    name, _, value = text.partition("=")
    first, _, power = value.partition("+t^")
    try:
        number = exact_text(first)
        if name == "mixed" and 0 < number <= 1 and exact_text(power) > 0:
            return Mixed(number, exact_text(power))
        if name in KINDS and not power and number > 0 and (name in ("p", "log-p") or number < 1):
            return KINDS[name](number)
    except UnreadableInput:
        pass
    raise InvalidParameter(
        f"{text!r} is no law; write p=NUMBER, log-p=NUMBER, margin=PART, atom=PART or"
        " mixed=PART+t^NUMBER."
    )


@dataclass(frozen=True)
class Linear:
    """The margin is constant + slope t for low <= t <= high; None where it is infinite."""

    low: Fraction
    high: Fraction
    constant: Fraction | None
    slope: Fraction


@dataclass(frozen=True)
class Path:
    """A loss matrix and the ends A, B of a segment of distributions, with the law of T."""

    L: Rows
    start: Vector
    end: Vector
    law: Law

    def __post_init__(self) -> None:
        """Raises InvalidParameter when an end is no distribution, or there is one prediction."""
        if len(self.L) < 2:
            raise InvalidParameter("A family needs a loss with at least two predictions.")
        for end in (self.start, self.end):
            margins(self.L, end)

    def pieces(self, measure: Measure = "gap") -> tuple[Linear, ...]:
        """gamma+ (or gamma) along the path, neighbours on one line joined."""
        first, last = apply(self.L, self.start), apply(self.L, self.end)
        lines = [(a, b - a) for a, b in zip(first, last, strict=True)]
        places = {Fraction(0), Fraction(1)}
        for (a, b), (c, d) in combinations(dict.fromkeys(lines), 2):
            if b != d and 0 < (c - a) / (b - d) < 1:
                places.add((c - a) / (b - d))
        found: list[Linear] = []
        for low, high in pairwise(sorted(places)):
            constant, slope = _least_gap(lines, (low + high) / 2, measure)
            if found and (found[-1].constant, found[-1].slope) == (constant, slope):
                found[-1] = Linear(found[-1].low, high, constant, slope)
            else:
                found.append(Linear(low, high, constant, slope))
        return tuple(found)

    def exponent(self, measure: Measure = "gap") -> Fraction | None:
        """The largest p with P(m <= e) = O(e^p); None when it is infinite, so every p."""
        return min((p for p, _ in self._zeros(measure)), default=None)

    def condition(self, p: Fraction, order: str, measure: Measure = "gap") -> bool:
        """Whether P(m <= e) = order(e^p), for "o" or "O"."""
        return all(
            p < exponent or (p == exponent and (order == "O" or vanishing))
            for exponent, vanishing in self._zeros(measure)
        )

    def slope(self, measure: Measure = "gap") -> Fraction | None:
        """The slope when the margin is slope t for every t, otherwise None."""
        pieces = self.pieces(measure)
        return pieces[0].slope if len(pieces) == 1 and pieces[0].constant == 0 else None

    def finite(self, q: Fraction, measure: Measure = "gap") -> bool:
        """Whether E m^-q is finite, q > 0."""
        exponent = self.exponent(measure)
        return exponent is None or q < exponent

    def moment(self, q: Fraction, measure: Measure = "gap") -> sympy.Expr | None:
        """E m^-q in closed form, oo where it is infinite, None where no form is known here."""
        if not self.finite(q, measure):
            return sympy.oo
        slope = self.slope(measure)
        if slope is None or self._atom_apart(measure):
            return None
        return self.law.moment(q, slope)

    def bound(self, p: Fraction, measure: Measure = "gap") -> sympy.Expr | None:
        """B = sup over e of P(m <= e)/e^p, oo or None likewise."""
        if not self.condition(p, "O", measure):
            return sympy.oo
        slope = self.slope(measure)
        if slope is None or self._atom_apart(measure):
            return None
        return self.law.bound(p, slope)

    def _atom_apart(self, measure: Measure) -> bool:
        """Whether the mass at T = 0 has a margin of its own: gamma+ jumps where risks tie."""
        return measure == "gap" and self.law.atom > 0

    def _zeros(self, measure: Measure) -> list[tuple[Fraction, bool]]:
        """Exponent and whether o holds with it, for each zero of the margin that T can reach."""
        found: list[tuple[Fraction, bool]] = []
        for piece in self.pieces(measure):
            if piece.constant is None:
                continue
            if piece.constant == 0 == piece.slope:
                if piece.high > self.law.least:
                    found.append((Fraction(0), False))
                continue
            for place in (piece.low, piece.high):
                if piece.constant + piece.slope * place == 0:
                    found += self._zero(place, measure)
        return found

    def _zero(self, place: Fraction, measure: Measure) -> list[tuple[Fraction, bool]]:
        if place == 0 and not self._atom_apart(measure):
            exponent = self.law.exponent
            return [] if exponent is None else [(exponent, self.law.vanishing)]
        return [(Fraction(1), False)] if place >= self.law.least else []


def _least_gap(
    lines: list[tuple[Fraction, Fraction]], place: Fraction, measure: Measure
) -> tuple[Fraction | None, Fraction]:
    """The line of the margin around a place at which different lines have different values."""
    order = sorted(lines, key=lambda line: line[0] + line[1] * place)
    best = order[0]
    others = order[1:] if measure == "margin" else [line for line in order if line != best]
    if not others:
        return None, Fraction(0)
    return others[0][0] - best[0], others[0][1] - best[1]
