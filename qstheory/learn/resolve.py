"""From what a user writes (names, numbers, objects) to the loss, decoder and solver it means.

A loss is whatever `as_loss` takes, where the data need not say more; a name whose size the data
give, such as "f-score", stays a decoder.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from qstheory.errors import InvalidParameter, TooLarge, UnknownLoss
from qstheory.inputs import InexactInput, as_loss
from qstheory.inputs.read import names_file
from qstheory.learn.decoders import (
    Decoder,
    Observations,
    Predictions,
    decoder_for,
    decoder_of,
    decoders,
    parameters_of,
    rounded,
)
from qstheory.learn.decoders.arrays import ENUMERATION_LIMIT
from qstheory.learn.decoders.tables import MatrixDecoder
from qstheory.learn.kernels import Array
from qstheory.learn.loss_decoders import (
    EntryLoss,
    ExactEntry,
    FormDecoder,
    LossTrickDecoder,
    SizedDecoder,
)
from qstheory.learn.solvers import ExactSolver, FourierSolver, NystromSolver, PrimalSolver, Solver
from qstheory.losses.base import Loss, LossReference
from qstheory.losses.catalogue import family, nearest, written
from qstheory.losses.parameters import LossFamily
from qstheory.losses.spaces import Labels, LabelSets, Permutations, Space

LossSpecification = Any
"""Whatever `as_loss` takes, a name without its size, a decoder, or a callable L(z, y)."""


def meaning(
    loss: LossSpecification, parameters: Mapping[str, object] | None = None
) -> Loss | Decoder | Callable[[Any, Any], Any]:
    """The exact loss, the decoder or the callable that `loss` means.

    A name is a decoder where `parameters` are its own and leave the size of the loss to the data;
    `hamming:m=3`, the path of a file, rows, an array or a data frame are an exact loss.

    Raises UnknownLoss, InvalidParameter or UnreadableInput.

    >>> meaning("f-score").name, meaning("hamming:m=3").name
    ('f-score', 'hamming:m=3')
    """
    if not isinstance(parameters, Mapping | None):
        raise InvalidParameter(
            f'loss_parameters={parameters!r} must be a dict, such as {{"undefined": "one"}}.'
        )
    given: dict[str, Any] = dict(parameters or {})
    if isinstance(loss, str) and not names_file(loss):
        return _named(loss, given)
    if isinstance(loss, Decoder) or (callable(loss) and not isinstance(loss, Loss)):
        return loss
    with warnings.catch_warnings():
        # What is learned from is binary floats as well.
        warnings.simplefilter("ignore", InexactInput)
        return as_loss(loss, **given)


def _named(text: str, parameters: dict[str, Any]) -> Loss | Decoder:
    name, own = written(text)
    try:
        named = family(name)
    except UnknownLoss:
        if name in decoders():
            return decoder_for(name, **own, **parameters)
        near = nearest(name, decoders())
        if not near:
            raise
        raise UnknownLoss(f"There is no loss {name[:40]!r}; {near.strip()}") from None
    kind = decoders().get(named.name)
    known = {p.name: p for p in named.parameters}
    if not own and kind is not None and set(parameters) <= set(parameters_of(kind)):
        read = {
            key: rounded(known[key].parse(value))
            if isinstance(value, str) and key in known
            else value
            for key, value in parameters.items()
        }
        return decoder_for(name, **read)
    if not _needed(named, own, parameters) or kind is None:
        return as_loss(text, **parameters)
    for key in own:
        if key not in known:
            raise InvalidParameter(
                f"{name} has no parameter {key!r}; its parameters are: {', '.join(known)}."
            )
    exact = {key: rounded(known[key].parse(value)) for key, value in own.items()}
    return decoder_for(name, **exact, **parameters)


def _needed(named: LossFamily, *given: Mapping[str, object]) -> set[str]:
    """The parameters that have no default and are not given."""
    return {p.name for p in named.parameters if p.default is None}.difference(*given)


def lacks_labels(loss: LossSpecification, parameters: Mapping[str, object] | None = None) -> bool:
    """Whether a name leaves to the data how many labels there are, and has no decoder for any.

    >>> lacks_labels("set-formula", {"entry": "a + b - 2*i"}), lacks_labels("hamming")
    (True, False)
    """
    if not isinstance(loss, str) or names_file(loss) or not isinstance(parameters, Mapping | None):
        return False
    name, own = written(loss)
    try:
        named = family(name)
    except UnknownLoss:
        return False
    if _needed(named, own, parameters or {}) != {"m"} or named.name in decoders():
        return False
    example = named.make(**named.examples[0])
    return all(isinstance(s, LabelSets) for s in (example.predictions, example.observations))


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
        return FormDecoder(exact=loss, listed=partial(_rows, loss), **given)
    return LossTrickDecoder(candidates=None if candidates is not None else _rows(loss), **given)


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


def _described(loss: Loss) -> dict[str, Any]:
    """What a decoder is told of an exact loss: its rows, and what it observes and predicts."""
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
    return {"row_loss": row_loss, "observes": observes, "predicts": predicts}


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
