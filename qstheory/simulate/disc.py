"""X on the unit disc with |x|^2 = (1 + t) / 2 and a uniform angle: the boundary is a circle.

With p = 1 the law is uniform on the disc. s is in the span of 1 and k(., 0):

    s = c (e^(-1/4) - exp(-|x|^2 / 2)) = (1 - e^(-t/4)) / (e^(1/4) - 1),   c = 1 / (1 - e^(-1/4)),

    exp(-|x - x'|^2 / 2) = sum_ij phi_ij(x) phi_ij(x'),
    phi_ij(x) = exp(-|x|^2 / 2) x_1^i x_2^j / sqrt(i! j!).

The terms with i + j >= J sum to less than 2 / J!, below 1e-15 for J = 18.
"""

from dataclasses import dataclass
from functools import cache
from math import exp, expm1, factorial, pi

import numpy as np
from numpy.typing import NDArray

from qstheory.simulate.domain import (
    Cells,
    Density,
    Domain,
    Enclosed,
    Moments,
    Side,
    knot_masses,
    knots,
    mean_by_parts,
)

Array = NDArray[np.float64]
TERMS = 18
"""J: the terms that are left out sum to less than 2 / J!, below 1e-15."""
DEGREES = tuple((i, k - i) for k in range(TERMS) for i in range(k + 1))
"""(i, j) of the features."""
SPAN = expm1(0.25)
C = -1 / expm1(-0.25)
SECTORS = 32
"""Sectors of the cells before any is split."""


def _side(sign: int) -> Side:
    def ratio(t: float) -> float:
        return -sign * expm1(-sign * t / 4) / t / SPAN if t > 1e-8 else 0.25 / SPAN

    def growth(t: float) -> float:
        return exp(-sign * t / 4) / (4 * SPAN)

    return Side(sign, ratio, growth, ratio(1.0))


@dataclass(frozen=True, eq=False)
class PolarCells(Cells):
    """Cells of a polar grid: the angle in the middle and half the width in angle.

    Parameters
    ----------
    angle : ndarray of shape (k,)
        The angle in the middle of each cell, in radians.
    spread : ndarray of shape (k,)
        Half its width in angle, in radians.
    """

    angle: Array
    spread: Array


@dataclass(frozen=True)
class Disc(Domain):
    """The unit disc. On the outer side s is concave with s(1) = e^(-1/4), on the inner one -s is
    convex in |t| with the slope 1 / (4 (e^(1/4) - 1)) > e^(-1/4) at 0: |s(t)| >= e^(-1/4) |t|."""

    dimension = 2
    rounds = 16
    least_ratio = exp(-0.25)
    position_constant = C * exp(-0.25)
    position_squared = C**2
    """|c k(., 0)|^2 = c^2."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """Outside and inside the circle."""
        return _side(1), _side(-1)

    def position(self, t: Array) -> Array:
        """Increasing on [-1, 1], s(-1) = -1."""
        return np.asarray(-np.expm1(-t / 4) / SPAN)

    def position_weights(self) -> Array:
        """c e^(-1/4) for the constant and -c for phi_00 = k(., 0)."""
        weights = np.zeros(1 + len(DEGREES))
        weights[:2] = self.position_constant, -C
        return weights

    def features(self, points: Array) -> Array:
        """1 and the phi_ij, one row for each x."""
        return _products(1, _powers(points[:, 0]), _powers(points[:, 1]))

    def slopes(self, points: Array) -> tuple[Array, ...]:
        """Both partial derivatives."""
        first, second = _powers(points[:, 0]), _powers(points[:, 1])
        return (
            _products(0, _derivatives(points[:, 0], first), second),
            _products(0, first, _derivatives(points[:, 1], second)),
        )

    def place(self, t: Array, seed: np.random.Generator) -> Array:
        """A uniform angle for each."""
        return _points(_radius(t), 2 * pi * seed.random(len(t)))

    def cells(self, density: Density, count: int) -> Cells:
        """About `count` cells, first those outside the circle."""
        ends = knots(density, max(count // (2 * SECTORS), 1))
        mass = np.tile(knot_masses(density, ends) / SECTORS, 2)
        near = np.concatenate([ends[:-1], -ends[:-1]])
        far = np.concatenate([ends[1:], -ends[1:]])
        angles = (np.arange(SECTORS) + 0.5) * (2 * pi / SECTORS)
        return _polar(
            np.repeat(near, SECTORS),
            np.repeat(far, SECTORS),
            np.tile(angles, len(near)),
            np.full(len(near) * SECTORS, pi / SECTORS),
            np.repeat(mass, SECTORS),
        )

    def split(self, density: Density, cells: Cells, which: NDArray[np.bool_]) -> Cells:
        """Each in two across its longer side."""
        assert isinstance(cells, PolarCells)
        near, far, middle = cells.near[which], cells.far[which], cells.middle[which]
        angle, spread, mass = cells.angle[which], cells.spread[which], cells.mass[which]
        depth = np.abs(_radius(far) - _radius(near))
        around = 2 * spread * _radius(middle) >= depth
        turned, kept = np.where(around, spread / 2, 0.0), np.where(around, spread / 2, spread)
        # Of a cell cut at |t| = m, the nearer part has the share between P(|t| <= near) and at m.
        reached = [density.distribution(np.abs(t)) for t in (near, middle, far)]
        whole = np.where(around, 1.0, reached[2] - reached[0])
        inner = np.where(around, 0.5, reached[1] - reached[0])
        share = np.divide(inner, whole, out=np.full_like(whole, 0.5), where=whole > 0)
        return _polar(
            np.concatenate([near, np.where(around, near, middle)]),
            np.concatenate([np.where(around, far, middle), far]),
            np.concatenate([angle - turned, angle + turned]),
            np.concatenate([kept, kept]),
            np.concatenate([mass * share, mass * (1 - share)]),
        )

    def moments(self, density: Density) -> Moments:
        """A radial integral times E cos^a sin^b."""
        return _moments(density)


DISC = Disc()


def _radius(t: Array) -> Array:
    return np.asarray(np.sqrt(np.maximum((1 + t) / 2, 0)))


def _points(radius: Array, angle: Array) -> Array:
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def _powers(x: Array) -> Array:
    """h_i(x) = exp(-x^2 / 2) x^i / sqrt(i!), one row for each i."""
    made = np.empty((TERMS, len(x)))
    made[0] = np.exp(-0.5 * x**2)
    for i in range(1, TERMS):
        made[i] = made[i - 1] * x * i**-0.5
    return made


def _derivatives(x: Array, powers: Array) -> Array:
    """h_i' = sqrt(i) h_(i-1) - x h_i."""
    made = -x * powers
    made[1:] += np.arange(1, TERMS)[:, None] ** 0.5 * powers[:-1]
    return np.asarray(made)


def _products(constant: float, first: Array, second: Array) -> Array:
    """The constant and the products of degree (i, j), one row for each x."""
    i, j = np.array(DEGREES).T
    # A feature is contiguous, and written in its place, which is what makes this fast.
    made = np.empty((1 + len(DEGREES), first.shape[1]))
    made[0] = constant
    np.multiply(first[i], second[j], out=made[1:])
    return made.T


def _polar(near: Array, far: Array, angle: Array, spread: Array, mass: Array) -> PolarCells:
    """The cells between t = near and far; |x - x'|^2 = (r - r')^2 + 4 r r' sin^2((a - a') / 2)."""
    ends = _radius(near), _radius(far)
    radius = (ends[0] + ends[1]) / 2
    middle = np.where(near == far, near, 2 * radius**2 - 1)
    turn = 4 * np.maximum(*ends) * radius * np.sin(spread / 2) ** 2
    reach = np.sqrt((ends[0] - ends[1]) ** 2 / 4 + turn)
    return PolarCells(near, far, middle, _points(radius, angle), reach, mass, angle, spread)


def gaussian_moment(density: Density, m: int, rate: float) -> Enclosed:
    """E v^m exp(-rate v) for v = |X|^2 = (1 + t) / 2, by the mean of both signs of t."""

    def derivative(v: float) -> float:
        leading = m * v ** (m - 1) if m else 0.0
        return (leading - rate * v**m) * exp(-rate * v)

    def both(t: float) -> float:
        return (derivative((1 + t) / 2) - derivative((1 - t) / 2)) / 4

    return mean_by_parts(density, (exp(-rate) + (0.0 if m else 1.0)) / 2, both)


def angular_moment(a: int, b: int) -> float:
    """E cos^a sin^b of a uniform angle: (a-1)!! (b-1)!! / (a+b)!!, 0 where a or b is odd."""
    if a % 2 or b % 2:
        return 0.0
    i, j = a // 2, b // 2
    whole = factorial(i) * factorial(j) * factorial(i + j)
    return float(factorial(a) * factorial(b) / (4 ** (i + j) * whole))


@cache
def _moments(density: Density) -> Moments:
    size = 1 + len(DEGREES)
    values, errors = np.zeros((size, size)), np.zeros((size, size))
    values[0, 0] = 1
    single = [gaussian_moment(density, m, 0.5) for m in range(TERMS // 2 + 1)]
    double = [gaussian_moment(density, m, 1.0) for m in range(TERMS)]
    for row, (i, j) in enumerate(DEGREES, 1):
        scale = (factorial(i) * factorial(j)) ** -0.5
        turned = angular_moment(i, j) * scale
        for place in ((0, row), (row, 0)) if turned else ():
            values[place] = single[(i + j) // 2].value * turned
            errors[place] = single[(i + j) // 2].error * turned
        for column, (k, m) in enumerate(DEGREES, 1):
            turned = angular_moment(i + k, j + m)
            if turned:
                turned *= scale * (factorial(k) * factorial(m)) ** -0.5
                radial = double[(i + j + k + m) // 2]
                values[row, column] = radial.value * turned
                errors[row, column] = radial.error * turned
    return Moments(values, errors)
