"""Closed forms of losses from features by counts, by polynomials and by weights."""

from collections.abc import Callable
from fractions import Fraction

from qstheory.errors import IrrationalEntry
from qstheory.losses.closed_forms import ClosedForm, CountForm, LinearForm, Sparse
from qstheory.losses.expressions import FormExpressions
from qstheory.losses.linear import LinearEntry
from qstheory.losses.polynomials import Polynomial, PolynomialForm, value
from qstheory.losses.spaces import Label, binary, members


def count_closed_form(
    name: str,
    constant: Fraction,
    source: str,
    counts: CountForm,
    *,
    expressions: FormExpressions | None = None,
    prediction_set: Callable[[Label], int] = binary,
    observation_set: Callable[[Label], int] = binary,
) -> ClosedForm:
    """The closed form whose features are spread from a `CountForm`, for the sets of the labels."""
    return ClosedForm(
        name=name,
        dimension=counts.dimension,
        constant=constant,
        prediction_features=lambda z: counts.prediction_features(
            members(prediction_set(z), counts.m)
        ),
        observation_features=lambda y: counts.observation_features(
            members(observation_set(y), counts.m)
        ),
        source=source,
        counts=counts,
        expressions=expressions,
    )


def polynomial_closed_form(
    name: str, constant: Fraction, source: str, form: PolynomialForm
) -> ClosedForm:
    """The closed form whose features are polynomials in the classes."""
    return ClosedForm(
        name=name,
        dimension=len(form.prediction),
        constant=constant,
        prediction_features=lambda z: _features(form.prediction, z),
        observation_features=lambda y: _features(form.observation, y),
        source=source,
        polynomial=form,
    )


def _features(polynomials: tuple[Polynomial, ...], label: Label) -> dict[int, Fraction]:
    """The value of each coordinate that is not 0."""
    assert isinstance(label, int)
    values = enumerate(value(polynomial, label) for polynomial in polynomials)
    return {k: v for k, v in values if v}


def linear_closed_form(
    name: str,
    dimension: int,
    source: str,
    form: LinearForm,
    entry: LinearEntry,
    *,
    expressions: FormExpressions | None = None,
) -> ClosedForm:
    """The closed form with c = 1 whose features are those of a `LinearForm` at the weights."""

    def prediction(z: Label) -> Sparse:
        features = {t: entry.weights.combine(f) for t, f in form.prediction(z).items()}
        return {t: _known(value) for t, value in features.items()}

    def observation(y: Label) -> Sparse:
        denominator = _known(entry.weights.combine(entry.denominator(y)))
        return {t: value / denominator for t, value in form.observation(y).items()}

    return ClosedForm(
        name,
        dimension,
        Fraction(1),
        prediction,
        observation,
        source,
        linear=form,
        expressions=expressions,
    )


def _known(value: Fraction | None) -> Fraction:
    if value is None:
        raise IrrationalEntry("The features have irrational weights; compare them by weights.")
    return value
