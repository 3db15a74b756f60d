"""Decoders: features of the observations, and the exact minimiser over the predictions.

For a loss with L(z, y) = F_z . U_y + c(y), the estimated risk of a prediction z under weights
alpha (signed, of any sum) is sum_i alpha_i L(z, y_i) = F_z . s + constant, with the scores
s = sum_i alpha_i U_{y_i}. A decoder computes U and solves min_z F_z . s for many s at once
(INF_F of Table 1).

Where a loss reads 0/0: the four policies, applied to whole columns of observations.

The decoders are the concrete classes in the modules of this package, found and never listed.

>>> decoder_for("hamming").tie_rule
'a label with score zero is left out'
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from inspect import isabstract, isclass
from types import ModuleType
from typing import Any, ClassVar, Literal, Self, get_args

import numpy as np

from qstheory.discovery import modules
from qstheory.errors import DuplicateName, InvalidParameter, UndefinedLoss, UnknownLoss
from qstheory.learn.decoders.arrays import BoolArray, FloatArray, IntArray, same_length
from qstheory.losses.base import Loss, LossReference
from qstheory.losses.catalogue import family, nearest

Observations = Literal["label-sets", "relevances", "classes", "preferences"]
Predictions = Literal["label-sets", "permutations", "classes"]
Examples = tuple[Mapping[str, object], ...]


@dataclass(frozen=True, eq=False)
class Decoder(ABC):
    """Base of all decoders; parameters are dataclass fields, fitting returns a new decoder.

    Label sets are rows of 0 and 1; permutations are rows sigma of 1-based positions (sigma_j is the
    position of item j); relevances are rows of integers; classes are one column of integers from 0;
    preferences are rows of m (m - 1)/2 signed weights over the pairs j < l, positive where j is
    preferred.
    `gives_probabilities` says whether E U is a vector of probabilities, `depends_on_observations`
    whether r is known only once all observations are, `needs_an_order` whether the order of the
    classes matters. `examples` are parameter settings on which the contract tests run. Where
    `qstheory.losses` has a loss of the same `name`, the parameters are named as there, and
    `conventions` are the values of those of the loss's parameters that the decoder does not have.
    What an algorithm costs is said there too, in the loss's `decoder` note.
    """

    name: ClassVar[str]
    conventions: ClassVar[Mapping[str, object]] = {}
    gives_probabilities: ClassVar[bool] = False
    depends_on_observations: ClassVar[bool] = False
    needs_an_order: ClassVar[bool] = False
    tie_rule: ClassVar[str]
    observes: ClassVar[Observations]
    predicts: ClassVar[Predictions]
    examples: ClassVar[Examples] = ({},)

    @classmethod
    def of(cls, parameters: Mapping[str, object]) -> "Decoder | None":
        """The decoder of the exact loss of the same name with these parameters.

        None where the loss follows another convention than this algorithm.
        """
        if any(parameters.get(key, value) != value for key, value in cls.conventions.items()):
            return None
        own = {item.name for item in fields(cls) if item.repr}
        return cls(**{key: rounded(value) for key, value in parameters.items() if key in own})

    def for_classes(self, classes: Sequence[Any], *, stated: bool) -> Self:
        """The decoder for classes of these names in this order (most need no names).

        `stated` tells whether the user gave the order or it is that of sorted observations. Raises
        InvalidParameter where the parameters do not fit the classes.
        """
        return self

    def fit(self, Y: IntArray) -> Self:
        """The decoder made ready for these training observations (most need nothing)."""
        return self

    def fit_first(self, Y: IntArray) -> Self:
        """The decoder made ready for these observations and others of the same form to come."""
        return self.fit(Y)

    @abstractmethod
    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y for each row of Y: shape (n, r). Raises UndefinedLoss under the policy `raise`."""

    def sparse_features(self, Y: IntArray) -> Any:
        """U_y for each row of Y as a sparse matrix where most of it is zero, else an array."""
        return self.observation_features(Y)

    @abstractmethod
    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z for each row of Z: shape (t, r)."""

    @abstractmethod
    def decode(self, scores: FloatArray) -> IntArray:
        """argmin_z F_z . s for each row s of the scores, shape (t, r), by the stated tie rule."""

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """L(z_i, y_i) row by row, shape (t,); nan where the policy `drop` leaves y_i out.

        Raises
        ------
        InvalidParameter
            For tables of different length or of other columns, or a loss that is no finite number.
        """
        same_length(predictions=Z, observations=Y)
        self.check_columns(Z, Y)
        losses = self._losses(Z, Y)
        kept = losses[~np.isnan(losses)] if self.drops else losses
        if not np.isfinite(kept).all():
            place = int(np.flatnonzero(~np.isfinite(losses))[0])
            raise InvalidParameter(
                f"The loss in row {place} is {losses[place]}: it must be a finite number."
            )
        return losses

    def check_columns(self, Z: IntArray, Y: IntArray) -> None:
        """Raises InvalidParameter unless predictions and observations are of the same items."""
        if self.observes == "classes" or np.ndim(Z) != 2 or np.ndim(Y) != 2:
            return  # what is not a table of items is refused by its own name
        columns, items = np.shape(Z)[1], self.items(np.shape(Y)[1])
        if columns != items:
            raise InvalidParameter(
                f"Predictions have {columns} columns and observations are of {items} items or"
                " labels: give both for the same ones."
            )

    @property
    def predicts_what_it_observes(self) -> bool:
        """Whether the predictions are the observed classes, and nothing else such as abstaining."""
        return self.observes == self.predicts == "classes"

    @property
    def drops(self) -> bool:
        """Whether the convention leaves observations out, whose loss is then nan."""
        return bool(getattr(self, "undefined", None) == "drop")

    @abstractmethod
    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """What `loss` returns, for tables of equal length."""

    @abstractmethod
    def predictions(self, m: int) -> IntArray:
        """All of Z for m labels, items or columns, one a row; raises TooLarge."""

    def items(self, columns: int) -> int:
        """The number m of labels or items when observations have that many columns."""
        return columns

    @property
    def observation_names(self) -> tuple[Any, ...] | None:
        """The names of the observed classes in the order of their numbers, where they have any."""
        return None

    @property
    def prediction_names(self) -> tuple[Any, ...] | None:
        """The names of the predicted classes in the order of their numbers, where they have any."""
        return None

    def probabilities(self, scores: FloatArray) -> FloatArray:
        """The nearest probabilities of the classes or labels, where E U is made of them.

        Raises
        ------
        InvalidParameter
            For other losses.
        """
        raise InvalidParameter(f"The scores of {self.name} are no probabilities.")

    def decode_with_gap(self, scores: FloatArray) -> tuple[IntArray, FloatArray]:
        """The predictions and, for each, a bound on F_z . s less the minimum (zero when exact)."""
        return self.decode(scores), np.zeros(len(scores))

    def risk(self, Z: IntArray, scores: FloatArray) -> FloatArray:
        """F_z . s row by row: the estimated risk up to a constant that no prediction changes."""
        same_length(predictions=Z, scores=scores)
        risks: FloatArray = np.einsum("tr,tr->t", self.prediction_features(Z), scores)
        return risks

    def argmin_set(self, score: FloatArray, m: int) -> IntArray:
        """All minimisers of F_z . s for one s, up to rounding, by enumeration (small m)."""
        Z = self.predictions(m)
        features = self.prediction_features(Z)
        values = features @ score
        scale = np.abs(features) @ np.abs(score)
        minimisers: IntArray = Z[values <= values.min() + 1e-12 * scale.max()]
        return minimisers


def rounded(value: object) -> Any:
    """An exact parameter in double precision: rationals are floats, also within lists.

    >>> rounded((Fraction(1, 2), "a"))
    (0.5, 'a')
    """
    if isinstance(value, tuple):
        return tuple(map(rounded, value))
    return float(value) if isinstance(value, Fraction) else value


Undefined = Literal["raise", "drop", "zero", "one"]


def check_policy(policy: str) -> None:
    """Raises InvalidParameter for anything but the four policies."""
    if policy not in get_args(Undefined):
        raise InvalidParameter(
            f"undefined must be one of {', '.join(get_args(Undefined))}, not {policy!r}."
        )


def refuse(policy: Undefined, undefined: BoolArray, loss: str, where: str) -> None:
    """Under the policy `raise`, raises UndefinedLoss naming the first row where `undefined`."""
    if policy == "raise" and undefined.any():
        raise UndefinedLoss(
            f"{loss} is 0/0 for {where} (row {int(np.argmax(undefined))});"
            " choose undefined=drop, zero or one (the value given to that ratio), for an estimator"
            ' with loss_parameters={"undefined": "one"}.'
        )


def fill(values: FloatArray, undefined: BoolArray, policy: Undefined, one: float) -> FloatArray:
    """`values` where defined; else nan (`drop`), the loss of ratio one, or of ratio zero (1 - one).

    `one` is the loss when the ratio is given the value one.
    """
    filler = {"drop": np.nan, "one": one, "zero": 1.0 - one}.get(policy, np.nan)
    return np.where(undefined, filler, values)


def classes_of(module: ModuleType) -> list[type[Decoder]]:
    """The concrete decoders that a module defines."""
    return [
        item
        for item in vars(module).values()
        if isclass(item)
        and issubclass(item, Decoder)
        and not isabstract(item)
        and item.__module__ == module.__name__
    ]


def index(classes: list[type[Decoder]]) -> dict[str, type[Decoder]]:
    """The classes by name; raises DuplicateName when two claim the same one."""
    found: dict[str, type[Decoder]] = {}
    for item in classes:
        other = found.setdefault(item.name, item)
        if other is not item:
            raise DuplicateName(
                f"The decoder name {item.name!r} is claimed by {other.__module__}"
                f" and {item.__module__}."
            )
    return found


def decoders() -> dict[str, type[Decoder]]:
    """All decoders by name."""
    return index([item for module in modules(sys.modules[__name__]) for item in classes_of(module)])


def decoder_for(name: str, **parameters: object) -> Decoder:
    """The decoder of that name with these parameters; raises UnknownLoss or InvalidParameter.

    >>> decoder_for("f-score", beta=2.0).beta
    2.0
    """
    known = decoders()
    name = _canonical(name)
    if name not in known:
        near = nearest(name, known)
        raise UnknownLoss(
            f"There is no decoder {name!r}; {near}{'The' if near else 'the'} known ones are:"
            f" {', '.join(known)}."
        )
    accepted = parameters_of(known[name])
    for given in parameters:
        if given not in accepted:
            raise InvalidParameter(
                f"The decoder {name} has no parameter {given!r};"
                f" its parameters are: {', '.join(accepted) or 'none'}."
            )
    needed = [key for key in _without_default(known[name]) if key not in parameters]
    if needed:
        raise InvalidParameter(f"The decoder {name} needs {' and '.join(needed)}.")
    try:
        return known[name](**parameters)
    except TypeError:
        values = ", ".join(f"{key}={value!r}" for key, value in parameters.items())
        raise InvalidParameter(
            f"The decoder {name} cannot be made of {values}: a value has the wrong type."
        ) from None


def _without_default(kind: type[Decoder]) -> list[str]:
    """The fields that have to be given."""
    return [
        item.name
        for item in fields(kind)
        if item.init and item.default is MISSING and item.default_factory is MISSING
    ]


def parameters_of(kind: type[Decoder]) -> list[str]:
    """Its fields less what fitting fills in, which is a field without repr."""
    return [item.name for item in fields(kind) if item.repr]


def decoder_of(loss: Loss) -> Decoder | None:
    """The decoder of an exact loss's family, with the loss's parameters; None where there is none.

    >>> from qstheory import losses
    >>> decoder_of(losses.make("abstain", classes=3, cost="1/4")).cost
    0.25
    """
    reference = loss.reference
    if not isinstance(reference, LossReference):
        return None
    kind = decoders().get(reference.family)
    return None if kind is None else kind.of(dict(reference.parameters))


def _canonical(name: str) -> str:
    """The family's own name where `name` is another one for it."""
    try:
        return family(name).name
    except UnknownLoss:  # A decoder need not be that of a family.
        return name
