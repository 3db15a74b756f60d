"""Losses on orders of m items that charge pairs of items, and their features over pairs i < j.

An observation prefers item i over item j (p_ij = 1), j over i (p_ij = -1) or neither (p_ij = 0);
s_ij = sign(sigma(i) - sigma(j)). With N the number of pairs with p_ij != 0, the loss is
(1/N) #{i < j : p_ij s_ij = charged} = 1/2 + (charged / 2N) sum_{i<j} p_ij s_ij.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from operator import mul

from qstheory.losses.base import Undefined
from qstheory.losses.closed_forms import ClosedForm, Features
from qstheory.losses.linear import Sparse
from qstheory.losses.parameters import choice
from qstheory.losses.shared import HALF, ONE, Expression, FormExpressions, constantly
from qstheory.losses.spaces import Label

SIGMA = choice(
    "sigma",
    "whether sigma(j) is the position of item j or its score",
    ("position", "score"),
    "position",
)
ORIENTATION = choice(
    "orientation",
    "charge the pairs with sigma(j) > sigma(l) where l is preferred, as printed, or the wrongly"
    " ordered pairs (the two differ when sigma is a position)",
    ("printed", "corrected"),
    "corrected",
)


PAIRS, COMPARED = r"j<\ell", "N(y)"
ORDER = r"\operatorname{sign}(\sigma(j)-\sigma(\ell))"
BETWEEN_GRADES = r"\operatorname{sign}([y]_j-[y]_\ell)"


def charged_sign(sigma: str, orientation: str) -> int:
    """The value of p_ij s_ij that is charged: -1 as printed, 1 for wrongly ordered positions."""
    return 1 if (sigma, orientation) == ("position", "corrected") else -1


def undefined_value(undefined: Undefined) -> Fraction | None:
    """The loss where N = 0, or None where that does not occur."""
    return {"zero": Fraction(0), "one": Fraction(1)}.get(undefined)


def pair_conventions(
    sigma: str, orientation: str, at_undefined: Fraction | None, where: str
) -> tuple[str, ...]:
    """The reading of sigma, which pairs are charged, and what happens `where` N = 0."""
    wrongly = orientation == "corrected"
    dropped = at_undefined is None
    return (
        f"sigma(j) is the {sigma} of item j",
        "wrongly ordered pairs are charged"
        if wrongly
        else "rightly ordered pairs are charged, as the printed formula says of positions",
        f"observations with {where} are left out"
        if dropped
        else f"the loss is {at_undefined} for observations with {where}",
    )


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


@lru_cache(maxsize=1 << 12)
def signs(label: Label) -> tuple[int, ...]:
    """sign(label[i] - label[j]) for i < j in lexicographic order.

    >>> signs((2, 2, 1))
    (0, 1, 1)
    """
    assert isinstance(label, tuple)
    return tuple([sign(first - second) for first, second in combinations(label, 2)])


def _by_sign(entry: Expression, sigma: Label) -> Sparse:
    values = {s: entry(s) for s in (-1, 0, 1)}
    return {t: values[s] for t, s in enumerate(signs(sigma))}


@lru_cache(maxsize=1 << 12)
def _preferred(loss: "PairLoss", y: Label) -> tuple[tuple[int, ...], int]:
    """The p_ij of y, and how many are not 0."""
    preferred = tuple(loss.preferences(y))
    return preferred, len(preferred) - preferred.count(0)


@dataclass(frozen=True)
class PairLoss:
    """The loss for `preferences` (y to the list of p_ij), a charged sign and the value at N = 0.

    Without `normalised` the number of charged pairs is not divided by N. `preference` is the LaTeX
    of p_jl.
    """

    m: int
    preferences: Callable[[Label], Sequence[int]]
    charged: int
    at_undefined: Fraction | None = None
    normalised: bool = True
    preference: str = BETWEEN_GRADES

    @property
    def pairs(self) -> int:
        """The number of pairs i < j."""
        return self.m * (self.m - 1) // 2

    def __call__(self, sigma: Label, y: Label) -> Fraction:
        """The entry."""
        preferred, compared = _preferred(self, y)
        charged = list(map(mul, preferred, signs(sigma))).count(self.charged)
        if not self.normalised:
            return Fraction(charged)
        if not compared:
            assert self.at_undefined is not None
            return self.at_undefined
        return Fraction(charged, compared)

    def _shares(self, y: Label, share: Expression) -> Sparse:
        preferred = self.preferences(y)
        compared = sum(1 for p in preferred if p)
        number = compared if self.normalised and compared else 1
        shares = {p: share(p, number) for p in {*preferred} if p}
        return {t: shares[p] for t, p in enumerate(preferred) if p}

    def _pairs_expressions(
        self, prediction: Expression, share: Expression, c: Fraction
    ) -> FormExpressions:
        """Those of the pairs j < l of m items."""
        return FormExpressions(
            (prediction,), (share,), constantly(c), Expression(lambda m: HALF * m * (m - 1), ("m",))
        )

    def printed_form(self) -> ClosedForm:
        """F = sign(sigma(j) - sigma(l)) / 4, U = sign(y_l - y_j) / N(y) for j < l, c = 1/4."""
        entry = Expression(lambda s: s * HALF / 2, (ORDER,), PAIRS)
        share = Expression(lambda p, number: -ONE * p / number, (self.preference, COMPARED), PAIRS)
        return ClosedForm(
            "printed",
            Fraction(1, 4),
            Features(
                self.pairs,
                lambda sigma: _by_sign(entry, sigma),
                lambda y: self._shares(y, share),
            ),
            "App. B.3, PD",
            self._pairs_expressions(entry, share, Fraction(1, 4)),
        )

    def repaired_form(self, name: str = "repaired") -> ClosedForm:
        """F = charged s / 2, U = p / N over the pairs, c = 1/2.

        One coordinate more for what does not depend on sigma: the value at N = 0 if there is one,
        N / 2 if the loss is not normalised (c = 0 then).
        """
        constant = Fraction(1, 2) if self.normalised else Fraction(0)
        extra = self.at_undefined is not None or not self.normalised
        entry = Expression(lambda s: self.charged * s * HALF, (ORDER,), PAIRS)
        share = Expression(lambda p, number: ONE * p / number, (self.preference, COMPARED), PAIRS)
        written = None if extra else self._pairs_expressions(entry, share, constant)

        def prediction(sigma: Label) -> Sparse:
            features = _by_sign(entry, sigma)
            return {**features, self.pairs: ONE} if extra else features

        def observation(y: Label) -> Sparse:
            shares = self._shares(y, share)
            return {**shares, **self._own_part(self.pairs, len(shares))}

        source = "1(p s = charged) = (1 + charged p s) / 2 where p != 0"
        features = Features(self.pairs + extra, prediction, observation)
        return ClosedForm(name, constant, features, source, written)

    def positional_form(self) -> ClosedForm:
        """F_i = charged (2 sigma(i) - m - 1) / 2, U_i = (y_i - y_m) / N for i < m, c = 1/2.

        Holds when the grades are two neighbouring integers: then p_ij = y_i - y_j is linear in y,
        sum_j s_ij = 2 sigma(i) - m - 1 depends on the position of i alone, and these sum to zero.
        """
        extra = self.at_undefined is not None
        last = self.m - 1

        def prediction(sigma: Label) -> Sparse:
            assert isinstance(sigma, tuple)
            features = {
                i: Fraction(self.charged * (2 * sigma[i] - self.m - 1), 2) for i in range(last)
            }
            return features | ({last: Fraction(1)} if extra else {})

        def observation(y: Label) -> Sparse:
            assert isinstance(y, tuple)
            compared = sum(1 for p in self.preferences(y) if p)
            shares = {i: Fraction(y[i] - y[last], compared) for i in range(last) if compared}
            return {**shares, **self._own_part(last, compared)}

        return ClosedForm(
            "minimal",
            Fraction(1, 2),
            Features(last + extra, prediction, observation),
            "sign(y_l - y_j) = y_l - y_j for two neighbouring grades",
        )

    def _own_part(self, coordinate: int, compared: int) -> Sparse:
        """The observation's own coordinate of a form with one."""
        if not self.normalised:
            return {coordinate: Fraction(compared, 2)}
        if compared or self.at_undefined is None:
            return {}
        return {coordinate: self.at_undefined - Fraction(1, 2)}
