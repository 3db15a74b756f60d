"""The error set and the improved comparison inequality (Sec. 3.3; App. A.3)."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from qstheory.claims import Case, Claimed, Constant, Evidence, Kind, Reading, always
from qstheory.claims.statements import extension, fails, tried
from qstheory.theory.margin import inequalities
from qstheory.theory.margin.distribution import ERROR, F2, E, R, inverse_gap, inverse_margin, powers

from ._problems import EVERY_PROBLEM, compared_at, drawn, named, of_p
from ._simulation import simulated

EVERY_P = f"{EVERY_PROBLEM} with positive margins, every p > 0"
COINS = named("coin 1/2", p=(1, 2, 3, 4, 5)) + named("coin 1/9", p=(1, 2, 3, 4, 5, 6))
SCALED = named("scaled 4 1/2", "scaled 6 1/2", "stretched 4 1/2", p=(1, 2, 3))
ROOTS = named("coin 1/4", "scaled 32 1/8", p=(Fraction(1, 2), Fraction(3, 2)))
"""Margins 1/4 and 4, whose square roots are rational."""
MANY = COINS + SCALED + ROOTS + named(*drawn("clear", 50), p=(1, 2, 3))


def p_of(at: Case) -> Fraction:
    """The exponent p."""
    return Fraction(at["p"])


def error_set(at: Case, said: Claimed) -> Iterator[Evidence]:
    """P(X_f) <= gamma_p^a E^b, gamma_p = (E gamma^-p)^(1/p)."""
    p = p_of(at)
    on_moment = said("exponent of gamma_p", at) / p
    left, right = inequalities.error_set(
        inverse_margin(p), on_moment, said("exponent of the excess risk", at)
    )
    yield compared_at(at, left, "<=", right)


def improved(at: Case, said: Claimed) -> Iterator[Evidence]:
    """E <= gamma_p^a (constant |F|^2 R)^b."""
    p, b = p_of(at), said("exponent of the excess surrogate risk", at)
    on_moment = said("exponent of gamma_p", at) / p
    left, right = inequalities.improved(inverse_margin(p), on_moment, said("constant", at), b)
    yield compared_at(at, left, "<=", right)


def with_gaps(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Both inequalities with gamma+ in place of gamma."""
    p = p_of(at)
    moment = (inverse_gap(p), 1)
    yield compared_at(at, powers((ERROR, p + 1)), "<=", powers(moment, (E, p)), part="error set")
    right = powers(moment, (said("constant", at), p + 1), (F2, p + 1), (R, p + 1))
    yield compared_at(at, powers((E, p + 2)), "<=", right, part="comparison")


def recovered(at: Case, said: Claimed) -> Iterator[Evidence]:
    """(constant |F|^2 R)^(1/2) = 2 |F| sqrt R."""
    half = Fraction(1, 2)
    improved_bound = powers((said("constant", at), half), (F2, half), (R, half))
    yield compared_at(at, improved_bound, "=", powers((2, 1), (F2, half), (R, half)))


HOLDER = (
    r"$1(X_f)\le(\Delta\ell/\gamma)^{p/(p+1)}$; H\"older with $p+1$ and $(p+1)/p$ gives"
    r" $P(X_f)\le(\mathbb E\gamma^{-p})^{1/(p+1)}E^{p/(p+1)}$. Then"
    r" $E=\mathbb E[\Delta\ell\,1(X_f)]\le2\|F\|\,\mathbb E[\|g-g^*\|1(X_f)]"
    r"\le2\|F\|\sqrt{R\,P(X_f)}$."
)


def of_moment(gamma: str, more: int, planted: bool) -> dict[str, Constant]:
    """The exponent of gamma_p: 1/(p + more) as printed, p/(p + more) of the p-th power."""
    formulas = {
        "norm": lambda problem, p: 1 / (Fraction(p) + more),
        "power": lambda problem, p: Fraction(p) / (Fraction(p) + more),
    }
    wrong = ("doubled", "halved", "sign", "plus one", "squared") if planted else ()
    return {"exponent of gamma_p": Constant(formulas[gamma], wrong)}


def exponents(gamma: str, *, planted: bool = False) -> dict[str, Constant]:
    """The constants of the error set: printed, with the p-th power, or as repaired."""
    return of_moment(gamma, 1, planted) | {
        "exponent of the excess risk": Constant(
            lambda problem, p: Fraction(p) / (Fraction(p) + 1),
            ("doubled", "halved", "plus one", "squared") if planted else (),
        ),
    }


def comparison_constants(
    gamma: str, constant: int, *, planted: bool = False
) -> dict[str, Constant]:
    """The constants of the improved comparison inequality."""
    return of_moment(gamma, 2, planted) | {
        "constant": always(Fraction(constant), ("halved", "minus one") if planted else ()),
        "exponent of the excess surrogate risk": Constant(
            lambda problem, p: (Fraction(p) + 1) / (Fraction(p) + 2),
            ("doubled", "plus one", "halved") if planted else (),
        ),
    }


def where_it_holds(
    evidence: Callable[[Case, Claimed], Iterator[Evidence]],
    coin: str,
    exact: tuple[Case, ...],
    constants: Callable[[str], dict[str, Constant]],
) -> tuple[Reading, Reading]:
    """The readings under which a printed inequality is true: p = 1, or gamma_p a p-th power."""
    at_one = named(coin, "scaled 4 1/2", *drawn("clear", 30), p=(1,))
    return (
        Reading(
            "gamma_p = ||1/gamma||_p, p = 1",
            **tried(evidence, at_one, f"{EVERY_PROBLEM} with positive margins, p = 1"),
            claimed=constants("norm"),
            derivation=HOLDER,
        ),
        Reading(
            "gamma_p read as E gamma^-p",
            **tried(evidence, exact + named(*drawn("clear", 25), p=(1, 2, 3)), EVERY_P),
            claimed=constants("power"),
            derivation=HOLDER,
        ),
    )


RECOVERED = tried(recovered, named("coin 1/2", "hamming 2 1/2", *drawn("random", 5)), EVERY_PROBLEM)
CLAIMS = (
    *fails("noise.tsybakov", "Lemma A.8 (p. 18)")(
        text="P(X_f) <= gamma_p^(1/(p+1)) (excess risk)^(p/(p+1)), gamma_p = ||1/gamma||_p.",
        latex=r"P_{\mathcal X}(X_f)\le\gamma_p^{\frac1{p+1}}(\mathcal E(f)-\mathcal E(f^\star))"
        r"^{\frac p{p+1}}",
        readings=(
            Reading(
                "gamma_p = ||1/gamma||_p, as printed",
                **tried(error_set, named("coin 1/3", p=(2,)) + COINS + SCALED, EVERY_P),
                theorems=(
                    of_p("RefutedNoise.tsybakov", "every p > 1, a coin of any margin below 1"),
                ),
                claimed=exponents("norm"),
            ),
            *where_it_holds(error_set, "coin 1/2", COINS + SCALED + ROOTS, exponents),
            simulated("Tsybakov lemma, printed"),
        ),
        remark="It holds for p <= 1 where all margins are at most 1, since gamma_p >= 1 there.",
    ).repaired(
        text="P(X_f) <= ||1/gamma||_p^(p/(p+1)) (excess risk)^(p/(p+1)).",
        latex=r"P_{\mathcal X}(X_f)\le\|1/\gamma\|_p^{\frac p{p+1}}(\mathcal E(f)-\mathcal"
        r" E(f^\star))^{\frac p{p+1}}",
        readings=(
            Reading(
                "as repaired",
                **tried(error_set, MANY, EVERY_P),
                claimed=exponents("power", planted=True),
                theorems=(of_p("Noise.tsybakov_repaired"),),
                derivation=HOLDER,
            ),
            simulated("Tsybakov lemma, repaired"),
        ),
        remark="An equality for one point and two labels: neither exponent can be improved.",
    ),
    *fails("noise.comparison", "Theorem 3.5 (p. 9), 2; Corollary A.11 (p. 19)")(
        text="excess <= gamma_p^(1/(p+2)) (16 ||F||^2 surrogate excess)^((p+1)/(p+2)).",
        latex=r"\mathcal E(f)-\mathcal E(f^\star)\le\gamma_p^{\frac1{p+2}}\bigl(16\|F\|_\infty^2"
        r"(\mathcal R(g)-\mathcal R^*)\bigr)^{\frac{p+1}{p+2}}",
        readings=(
            Reading(
                "gamma_p = ||1/gamma||_p, as printed",
                **tried(improved, COINS + named("coin 1/17", "coin 1/65", p=(2, 3)), EVERY_P),
                theorems=(of_p("RefutedNoise.comparison", "every p > 1, a coin"),),
                claimed=comparison_constants("norm", 16),
            ),
            *where_it_holds(
                improved, "coin 1/9", COINS + SCALED, partial(comparison_constants, constant=16)
            ),
            simulated("improved comparison, printed"),
        ),
        uses=(
            "calibration.function",
            "noise.improved-calibration",
            "noise.improved-calibration.repaired",
            "noise.lp",
            "noise.lp.repaired",
        ),
        remark="The p-noise condition alone does not make gamma_p finite (noise.lp).",
    ).repaired(
        source="Theorem 3.5 (p. 9), 2",
        text="excess <= ||1/gamma||_p^(p/(p+2)) (4 ||F||^2 surrogate excess)^((p+1)/(p+2)).",
        latex=r"\mathcal E(f)-\mathcal E(f^\star)\le\|1/\gamma\|_p^{\frac p{p+2}}\bigl(4"
        r"\|F\|_\infty^2(\mathcal R(g)-\mathcal R^*)\bigr)^{\frac{p+1}{p+2}}",
        readings=(
            Reading(
                "as repaired",
                **tried(improved, MANY, EVERY_P),
                claimed=comparison_constants("power", 4, planted=True),
                theorems=(of_p("Noise.comparison_repaired"),),
                derivation=HOLDER,
            ),
            simulated("improved comparison, repaired"),
        ),
        uses=("noise.tsybakov.repaired", "qs.comparison"),
        remark="An equality for one point and two labels, for every p and every margin: 4 and the"
        " exponents are best possible. At p = 0 it is the comparison inequality.",
    ),
    extension("x.noise.gamma-plus", "extends Sec. 3.3")(
        text="With gamma+ and the set of predictions that are not optimal: P(X_f)^(p+1) <="
        " E gamma+^-p E^p and E^(p+2) <= E gamma+^-p (4 ||F||^2 R)^(p+1), for every problem.",
        latex=r"E^{p+2}\le\mathbb E[\gamma_+^{-p}]\,(4\|F\|_\infty^2R)^{p+1}",
        reading="ties allowed",
        evidence=with_gaps,
        cases=named("coin 1/2", "coin 1/9", "scaled 4 1/2", *drawn("random", 40), p=(1, 2, 3)),
        ranges_over=f"{EVERY_PROBLEM}, every p > 0",
        parts=("error set", "comparison"),
        claimed={"constant": always(Fraction(4), ("halved", "minus one"))},
        theorems=(of_p("Noise.gamma_plus"),),
        derivation=HOLDER,
        uses=("qs.comparison",),
    ),
    fails("x.noise.p0-recovery", "after Theorem 3.5 (p. 9)")(
        kind=Kind.EXTENSION,
        text="At p = 0 the improved comparison inequality is the comparison inequality.",
        latex=r"(16\|F\|^2R)^{1/2}=2\|F\|R^{1/2}",
        readings=(
            Reading(
                "the two bounds are equal",
                **RECOVERED,
                claimed={"constant": always(Fraction(16), ())},
            ),
            Reading(
                "the repaired bound",
                **RECOVERED,
                claimed={"constant": always(Fraction(4), ("doubled",))},
                derivation=HOLDER,
            ),
        ),
        repaired_by="noise.comparison.repaired",
        remark="The printed 16 loses a factor 2 at p = 0; 4 recovers it exactly.",
    ),
)
