"""From what a user writes (names, numbers, objects) to the decoder and the solver it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.inputs.specification import names_file
from qstheory.learn.decoders.arrays import ENUMERATION_LIMIT
from qstheory.learn.decoders.base import Decoder, Observations, Predictions
from qstheory.learn.decoders.catalogue import decoder_of
from qstheory.learn.decoders.tables import MatrixDecoder
from qstheory.learn.entry_loss import EntryLoss, ExactEntry
from qstheory.learn.kernels import Array
from qstheory.learn.loss_trick import LossTrickDecoder
from qstheory.learn.meaning import LossSpecification, meaning
from qstheory.learn.solvers import (
    ExactSolver,
    FourierSolver,
    NystromSolver,
    PrimalSolver,
    Solver,
)
from qstheory.losses.base import Loss, LossReference
from qstheory.losses.catalogue import family
from qstheory.losses.spaces import Labels, LabelSets, Permutations, Space

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


def _enumerated(loss: Loss, candidates: Any) -> Decoder:
    """The decoder of a loss of which only the entries are known."""
    if isinstance(loss.predictions, Labels):
        return _named_rows_decoder(loss)
    return _exact_loss_decoder(loss, None if candidates is not None else _rows(loss))


def refuse_unobserved(
    loss: LossSpecification, parameters: Mapping[str, object] | None, Y: Array
) -> None:
    """Raises InvalidParameter for a row of Y that an exact loss neither observes nor drops.

    A user's matrix observes classes, which the targets have checked.
    """
    built_in = isinstance(loss, str) and not names_file(loss)
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


def _exact_loss_decoder(loss: Loss, candidates: Array | None) -> LossTrickDecoder:
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
    return LossTrickDecoder(
        row_loss=EntryLoss(
            ExactEntry(loss),
            predicts_classes=predicts_classes,
            observes_classes=observes_classes,
            observations=loss.observations,
            drops=loss.undefined == "drop",
        ),
        candidates=candidates,
        observes=observes,
        predicts=predicts,
    )


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
