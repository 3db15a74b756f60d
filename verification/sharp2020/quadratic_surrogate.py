"""The quadratic surrogate (Sec. 2.1, App. A.1 and A.2): consistency, comparison, kernel ridge."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from qstheory.certify.arithmetic import Vector, Vectors, inner
from qstheory.certify.kinds.finite_instances import Evaluation, FiniteProblem, Input, PowerRelation
from qstheory.claims import Case, Claimed, Constant, Evidence, Kind, Reading, Theorem, always, cases
from qstheory.claims.statements import claim, tried
from qstheory.exact.integer_matrix import solve, transpose
from qstheory.theory.margin.distribution import D2, F2, E, R, powers, quantity

from . import _algebra
from ._problems import EVERY_PROBLEM, HALF, at_problem, compared_at, drawn, named
from .self_losses import self_form

COINS = ("coin 1/2", "coin 1/10", "coin 1", "scaled 4 1/2")
LABELS = ("hamming 2 1/2", "hamming 3 1/3")


def at_best(problem: FiniteProblem) -> Iterator[FiniteProblem]:
    """The problem with g = g*, once for each way in which one input decodes."""
    F, U = problem.decomposition.F, problem.decomposition.U

    def decoded(x: Input) -> Iterator[Input]:
        best = tuple(inner(x.conditional, column) for column in zip(*U, strict=True))
        values = [inner(row, best) for row in F]
        for z, value in enumerate(values):
            if value == min(values):
                yield replace(x, scores=best, prediction=z)

    first = [next(decoded(x)) for x in problem.inputs]
    for i, x in enumerate(problem.inputs):
        for chosen in decoded(x):
            yield replace(problem, inputs=(*first[:i], chosen, *first[i + 1 :]))


def consistent(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Every prediction that g* decodes to is Bayes-optimal."""
    for problem in at_best(at_problem(at)):
        yield Evidence(
            PowerRelation(problem, powers((E, 1)), "=", powers((said("excess", at), 1))),
            (Evaluation(),),
        )


def equal_functions(at: Case, said: Claimed) -> Iterator[Evidence]:
    """d(g*(x)) is the prediction f*(x), for every selection of minimisers in both."""
    for problem in at_best(at_problem(at)):
        disagreement = powers((quantity("disagreement"), 1))
        yield Evidence(PowerRelation(problem, disagreement, "=", powers((0, 1))), (Evaluation(),))


def comparison(at: Case, said: Claimed) -> Iterator[Evidence]:
    """E <= constant c^(..) R^(..), c = |F|_inf."""
    bound = powers(
        (said("constant", at), 1),
        (F2, said("exponent of c", at) / 2),
        (R, said("exponent of the excess surrogate risk", at)),
    )
    yield compared_at(at, powers((E, 1)), "<=", bound)


def diameter(at: Case, said: Claimed) -> Iterator[Evidence]:
    """E^2 <= D^2 R <= 4 c^2 R with D = max |F_z - F_z'|."""
    yield compared_at(
        at,
        powers((E, 2)),
        "<=",
        powers((said("constant", at), 1), (D2, 1), (R, 1)),
        part="E <= D sqrt R",
    )
    yield compared_at(at, powers((D2, 1)), "<=", powers((4, 1), (F2, 1)), part="D <= 2 c")


COMPARISON = (
    r"Let $z=d(g(x))$ and $z^*=f^*(x)$. Then $\ell(z,x)-\ell(z^*,x)=(F_z-F_{z^*})\cdot g^*(x)\le"
    r"(F_z-F_{z^*})\cdot(g^*(x)-g(x))\le\|F_z-F_{z^*}\|\,\|g(x)-g^*(x)\|\le 2\|F\|_\infty"
    r"\|g(x)-g^*(x)\|$, as $(F_z-F_{z^*})\cdot g(x)\le0$; take the mean over $x$ and use"
    r" $(\mathbb E a)^2\le\mathbb E a^2$."
)


def drawn_rows(
    source: random.Random, count: int, width: int, numerator: int, divisor: int
) -> Vectors:
    """Rows of quotients, numerators of up to that size on either side of 0."""
    return tuple(
        tuple(
            Fraction(source.randint(-numerator, numerator), source.randint(1, divisor))
            for _ in range(width)
        )
        for _ in range(count)
    )


def ridge_case(seed: int) -> tuple[Vectors, Vectors, Fraction, Vector]:
    """Features of n points, targets, lambda and the features of a test point, from the seed."""
    source = random.Random(seed)
    n, d, r = (source.randint(a, b) for a, b in ((1, 4), (1, 3), (1, 3)))
    features, targets, (test,) = (
        drawn_rows(source, count, width, 3, 2) for count, width in ((n, d), (n, r), (1, d))
    )
    return features, targets, Fraction(source.randint(1, 4), 2), test


def points(seed: int) -> Fraction:
    """n."""
    return Fraction(len(ridge_case(seed)[0]))


def shifted_gram(rows: Vectors, ridge: Fraction) -> list[list[Fraction]]:
    """M M^T + ridge I for the matrix M with these rows."""
    return [
        [inner(a, b) + (ridge if i == j else 0) for j, b in enumerate(rows)]
        for i, a in enumerate(rows)
    ]


def minimiser(features: Vectors, targets: Vectors, regularisation: Fraction) -> Vectors:
    """W = Psi^T B (B^T B + n lambda I)^-1, row by row."""
    columns = tuple(map(tuple, transpose(features)))
    normal = shifted_gram(columns, len(features) * regularisation)
    found = []
    for scores in zip(*targets, strict=True):
        row = solve(normal, [inner(column, scores) for column in columns])
        assert row is not None
        found.append(row)
    return tuple(found)


def closed_form(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The primal minimiser at the test point against sum_i alpha_i psi_i."""
    features, targets, regularisation, test = ridge_case(at.integer("seed"))
    ridge = said("multiple of lambda", at) * regularisation
    alpha = solve(shifted_gram(features, ridge), [inner(row, test) for row in features])
    assert alpha is not None  # The matrix is positive definite.
    weights = minimiser(features, targets, regularisation)
    for row, scores in zip(weights, zip(*targets, strict=True), strict=True):
        yield _algebra.compared(inner(tuple(alpha), scores), "=", inner(row, test))


def independent(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The rows of the vector-valued minimiser minimise the scalar problems."""
    features, targets, regularisation, _ = ridge_case(at.integer("seed"))
    own = regularisation * said("lambda of a coordinate over lambda", at)
    weights = minimiser(features, targets, regularisation)
    for j, row in enumerate(weights):
        (alone,) = minimiser(features, tuple((target[j],) for target in targets), own)
        yield from (_algebra.compared(a, "=", b) for a, b in zip(row, alone, strict=True))


CLAIMS = (
    claim("qs.fisher", "Sec. 2.1; Example A.1")(
        text="f* = d o g*: the quadratic surrogate is Fisher consistent for every finite loss.",
        latex=r"f^\star=d\circ g^*",
        readings=(
            Reading(
                "as sets: all that g* decodes to is Bayes-optimal",
                evidence=consistent,
                cases=named("coin 0", *COINS, "hamming 2 0", *LABELS, *drawn("random", 20)),
                ranges_over=EVERY_PROBLEM,
                claimed={"excess": always(Fraction(0), ("plus one",))},
                derivation=r"$\ell(z,x)=F_z\cdot g^*(x)+c$, and $g^*(x)=U^\top\Pi(x)$ is the only"
                r" minimiser of $v\mapsto\sum_y\Pi_y\|v-U_y\|^2=\|v-g^*\|^2+\text{const}$.",
                theorems=(Theorem("Surrogates.fisher"),),
            ),
            Reading(
                "as functions, with any choice among ties in f* and in d",
                **tried(equal_functions, named("coin 0", *COINS), EVERY_PROBLEM),
            ),
        ),
        uses=("self.bayes-linear",),
        remark="As functions f* and d o g* agree only with the same rule for ties.",
    ),
    claim("qs.comparison", "eq. (6); Corollary A.6 (p. 17)")(
        text="The excess risk is at most 2 c sqrt(excess surrogate risk), c = sup_z ||V* phi(z)||.",
        latex=r"\mathcal E(d\circ g)-\mathcal E(f^\star)\le2c_{V,\varphi}"
        r"\sqrt{\mathcal R_\psi(g)-\mathcal R_\psi(g^*)}",
        reading="every SELF decomposition, F_z = V* phi(z) and U_y = psi(y)",
        evidence=comparison,
        cases=named(*COINS, *LABELS, "overshoot 1/2", *drawn("random", 40)),
        ranges_over=EVERY_PROBLEM,
        claimed={
            "constant": always(Fraction(2), ("halved", "minus one")),
            "exponent of c": always(Fraction(1), ("doubled", "halved")),
            "exponent of the excess surrogate risk": always(HALF, ("doubled", "plus one")),
        },
        derivation=COMPARISON,
        theorems=(
            Theorem(
                "Surrogates.comparison",
                beside=("exponent of c", "exponent of the excess surrogate risk"),
            ),
        ),
        uses=("self.bayes-linear",),
        remark="2 is best possible: Hamming attains it for every m.",
    ),
    claim("x.calibration.diameter", "sharpens eq. (6)")(
        kind=Kind.REPAIR,
        text="The excess risk is at most D sqrt(excess surrogate risk), with"
        " D = max ||F_z - F_z'|| <= 2 c.",
        latex=r"\mathcal E(d\circ g)-\mathcal E(f^\star)\le\max_{z,z'}\|F_z-F_{z'}\|"
        r"\sqrt{\mathcal R(g)-\mathcal R(g^*)}",
        reading="every decomposition",
        evidence=diameter,
        cases=named(*COINS, *LABELS, *drawn("random", 60)),
        ranges_over=EVERY_PROBLEM,
        parts=("E <= D sqrt R", "D <= 2 c"),
        claimed={"constant": always(Fraction(1), ("halved",))},
        theorems=(Theorem("Calibration.diameter"),),
        derivation=COMPARISON,
        uses=("self.bayes-linear",),
    ),
    claim("qs.krr-closed-form", "eqs. (7) and (8)")(
        text="g-hat = sum_i alpha_i psi(y_i) with alpha(x) = (K + n lambda I)^-1 K_x.",
        latex=r"\widehat g_n(x)=\sum_i\alpha_i(x)\psi(y_i),\quad\alpha(x)=(K+n\lambda I)^{-1}K_x",
        reading="lambda > 0, kernels of finitely many features",
        **tried(closed_form, cases(seed=range(20)), "every n, kernel and lambda > 0"),
        claimed={
            "multiple of lambda": Constant(points, ("plus one", "doubled", "halved", "next index"))
        },
        theorems=(
            Theorem("Calibration.kernel_ridge", arguments=lambda seed: (int(points(seed)),)),
        ),
        derivation=r"With $(K+n\lambda I)C=\Psi^\top$ the objective at $C+D$ exceeds that at"
        r" $C$ by $\frac1n\|KD\|^2+\lambda\operatorname{tr}D^\top KD\ge0$; functions"
        r" orthogonal to all $k(x_i,\cdot)$ only add to the norm.",
    ),
    claim("qs.loss-trick", "eq. (9)")(
        text="l-hat(z, x) = sum_i alpha_i(x) L(z, y_i): the estimator does not depend on H, phi"
        " and psi.",
        latex=r"\langle\varphi(z),V\widehat g_n(x)\rangle=\sum_i\alpha_i(x)L(z,y_i)",
        readings=(
            replace(
                self_form("every SELF decomposition of L itself"),
                theorems=(Theorem("Surrogates.loss_trick"),),
            ),
        ),
        uses=("qs.krr-closed-form", "self.bayes-linear"),
        remark="With a decomposition of L - c, l-hat loses c sum_i alpha_i, which does not depend"
        " on z: f-hat stays the same.",
    ),
    claim("train.independent", "Sec. 4.1")(
        text="Kernel ridge regression onto U is r independent scalar problems with one lambda.",
        latex=r"(K+n\lambda I)C=\Psi^\top\text{ column by column}",
        reading="the same lambda for all coordinates",
        **tried(independent, cases(seed=range(12)), "every n, r, kernel and lambda > 0"),
        claimed={"lambda of a coordinate over lambda": always(Fraction(1), ("doubled", "halved"))},
        theorems=(Theorem("Calibration.independent", arguments=lambda seed: ()),),
        derivation="The squared norms of the residuals and of g are sums over the coordinates.",
        uses=("qs.krr-closed-form",),
        remark="One factorisation serves all r problems, so training costs O(n^3 + n^2 r) and not"
        " O(n^3 r). With a lambda for each coordinate it is another estimator.",
    ),
)
