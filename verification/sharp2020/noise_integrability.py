"""The p-noise condition and the moments of 1/gamma (Sec. 3.3, Lemma A.7)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from qstheory.claims import Case, Claimed, Constant, Evidence, Kind, Theorem, always, cases
from qstheory.claims.statements import claim, extension, fails, tried
from qstheory.theory.margin import inequalities
from qstheory.theory.margin.distribution import inverse_gap, inverse_margin, powers, quantity

from ._algebra import compared as numbers
from ._algebra import number
from ._problems import EVERY_PROBLEM, compared_at, drawn, named, of_p, told

ONE = Fraction(1)
BOUND = "E gamma^-p <= 4 sup P(gamma <= t) t^-p"
PROBLEMS = ("coin 1/2", "coin 1/9", "scaled 4 1/2", *drawn("clear", 25))
ANY = ("coin 1/2", "coin 1/9", "scaled 4 1/2", *drawn("random", 30))


def bounded_moment(at: Case, said: Claimed) -> Iterator[Evidence]:
    """E gamma^-p <= C sup_t P(gamma <= t)/t^p."""
    p = at.integer("p")
    bound = powers((said("C", at), 1), (quantity("margin-tail", p), 1))
    yield compared_at(at, powers((inverse_margin(p), 1)), "<=", bound, part=BOUND)


def lower_moment(at: Case, said: Claimed) -> Iterator[Evidence]:
    """E gamma^-q <= p/(p - q) B^(q/p), B = sup_t P(gamma <= t)/t^p."""
    p, q = at.integer("p"), at.integer("q")
    left, right = inequalities.lower_moment(Fraction(p), Fraction(q), said("constant", at))
    yield compared_at(at, left, "<=", right)


def markov(at: Case, said: Claimed) -> Iterator[Evidence]:
    """B <= E gamma^-p."""
    p = at.integer("p")
    bound = powers((said("constant", at), 1), (inverse_margin(p), 1))
    yield compared_at(at, powers((quantity("margin-tail", p), 1)), "<=", bound)


def weak(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Error set and excess risk with B in place of the moment, for gamma+ as well."""
    p = at.integer("p")
    tail, constant = quantity("gap-tail", p), said("base of the constant", at) ** p
    wrong, excess = inequalities.without_moment(Fraction(p), tail, constant)
    yield compared_at(at, wrong[0], "<=", wrong[1], part="error set")
    yield compared_at(at, excess[0], "<=", excess[1], part="excess risk")
    yield compared_at(
        at, powers((tail, 1)), "<=", powers((inverse_gap(p), 1)), part="B <= E gamma+^-p"
    )


def same_order(at: Case, said: Claimed) -> Iterator[Evidence]:
    """P(gamma <= t)/t^p, at t = 2^-k, for the law P(gamma <= t) = t^p, which O allows."""
    t = number(Fraction(1, 2 ** at.integer("k")))
    p = at.integer("p")
    yield numbers(t**p / t**p, "<", said("ratio", at))


CLAIMS = (
    *fails("noise.lp", "Theorem 3.5 (p. 9), 1; Lemma A.7 (p. 17)")(
        text="The p-noise condition implies 1/gamma in L_p.",
        latex=r"P(\gamma\le\varepsilon)=o(\varepsilon^p)\Rightarrow1/\gamma\in L_p",
        reading="with one bound for all finite problems, 4 for one",
        evidence=bounded_moment,
        cases=tuple(
            Case((("problem", told(f"dyadic {p} {n}")), ("p", p)))
            for p, n in product(range(1, 5), (2, 4, 8))
        ),
        ranges_over="every finite problem and p > 0",
        parts=(BOUND,),
        claimed={"C": always(Fraction(4), ())},
        remark="With margins 2^-k down to 2^-n and P(gamma <= 2^-k) = 2^(-pk) the supremum is 1 and"
        " E gamma^-p is 1 + n (1 - 2^-p), which grows with n; with 2^(-pk)/(k + 1) in the limit it"
        " is o(eps^p) and the moment infinite. The line at fault: a tail that decreases faster than"
        " t^-p need not be integrable.",
    ).repaired(
        source="Lemma A.7 (p. 17)",
        text="P(gamma <= eps) = O(eps^p) implies 1/gamma in L_q for every q < p, with"
        " E gamma^-q <= p/(p - q) B^(q/p), B = sup P(gamma <= eps)/eps^p.",
        latex=r"\mathbb E\gamma^{-q}\le\frac p{p-q}B^{q/p},\quad q<p",
        reading="O and q < p",
        evidence=lower_moment,
        cases=tuple(
            at
            for at in named(*PROBLEMS, p=(1, 2, 3, 4), q=(1, 2, 3))
            if at.integer("q") < at.integer("p") and at.integer("p") % at.integer("q") == 0
        ),
        ranges_over="every problem and 0 < q < p",
        theorems=(
            Theorem(
                "NoiseTails.lower_moment",
                axioms="reals",
                arguments=lambda problem, p, q: (Fraction(p), Fraction(q)),
            ),
        ),
        claimed={"constant": Constant(lambda problem, p, q: Fraction(p, p - q), ("minus one",))},
        derivation=r"$\mathbb E\gamma^{-q}=\int_0^\infty P(\gamma^{-q}>u)\,du\le\int_0^\infty"
        r"\min(1,Bu^{-p/q})\,du=\frac p{p-q}B^{q/p}$.",
    ),
    fails("x.noise.little-o", "Sec. 3.3, 'we recover the classical Tsybakov condition'")(
        kind=Kind.EXTENSION,
        text="For the binary 0-1 loss the p-noise condition with o is the classical condition with"
        " O.",
        latex=r"P(\gamma\le\varepsilon)=O(\varepsilon^p)\Rightarrow P(\gamma\le\varepsilon)"
        r"=o(\varepsilon^p)",
        reading="P(gamma <= t)/t^p < 1/2 from some t = 2^-k on, k <= 20",
        **tried(same_order, cases(p=range(1, 4), k=range(1, 21)), "every p > 0"),
        claimed={"ratio": always(Fraction(1, 2), ())},
        repaired_by="x.noise.weak-lp",
        remark="P(gamma <= eps) = eps^p is classical and not o(eps^p). The inequalities need O only"
        " (x.noise.weak-lp).",
    ),
    extension("x.noise.converse", "converse of Lemma A.7 (p. 17)")(
        text="1/gamma in L_p implies the p-noise condition; P(gamma <= eps)/eps^p <= E gamma^-p.",
        latex=r"1/\gamma\in L_p\Rightarrow P(\gamma\le\varepsilon)=o(\varepsilon^p)",
        reading="every p > 0",
        **tried(markov, named(*PROBLEMS, p=(1, 2, 3)), "every problem and p > 0"),
        claimed={"constant": always(ONE, ("halved", "minus one"))},
        theorems=(of_p("Noise.converse"),),
        derivation=r"$\varepsilon^{-p}P(\gamma\le\varepsilon)\le\mathbb"
        r" E[\gamma^{-p}1(\gamma\le\varepsilon)]\to0$ by dominated convergence.",
    ),
    claim("x.noise.weak-lp", "replaces the use of Lemma A.7 (p. 17)")(
        kind=Kind.REPAIR,
        text="Under P(gamma <= eps) <= B eps^p alone: P(X_f)^(p+1) <= ((p+1)/p)^p B E^p and"
        " E^(p+2) <= ((p+1)/p)^p B (4 ||F||^2 R)^(p+1).",
        latex=r"P(X_f)^{p+1}\le\Bigl(\tfrac{p+1}p\Bigr)^pB\,E^p,\quad E^{p+2}\le"
        r"\Bigl(\tfrac{p+1}p\Bigr)^pB\,(4\|F\|^2R)^{p+1}",
        reading="gamma+, hence gamma where it is positive",
        evidence=weak,
        cases=named(*ANY, "ladder 10", p=(1, 2, 3)),
        ranges_over=f"{EVERY_PROBLEM}, every p > 0",
        parts=("error set", "excess risk", "B <= E gamma+^-p"),
        theorems=(of_p("NoiseTails.weak"),),
        claimed={
            "base of the constant": Constant(
                lambda problem, p: Fraction(p + 1, p), ("halved", "minus one")
            )
        },
        derivation=r"$E\ge\int_0^sP(X_f,\gamma_+>t)\,dt\ge\int_0^s(P(X_f)-Bt^p)\,dt"
        r"=\frac p{p+1}P(X_f)\,s$ for $s^p=P(X_f)/B$, which is the first inequality;"
        r" with $E\le2\|F\|\sqrt{R\,P(X_f)}$ it gives the second.",
        uses=("qs.comparison",),
        remark="The fast rates need no moment of 1/gamma.",
    ),
)
