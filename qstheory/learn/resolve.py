"""From what a user writes (names, numbers, objects) to the decoder and the solver it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Self

import numpy as np
from scipy.sparse import csr_matrix

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.inputs.specification import names_file
from qstheory.learn.decoders.arrays import ENUMERATION_LIMIT
from qstheory.learn.decoders.base import Decoder, Observations, Predictions, decoder_of
from qstheory.learn.decoders.tables import MatrixDecoder
from qstheory.learn.form_decoder import EntryLoss, ExactEntry, FormDecoder, RowLoss
from qstheory.learn.kernels import Array
from qstheory.learn.meaning import LossSpecification, lacks_labels, meaning
from qstheory.learn.memory import require_memory, row_blocks
from qstheory.learn.solvers import ExactSolver, FourierSolver, NystromSolver, PrimalSolver, Solver
from qstheory.losses.base import Loss, LossReference
from qstheory.losses.catalogue import family
from qstheory.losses.spaces import Labels, LabelSets, Permutations, Space


@dataclass(frozen=True, eq=False, kw_only=True)
class LossTrickDecoder(Decoder):
    """argmin over the candidates z of sum_y w_y L(z, y), w the weights of distinct observations y.

    `row_loss(Z, Y)` gives L(z_i, y_i) row by row; nan, which only a loss that `drops` may give,
    weighs nothing. `candidates` are the predictions tried, one a row; without them all those of
    the decoder `source` (whose loss it then is), without either the distinct fitted observations.
    """

    name = "loss-trick"
    depends_on_observations = True
    tie_rule = "the first candidate"

    row_loss: RowLoss
    candidates: Array | None = None
    source: Decoder | None = None
    observes: Observations = "label-sets"  # type: ignore[misc]
    predicts: Predictions = "label-sets"  # type: ignore[misc]
    distinct: Array | None = field(default=None, init=False, repr=False)
    matrix: Array | None = field(default=None, init=False, repr=False)

    @classmethod
    def enumerating(cls, decoder: Decoder) -> Self:
        """The loss trick for the loss and the predictions of another decoder."""
        return cls(
            row_loss=decoder.loss,
            source=decoder,
            observes=decoder.observes,
            predicts=decoder.predicts,
        )

    def for_classes(self, classes: Sequence[Any], *, stated: bool) -> Self:
        """The loss trick for the `source` of these classes."""
        if self.source is None:
            return self
        return replace(self, source=self.source.for_classes(classes, stated=stated))

    def check_columns(self, Z: Array, Y: Array) -> None:
        """As the `source` does; a loss of one's own may predict what is not observed."""
        if self.source is not None:
            self.source.check_columns(Z, Y)

    @property
    def drops(self) -> bool:
        """Whether the loss leaves observations out."""
        of = self.row_loss if self.source is None else self.source
        return bool(getattr(of, "drops", False))

    def fit(self, Y: Array) -> Self:
        """Index the distinct observations and tabulate L[candidates, distinct]."""
        distinct = np.unique(Y, axis=0)
        source = None if self.source is None else self.source.fit(Y)
        candidates = self.candidates
        if candidates is None:
            candidates = distinct if source is None else _all_predictions(source, Y.shape[1])
        row_loss = self.row_loss if source is None else source.loss
        fitted = replace(self, row_loss=row_loss, candidates=candidates)
        object.__setattr__(fitted, "distinct", distinct)
        object.__setattr__(fitted, "matrix", fitted.prediction_features(candidates))
        return fitted

    def observation_features(self, Y: Array) -> Array:
        """e_y among the distinct fitted observations, shape (n, distinct)."""
        features: Array = self.sparse_features(Y).toarray()
        return features

    def sparse_features(self, Y: Array) -> csr_matrix:
        """The same, sparse."""
        distinct = _fitted(self.distinct)
        joined, codes = np.unique(np.vstack([distinct, Y]), axis=0, return_inverse=True)
        codes = codes.ravel()
        column = np.full(len(joined), -1)
        column[codes[: len(distinct)]] = np.arange(len(distinct))
        columns = column[codes[len(distinct) :]]
        seen = np.flatnonzero(columns >= 0)
        entries = (np.ones(seen.size), (seen, columns[seen]))
        return csr_matrix(entries, shape=(len(Y), len(distinct)))

    def prediction_features(self, Z: Array) -> Array:
        """F_z = (L(z, y))_y over the distinct fitted observations, shape (t, distinct)."""
        distinct = _fitted(self.distinct)
        require_memory(len(Z) * len(distinct), "The loss matrix of the loss trick")
        features = np.empty((len(Z), len(distinct)))
        for column, y in enumerate(distinct):
            features[:, column] = self.loss(Z, np.broadcast_to(y, (len(Z), y.size)))
        return np.nan_to_num(features, nan=0.0, copy=False)

    def decode(self, scores: Array) -> Array:
        """The first candidate of least estimated risk, for each row of weights."""
        matrix, candidates = _fitted(self.matrix), _fitted(self.candidates)
        best = np.empty(len(scores), dtype=np.intp)
        for rows in row_blocks(len(scores), len(candidates)):
            best[rows] = np.argmin(scores[rows] @ matrix.T, axis=1)
        return np.asarray(candidates[best])

    @property
    def observation_names(self) -> tuple[Any, ...] | None:
        """Those of `source`."""
        return None if self.source is None else self.source.observation_names

    @property
    def prediction_names(self) -> tuple[Any, ...] | None:
        """Those of `source`."""
        return None if self.source is None else self.source.prediction_names

    def _losses(self, Z: Array, Y: Array) -> Array:
        """L(z_i, y_i) row by row."""
        return self.row_loss(Z, Y)

    def predictions(self, m: int) -> Array:
        """The candidates, given or found in fit."""
        return _fitted(self.candidates)


@dataclass(frozen=True, eq=False, kw_only=True)
class SizedDecoder(LossTrickDecoder):
    """The decoder of a loss on label sets by name, of as many labels as the observations have.

    `sized(m)` is the decoder of m labels, which `fit` returns fitted.
    """

    sized: Callable[[int], Decoder]

    def fit(self, Y: Array) -> Any:
        """The decoder of as many labels as Y has columns, fitted."""
        return self.sized(Y.shape[1]).fit(Y)

    def fit_first(self, Y: Array) -> Any:
        """The same, for observations to come as well."""
        return self.sized(Y.shape[1]).fit_first(Y)


def _fitted(value: Array | None) -> Array:
    if value is None:
        raise InvalidParameter("The loss trick must be fitted to the observations first.")
    return value


def _all_predictions(decoder: Decoder, columns: int) -> Array:
    return decoder.predictions(decoder.items(columns))


ROUTES = ("decomposition", "loss-trick")


def resolve_decoder(
    loss: LossSpecification,
    parameters: Mapping[str, object] | None = None,
    route: str = "decomposition",
    candidates: Any = None,
) -> Decoder:
    """The decoder that a loss means, whatever `as_loss` takes for one.

    A name or an exact loss of a family stands for the decoder of that name; with
    route="loss-trick", for enumeration of its predictions. A user's matrix is decoded by its rows.
    An exact loss under a convention without a decoder and a callable L(z, y) are always decoded by
    the loss trick, a callable over the `candidates` (the distinct training observations when None).

    Raises
    ------
    InvalidParameter, UnknownLoss
        For a route, loss or parameter that there is not.
    """
    if route not in ROUTES:
        raise InvalidParameter(f"route={route!r} must be one of {', '.join(ROUTES)}.")
    if lacks_labels(loss, parameters):

        def sized(m: int) -> Decoder:
            return resolve_decoder(loss, _with_labels(parameters, m), route, candidates)

        return SizedDecoder(sized=sized, row_loss=lambda Z, Y: sized(Y.shape[1]).loss(Z, Y))
    decoder: Decoder
    meant = meaning(loss, parameters)
    if isinstance(meant, Loss):
        decoder = decoder_of(meant) or _enumerated(meant, candidates)
    elif isinstance(meant, Decoder):
        decoder = meant
    else:
        decoder = LossTrickDecoder(row_loss=EntryLoss(meant))
    if route == "loss-trick" and not isinstance(decoder, LossTrickDecoder):
        decoder = LossTrickDecoder.enumerating(decoder)
    if candidates is None:
        return decoder
    if not isinstance(decoder, LossTrickDecoder):
        raise InvalidParameter("candidates belong to route='loss-trick' or a callable loss.")
    table = np.asarray(candidates)
    return replace(decoder, candidates=table[:, None] if table.ndim == 1 else table)


def _with_labels(parameters: Mapping[str, object] | None, m: int) -> dict[str, object]:
    return {**(parameters or {}), "m": m}


def _enumerated(loss: Loss, candidates: Any) -> Decoder:
    """The decoder of a loss without a class of its own: what it brings along, or enumeration."""
    if isinstance(loss.predictions, Labels):
        return _named_rows_decoder(loss)
    given = _described(loss)
    if candidates is None and loss.decoder is not None and loss.decoder.decode is not None:
        return FormDecoder(
            exact=loss,
            row_loss=given.row_loss,
            listed=partial(_rows, loss),
            observes=given.observes,
            predicts=given.predicts,
        )
    return LossTrickDecoder(
        row_loss=given.row_loss,
        candidates=None if candidates is not None else _rows(loss),
        observes=given.observes,
        predicts=given.predicts,
    )


def refuse_unobserved(
    loss: LossSpecification, parameters: Mapping[str, object] | None, Y: Array
) -> None:
    """Raises InvalidParameter for a row of Y that an exact loss neither observes nor drops.

    A user's matrix observes classes, which the targets have checked.
    """
    built_in = isinstance(loss, str) and not names_file(loss)
    if lacks_labels(loss, parameters):
        parameters = _with_labels(parameters, Y.shape[1])
    meant = meaning(loss, parameters) if built_in else loss
    if not isinstance(meant, Loss) or _scalar(meant.observations):
        return
    known = _with_dropped(meant).observations
    for row in np.unique(Y, axis=0).tolist():
        if tuple(int(value) if value == int(value) else value for value in row) not in known:
            raise InvalidParameter(
                f"{tuple(row)} is no observation of this loss, {meant.name}: check its parameters."
            )


def _with_dropped(loss: Loss) -> Loss:
    """The loss, with the observations that its convention leaves out as well."""
    if loss.undefined != "drop" or not isinstance(loss.reference, LossReference):
        return loss
    parameters = {**dict(loss.reference.parameters), "undefined": "one"}
    return family(loss.reference.family).make(**parameters)


@dataclass(frozen=True)
class _Described:
    """An exact loss row by row, and the forms of what it observes and predicts."""

    row_loss: EntryLoss
    observes: Observations
    predicts: Predictions


def _described(loss: Loss) -> _Described:
    observes_classes, predicts_classes = _scalar(loss.observations), _scalar(loss.predictions)
    observes: Observations = "relevances"
    predicts: Predictions = "classes"
    if isinstance(loss.observations, LabelSets):
        observes = "label-sets"
    elif observes_classes:
        observes = "classes"
    if isinstance(loss.predictions, LabelSets):
        predicts = "label-sets"
    elif isinstance(loss.predictions, Permutations):
        predicts = "permutations"
    row_loss = EntryLoss(
        ExactEntry(loss),
        predicts_classes=predicts_classes,
        observes_classes=observes_classes,
        observations=loss.observations,
        drops=loss.undefined == "drop",
    )
    return _Described(row_loss, observes, predicts)


def _named_rows_decoder(loss: Loss) -> MatrixDecoder:
    entries = [[float(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions]
    return MatrixDecoder(entries, _names(loss.predictions), _names(loss.observations))


def _names(space: Space) -> tuple[str, ...] | None:
    """The names of classes; None where they are numbered from 0, as in a matrix without names."""
    names = tuple(map(str, space))
    return None if names == tuple(map(str, range(len(names)))) else names


def _scalar(space: Space) -> bool:
    return not isinstance(next(iter(space)), tuple)


def _rows(loss: Loss) -> Array:
    """The predictions of the loss, one a row."""
    if loss.predictions.size > ENUMERATION_LIMIT:
        raise TooLarge(
            f"{loss.title} has too many predictions to try and no decoder for its conventions: give"
            " `candidates`, or the loss under the conventions of its decoder."
        )
    return np.array([z if isinstance(z, tuple) else (z,) for z in loss.predictions])


def resolve_solver(
    solver: str | Solver, n_components: int | None, seed: int, max_memory: float | None
) -> Solver:
    """The solver of that name (exact, primal, nystrom, fourier); an object stays itself."""
    if not isinstance(solver, str):
        if not callable(getattr(solver, "fit", None)):
            raise InvalidParameter(f"solver={solver!r} is no solver: name one, such as 'exact'.")
        return solver
    if solver == "exact":
        return ExactSolver(max_memory)
    if solver == "primal":
        return PrimalSolver(max_memory=max_memory)
    approximate = {"nystrom": NystromSolver, "fourier": FourierSolver}
    if solver not in approximate:
        known = ", ".join(["exact", "primal", *approximate])
        raise InvalidParameter(f"solver={solver!r} must be one of {known}.")
    made: Solver = approximate[solver](n_components, seed, max_memory=max_memory)
    return made
