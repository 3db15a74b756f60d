"""A family of losses: a member for every m, from a formula, a built-in loss, or a function.

>>> found = analyze_family(from_formula("sets", "(a + b - 2*i)/m"), range(1, 7))
>>> found.closed_forms["affine dimension"].expression
m
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from sympy import Expr

from qstheory.errors import InvalidParameter, TooLarge, UndefinedLoss
from qstheory.losses.base import Loss, LossReference
from qstheory.losses.catalogue import family as named_family
from qstheory.losses.catalogue import make
from qstheory.losses.catalogue import written as given_text
from qstheory.losses.formula import Term, compiled, names, substituted, written
from qstheory.losses.formula_families import OF_RANKINGS, OF_SETS, OF_TREES
from qstheory.losses.formula_reader import read_formula
from qstheory.theory.calibration.findings import SizeFormula
from qstheory.theory.families.formulas import (
    ArguedForm,
    ClosedFormInM,
    DerivedForm,
    derive,
    guessed,
)
from qstheory.theory.families.kernels import m as symbolic_m
from qstheory.theory.families.point import FamilyPoint, point
from qstheory.theory.symbolic import symbolic, symbolic_form
from qstheory.theory.tied_core import formula_words
from qstheory.work.certificates import dumps

SIZES = ("m", "classes")
"""Parameters of a built-in loss that are its size."""
VARIABLES = {"sets": OF_SETS, "rankings": OF_RANKINGS, "trees": OF_TREES}
SPACES = {"sets": "set-formula", "rankings": "ranking-formula", "trees": "tree-formula"}


@dataclass(frozen=True)
class Family:
    """`member(m)` is the loss of size m; `formula` and its options are kept for proofs."""

    name: str
    member: Callable[[int], Loss]
    space: str = ""
    formula: Term | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class AnalyzedFamily:
    """The quantities for the sizes that exist, and what is known of them for every m.

    `closed_forms` are derived for every m or conjectured, and say so; `missing` are the sizes at
    which there is no member, with the reason.
    """

    family: Family
    points: tuple[FamilyPoint, ...]
    closed_forms: Mapping[str, ClosedFormInM | DerivedForm]
    missing: Mapping[int, str]

    @property
    def calibration(self) -> SizeFormula | None:
        """H for every size, as at the largest at which H was computed; None if unknown."""
        known = [at.calibration for at in self.points if at.calibration is not None]
        return known[-1].every_size if known else None

    @property
    def dimension_below(self) -> str | None:
        """A lower bound on the calibration dimension for every size, which a size may exceed."""
        last = self.points[-1]
        low, high = last.calibration_dimension
        counts = last.loss.counts
        return None if counts is None or low == high else formula_words(counts)

    def certificates(self) -> str:
        """The text of a certificate file, which `qstheory check` replays."""
        return dumps([item for at in self.points for item in at.items()])


def exact_parameters(given: Mapping[str, object]) -> dict[str, Fraction]:
    """Values of the parameters of a formula; raises InvalidParameter."""
    from qstheory.losses.parameters import rational_value

    return {name: rational_value(name, value) for name, value in given.items()}


def from_formula(
    space: str, entry: str, parameters: Mapping[str, object] | None = None, **options: str
) -> Family:
    """The family of a formula on `sets`, `rankings` or `trees`.

    `options` are those of the loss of a formula, each perhaps a formula in m itself: `predicted`
    and `observed` for sets (k, or 1;m), `grade` for rankings, `children` for trees; and
    `undefined`. Raises InvalidParameter, UnreadableInput.

    >>> from_formula("sets", "1 - i/k", {"k": 2}, predicted="k").member(3).shape
    (3, 8)
    """
    if space not in SPACES:
        raise InvalidParameter(f"--space must be one of {', '.join(SPACES)}, not {space!r}.")
    values = exact_parameters(parameters or {})
    read = read_formula(entry)
    _refuse_parameters(space, values, {*names(read), *_named_in(options)})
    term = substituted(read, values)
    family = named_family(SPACES[space])
    for name in options:
        if name not in {parameter.name for parameter in family.parameters}:
            raise InvalidParameter(f"A family on {space} has no option {name!r}.")

    def member(m: int) -> Loss:
        given = {name: at_size(text, m, values, name) for name, text in options.items()}
        if space == "trees":
            return make(SPACES[space], entry=written(term), **given)
        return make(SPACES[space], m=m, entry=written(term), **given)

    return Family(f"{space}: {entry}", member, space, term, {**options, "values": values})


def _named_in(options: Mapping[str, str]) -> Iterator[str]:
    """The names in the options that are formulas."""
    for name, text in options.items():
        if name != "undefined" and text != "all":
            for part in text.split(";"):
                yield from names(read_formula(part))


def _refuse_parameters(space: str, values: Mapping[str, Fraction], used: set[str]) -> None:
    """A value of what has one already, or of what is nowhere."""
    for name in values:
        if name in VARIABLES[space]:
            raise InvalidParameter(
                f"{name} is {VARIABLES[space][name]}, and takes no value; name the parameter"
                " otherwise."
            )
        if name not in used:
            raise InvalidParameter(f"The formula has no parameter {name!r}.")


def at_size(text: str, m: int, values: Mapping[str, Fraction], name: str) -> str:
    """An option whose parts, apart by semicolons, are formulas in m and the parameters."""
    if name == "undefined" or text == "all":
        return text
    found = []
    for part in text.split(";"):
        term = substituted(read_formula(part), values)
        odd = set(names(term)) - {"m"}
        if odd:
            raise InvalidParameter(f"{name} has {min(odd)!r}, which is neither m nor a parameter.")
        number = Fraction(compiled(term)({"m": m}))
        if number.denominator != 1:
            raise InvalidParameter(f"{name} is {number} at m = {m}, which is no integer.")
        found.append(str(number))
    return ";".join(found)


def from_name(text: str, **parameters: object) -> Family:
    """The family of a built-in loss in m or its number of classes, as f-score:undefined=one."""
    name, given = given_text(text)
    chosen = named_family(name)
    known = {parameter.name for parameter in chosen.parameters}
    size = next((parameter for parameter in SIZES if parameter in known), None)
    if size is None:
        raise InvalidParameter(f"{chosen.name} has no parameter m; give a formula instead.")
    if size in given or size in parameters:
        raise InvalidParameter(f"Leave out {size}: a family has a member for each.")

    def member(m: int) -> Loss:
        return make(name, **{size: m}, **given, **parameters)

    formula = chosen.formula
    if formula is None:
        return Family(text, member)
    exact = chosen.canonical({size: 1, **given, **parameters})
    options = {"predicted": formula.predicted, "observed": formula.observed}
    options = {name: sizes for name, sizes in options.items() if sizes}
    used = {*names(read_formula(formula.text)), *_named_in(options)}
    values = {
        name: Fraction(x)
        for name, x in exact.items()
        if isinstance(x, int | Fraction) and name != size and name in used
    }
    policy = str(exact.get("undefined", "raise"))
    stated = from_formula("sets", formula.text, values, undefined=policy, **options)
    return replace(stated, name=text, member=member)


def from_function(name: str, member: Callable[[int], Any]) -> Family:
    """The family of a Python function from m to whatever `as_loss` takes for a loss."""
    from qstheory.inputs import as_loss

    return Family(name, lambda m: as_loss(member(m)))


def analyze_family(
    family: Family, sizes: Iterable[int], progress: Callable[[int], None] | None = None
) -> AnalyzedFamily:
    """Every quantity at the sizes, and closed forms: derived where possible, else guessed.

    A size without a member, such as one below k, is left out and named, and so is the first that is
    too large after others that are not: none is tried after it. Raises InvalidParameter when there
    is none at all, TooLarge.
    """
    points: list[FamilyPoint] = []
    missing: dict[int, str] = {}
    for m in sizes:
        if progress is not None:
            progress(m)
        try:
            loss = family.member(m)
        except UndefinedLoss:
            raise
        except InvalidParameter as error:
            missing[m] = str(error)
            continue
        try:
            points.append(point(m, loss))
        except TooLarge as error:
            if not points:
                raise
            missing[m] = str(error)
            break
    if not points:
        reason = next(iter(missing.values()), "no size was given")
        raise InvalidParameter(f"The family has no member at these sizes: {reason}")
    return AnalyzedFamily(family, tuple(points), closed_forms(family, points), missing)


LOWER, UPPER = "calibration dimension, lower bound", "calibration dimension, upper bound"
QUANTITIES: Mapping[str, Callable[[FamilyPoint], Fraction | int | None]] = {
    "rank": lambda at: at.rank,
    "affine dimension": lambda at: at.affine_dimension,
    "prediction differences": lambda at: at.prediction_differences,
    "observation differences": lambda at: at.observation_differences,
    "c": lambda at: at.shift,
    "r": lambda at: None if at.constants is None else at.constants.dimension,
    "||F||^2": lambda at: None if at.constants is None else at.constants.squared_row_norm,
    "U_max": lambda at: None if at.constants is None else at.constants.largest_entry,
    "A^2": lambda at: None if at.constants is None else at.constants.squared_constant,
    LOWER: lambda at: at.calibration_dimension[0],
    UPPER: lambda at: at.calibration_dimension[1],
    "largest margin": lambda at: at.largest_margin,
}


def closed_forms(
    family: Family, points: list[FamilyPoint]
) -> dict[str, ClosedFormInM | DerivedForm]:
    """What is known for every m of each quantity that has a value at all sizes."""
    derived = {**derive(family.space, family.formula, family.options), **_of_closed_form(points)}
    found: dict[str, ClosedFormInM | DerivedForm] = {}
    for name, quantity in QUANTITIES.items():
        values = {at.m: quantity(at) for at in points}
        if name in derived:
            found[name] = derived[name].checked(values)
            continue
        if any(value is None for value in values.values()):
            continue
        low, high = points[-1].calibration_dimension
        if name == LOWER and low < high:
            # What a search left open says how far it went, not how the number grows.
            continue
        guess = guessed({m: value for m, value in values.items() if value is not None})
        if guess is not None:
            found[name] = guess
    return found


def _of_closed_form(points: list[FamilyPoint]) -> dict[str, ArguedForm]:
    """r, ||F||^2, U_max and A^2 at a symbol for the size, where all sizes take one closed form."""
    last = points[-1].loss
    reference = last.reference
    name = next((n for n in points[-1].forms if all(n in at.forms for at in points)), None)
    if name is None or not isinstance(reference, LossReference):
        return {}
    (form,) = (form for form in last.closed_forms if form.name == name)
    if form.expressions is None:
        return {}
    found: dict[str, Any] = {"r": symbolic(form.expressions.dimension)}
    if (known := symbolic_form(last, form)) is not None:
        found["||F||^2"] = known.squared_row_norm
        found["U_max"] = known.largest_entry
        found["A^2"] = known.squared_constant
    fixed = {name: x for name, x in reference.parameters if isinstance(x, int) and name != "m"}
    argued = {}
    for quantity, expression in found.items():
        if isinstance(expression, Expr):
            used = expression.free_symbols
            value = expression.subs({at: fixed[at.name] for at in used if at.name in fixed})
            if value.free_symbols <= {symbolic_m}:
                proof = (f"F and U: those of the form {name}",)
                argued[quantity] = ArguedForm(value, points[0].m, proof)
    return argued
