"""The base rate (end of Sec. 2, Theorem 2.1): what the quotation lost, and what holds."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import Vector, Vectors, inner
from qstheory.certify.expressions import Expression
from qstheory.certify.kinds.coin_samples import CoinSample, Factor, RateWithConstant
from qstheory.claims import Case, Claimed, Evidence, Reading, Theorem, Verdict, always, cases
from qstheory.claims.evidence import WHOLE
from qstheory.claims.statements import extension, fails, repair, tried
from qstheory.proofs.binding import Axioms

from ._algebra import compared, number
from ._simulation import BASE_RATE
from .quadratic_surrogate import drawn_rows, minimiser

HALF = Fraction(1, 2)
FAILURES = Fraction(8)
RARE = "rare"
"""The case of one rare input with a large feature that the sample misses: nearly an equality."""
SAMPLES = (RARE, *map(str, range(20)))
COINS = (
    (Fraction(1, 10), 1),
    (Fraction(1, 2), 27),
    (Fraction(1), 411),
    (Fraction(100), 450**4 + 1),
    (Fraction(10**6), (45 * 10**5) ** 4 + 1),
)
"""Pairs (C, n), n odd and more than (9 C/2)^4."""


def base_factors(said: Claimed, at: Case) -> tuple[Factor, ...]:
    """c kappa ||g*|| tau^2 n^(-1/4), with the exponent of n as claimed."""
    return (
        Factor("row-norm", Fraction(1)),
        Factor("kernel-bound", Fraction(1)),
        Factor("regression-norm", Fraction(1)),
        Factor("confidence", Fraction(2)),
        Factor("samples", said("exponent of n", at)),
    )


def coin(C: Fraction, factors: tuple[Factor, ...], n: int, part: str = WHOLE) -> Evidence:
    """The bound with this C fails at a coin with g = 1/(10 n)."""
    sample = CoinSample(n, Fraction(1, 10 * n), 3, "summed" if n < 3000 else "coupled")
    return Evidence(RateWithConstant(C, factors, FAILURES), (sample,), part)


def with_constant(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The bound with this C."""
    yield coin(Fraction(at["C"]), base_factors(said, at), at.integer("n"))


def with_coins(number: int) -> tuple[Case, ...]:
    """Cases of that many constants."""
    return tuple(Case((("C", C), ("n", n))) for C, n in COINS[:number])


RATE = {"exponent of n": always(Fraction(-1, 4), ())}


@dataclass(frozen=True)
class RidgeSample:
    """b(x) and P(x) for each input, the rows of W*, and a sample: indices, psi_i and lambda."""

    features: Vectors
    weights: Vector
    regression: Vectors
    sample: tuple[int, ...]
    targets: Vectors
    regularisation: Fraction

    def error(self) -> Fraction:
        """E |W b - W* b|^2 for the minimiser W of kernel ridge regression."""
        drawn = tuple(self.features[i] for i in self.sample)
        found = minimiser(drawn, self.targets, self.regularisation)
        apart = [
            tuple(a - b for a, b in zip(row, best, strict=True))
            for row, best in zip(found, self.regression, strict=True)
        ]
        squares = (sum(inner(row, b) ** 2 for row in apart) for b in self.features)
        return inner(self.weights, map(Fraction, squares))

    def bound(self) -> Expression:
        """(1 + |T - T_n| / lambda) (|xi| / sqrt lambda + sqrt lambda |W*|)^2, Frobenius norms."""
        drawn, n = [self.features[i] for i in self.sample], len(self.sample)
        places = range(len(self.features[0]))
        gap = [
            [
                sum(p * b[i] * b[j] for p, b in zip(self.weights, self.features, strict=True))
                - sum((b[i] * b[j] for b in drawn), Fraction(0)) / n
                for j in places
            ]
            for i in places
        ]
        noise = [
            [
                sum(
                    (target[k] - inner(row, b)) * b[j] / n
                    for target, b in zip(self.targets, drawn, strict=True)
                )
                for j in places
            ]
            for k, row in enumerate(self.regression)
        ]
        lam = number(self.regularisation)
        spread = 1 + norm(gap) / lam
        return spread * (norm(noise) / lam**HALF + lam**HALF * norm(self.regression)) ** 2


def norm(rows: Iterable[Iterable[Fraction | int]]) -> Expression:
    """The Frobenius norm of a matrix."""
    return number(Fraction(sum(x * x for row in rows for x in row))) ** HALF


def ridge_problem(name: str) -> RidgeSample:
    """A distribution on up to four inputs, a sample of it, and lambda."""
    if name == RARE:
        zero, one = Fraction(0), Fraction(1)
        return RidgeSample(
            ((zero,), (30 * one,)),
            (Fraction(99, 100), Fraction(1, 100)),
            ((one,),),
            (0, 0),
            ((zero,), (zero,)),
            HALF,
        )
    source = random.Random(int(name))
    d, r, inputs, n = (source.randint(1, k) for k in (3, 2, 4, 6))

    def rows(count: int, width: int) -> Vectors:
        return drawn_rows(source, count, width, 4, 3)

    counts = [source.randint(1, 5) for _ in range(inputs)]
    weights: Vector = tuple(Fraction(count, sum(counts)) for count in counts)
    sample = tuple(source.choices(range(inputs), counts, k=n))
    return RidgeSample(
        rows(inputs, d), weights, rows(r, d), sample, rows(n, r), Fraction(source.randint(1, 4), 4)
    )


def sample_error(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The inequality on one sample."""
    given = ridge_problem(str(at["sample"]))
    yield compared(given.error(), "<=", said("factor", at) * given.bound())


ON_A_SAMPLE = (
    r"With $T=\mathbb E\,k_xk_x^\top$, its empirical $T_n$ and $\xi=\frac1n\sum_i k_{x_i}(\psi(y_i)"
    r"-g^*(x_i))$ we have $\widehat g-g^*=(T_n+\lambda)^{-1}(\xi-\lambda g^*)$ and"
    r" $T\preceq(1+\|T-T_n\|/\lambda)(T_n+\lambda)$, so $\|\widehat g-g^*\|_{L_2}\le(1+\|T-T_n\|"
    r"/\lambda)^{1/2}(\|\xi\|/\sqrt\lambda+\sqrt\lambda\|g^*\|)$."
)


def sample_reading(name: str, argument: str, theorem: str, axioms: Axioms = "none") -> Reading:
    """The inequality on samples, with a derivation of the rate from it."""
    return Reading(
        name,
        **tried(sample_error, cases(sample=SAMPLES), "every problem, n and confidence"),
        theorems=(Theorem(theorem, axioms=axioms, arguments=lambda sample: ()),),
        claimed={"factor": always(Fraction(1), ("halved", "minus one"))},
        derivation=f"{ON_A_SAMPLE} {argument}",
    )


CLAIMS = (
    *fails(
        "base.rate", "Theorem 2.1 (p. 4), quoted from Ciliberto, Rosasco and Rudi (2016), Thm. 5"
    )(
        text="The excess risk is at most C c kappa ||g*|| tau^2 n^(-1/4) with probability"
        " 1 - 8 e^(-tau), C universal.",
        latex=r"\mathcal E(\widehat f_n)-\mathcal E(f^\star)\le C\,c_{V,\varphi}\kappa"
        r"\|g^*\|_{\mathcal G}\,\tau^2n^{-1/4}",
        readings=(
            Reading(
                "C universal, at most 10^6",
                evidence=with_constant,
                cases=with_coins(len(COINS)),
                ranges_over="every problem, n and tau",
                claimed=RATE,
            ),
            BASE_RATE,
        ),
        uses=("qs.comparison", "qs.krr-closed-form"),
        remark="The quotation lost the noise: with g* small against it the bound vanishes and the"
        " error does not. With a C that"
        " depends on the distribution it says no more than the rate n^(-1/4), which holds.",
    ).repaired(
        source="Theorem 2.1 (p. 4)",
        text="With lambda = n^(-1/2) and probability 1 - 2 delta the excess risk is at most"
        " 2 c n^(-1/4) (1 + kappa^2 delta^(-1/2))^(1/2) (||g*|| + kappa s delta^(-1/2)),"
        " s = ess sup ||psi(Y) - g*(X)||.",
        latex=r"\mathcal E(\widehat f_n)-\mathcal E(f^\star)\le 2c\,n^{-1/4}"
        r"\bigl(1+\kappa^2\delta^{-1/2}\bigr)^{1/2}"
        r"\bigl(\|g^*\|_{\mathcal G}+\kappa s\,\delta^{-1/2}\bigr)",
        readings=(
            sample_reading(
                "the inequality on each sample, then second moments",
                r"Second moments give $\mathbb E\|T-T_n\|^2\le\kappa^4/n$ and"
                r" $\mathbb E\|\xi\|^2\le\kappa^2s^2/n$; Markov's inequality and $\lambda=n^{-1/2}$"
                r" give the rate, and the comparison inequality the excess risk.",
                "Rates.base_rate",
            ),
            BASE_RATE,
        ),
        uses=("qs.comparison", "qs.krr-closed-form"),
        remark="It is invariant under scaling of the loss and keeps the noise s.",
    ),
    extension(
        "cited.pinelis",
        "Pinelis (1994), Optimum bounds for the distributions of martingales, Thm. 3.5",
    )(
        text="The mean of n independent centred vectors of norm at most B in a Hilbert space"
        " exceeds B sqrt(2 tau/n) in norm with probability at most 2 e^(-tau).",
        latex=r"P\Bigl(\bigl\|\tfrac1n\sum_i\xi_i\bigr\|>B\sqrt{2\tau/n}\Bigr)\le2e^{-\tau}",
        assumed="I. Pinelis, Optimum bounds for the distributions of martingales in Banach spaces,"
        " Annals of Probability 22 (1994)",
        expected=Verdict.ASSUMED,
    ),
    extension("x.base.exponential", "Theorem 2.1 (p. 4) with exponential confidence")(
        text="With lambda = n^(-1/2) and probability 1 - 4 e^(-tau) the excess risk is at most"
        " 2 c n^(-1/4) (1 + 2 sqrt2 kappa^2 sqrt tau)^(1/2) (||g*|| + sqrt2 kappa s sqrt tau).",
        latex=r"\mathcal E(\widehat f_n)-\mathcal E(f^\star)\le 2c\,n^{-1/4}"
        r"\bigl(1+2\sqrt2\kappa^2\sqrt\tau\bigr)^{1/2}"
        r"\bigl(\|g^*\|_{\mathcal G}+\sqrt2\kappa s\sqrt\tau\bigr)",
        readings=(
            sample_reading(
                "the inequality on each sample, then Pinelis",
                r"Pinelis' inequality with $B=2\kappa^2$ for $T-T_n$ and $B=\kappa s$ for $\xi$:"
                r" $\mathbb E\cosh\lambda\|S_n\|\le\cosh^n\lambda B\le e^{n\lambda^2B^2/2}$.",
                "ExponentialRates.rate",
                "reals",
            ),
        ),
        uses=("qs.comparison", "qs.krr-closed-form", "cited.pinelis"),
        remark="For finite problems Pinelis' inequality is proved along with it and no premise.",
    ),
    repair("affine.constant", "Theorem 3.1 (p. 5)")(
        text="With lambda = n^(-1/2) and probability 1 - 2 delta the excess risk is at most"
        " 2 A n^(-1/4) (1 + kappa^2 delta^(-1/2))^(1/2) (Q + 2 kappa delta^(-1/2)).",
        latex=r"\mathcal E(\widehat f_n)-\mathcal E(f^\star)\le2\mathsf A\,n^{-1/4}"
        r"\bigl(1+\kappa^2\delta^{-1/2}\bigr)^{1/2}\bigl(Q+2\kappa\delta^{-1/2}\bigr)",
        readings=(
            sample_reading(
                "the inequality on each sample, then second moments",
                r"As base.rate.repaired with $c=\|F\|_\infty$, $\|g^*\|\le\sqrt rU_{\max}Q$ and"
                r" $s\le2\max_y\|U_y\|\le2\sqrt rU_{\max}$.",
                "Rates.affine_rate",
            ),
            BASE_RATE,
        ),
        uses=("base.rate.repaired", "affine.self", "affine.shift", "affine.gstar-bound"),
        remark="A survives as the constant.",
    ),
)
