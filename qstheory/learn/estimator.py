"""The quadratic surrogate estimator of the paper, for one lambda."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.base import SurrogateEstimator
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array
from qstheory.learn.resolve import LossSpecification, resolve_solver
from qstheory.learn.solvers import ExactSolver, Solver
from qstheory.learn.solvers.base import KernelSections


class QuadraticSurrogate(SurrogateEstimator):
    """f-hat(x) = argmin_z F_z . g-hat(x),  g-hat(x) = sum_i alpha_i(x) U_{y_i},
    alpha(x) = (K + n lambda I)^(-1) K_x.

    Both of the paper's routes (Sections 2.1 and 4) give the same predictor: route="decomposition"
    regresses on the r features U_y of the loss and decodes them with the loss's own algorithm;
    route="loss-trick" needs only L and minimises sum_i alpha_i(x) L(z, y_i) over the candidates z.

    Parameters
    ----------
    loss : a decoder's name ("hamming", "f-score", ...), an exact loss of `qstheory.losses`, a
        decoder, or a callable L(z, y) on tuples of integers.
    loss_parameters : parameters of a loss given by name, such as {"k": 3}.
    decoder : a decoder object, taken in the place of `loss` and its parameters.
    kernel, gamma, degree, coef0, kernel_parameters : see `qstheory.learn.kernels.Kernel`.
    lam : the paper's lambda, so that the ridge is n * lam.
    solver : "exact", "primal" (linear kernel, d < n), "nystrom", "fourier", "falkon", or an object.
    n_components : landmarks or frequencies of the approximate solvers, ceil(5 sqrt n) when None.
    candidates : predictions to try on the loss-trick route, one a row.
    target : the form of y, see `qstheory.learn.targets`; "auto" recognises all but rankings.
    classes : all labels, where y may lack some.
    max_memory : bytes that fit may allocate, what the system has available when None.
    random_state : seed of landmarks and frequencies.

    Attributes
    ----------
    ridge_ : the fitted g-hat. decoder_ : the fitted decoder. targets_ : form and names of y.

    Raises
    ------
    InvalidParameter, UnknownLoss, UndefinedLoss, TooLarge
        In fit, with the sentence that says what to do.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [1.0], [2.0], [3.0]])
    >>> y = [{"low"}, {"low"}, {"low", "high"}, {"high"}]
    >>> QuadraticSurrogate(loss="f-score", lam=1e-3).fit(X, y).predict(X)
    [('low',), ('low',), ('high', 'low'), ('high',)]
    """

    def __init__(
        self,
        loss: LossSpecification = "hamming",
        *,
        loss_parameters: dict[str, object] | None = None,
        decoder: Decoder | None = None,
        kernel: Any = "gaussian",
        gamma: float | str = "median",
        degree: float = 3,
        coef0: float = 1,
        kernel_parameters: dict[str, Any] | None = None,
        lam: float = 1e-4,
        route: str = "decomposition",
        solver: str | Solver = "exact",
        n_components: int | None = None,
        candidates: Any = None,
        target: str = "auto",
        classes: Sequence[Any] | None = None,
        max_memory: float | None = None,
        random_state: int = 0,
    ) -> None:
        self.loss = loss
        self.loss_parameters = loss_parameters
        self.decoder = decoder
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.kernel_parameters = kernel_parameters
        self.lam = lam
        self.route = route
        self.solver = solver
        self.n_components = n_components
        self.candidates = candidates
        self.target = target
        self.classes = classes
        self.max_memory = max_memory
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Solve (K + n lambda I) C = U, with U_{y_i} in row i."""
        prepared = self._prepare(X, y)
        self.ridge_ = self._solver().fit(self._kernel(), prepared.X, prepared.features(), self.lam)
        self.decoder_, self.targets_ = prepared.decoder, prepared.targets
        return self

    def weights(self, X: Any) -> Array:
        """alpha_i(x) for each row x and each training observation i, shape (t, n): O(n^3).

        Raises
        ------
        InvalidParameter
            With an approximate solver, which keeps no training row.
        """
        X = self._checked(X)
        solver, sections = self._solver(), self.ridge_.representation
        if not isinstance(solver, ExactSolver) or not isinstance(sections, KernelSections):
            raise InvalidParameter("The weights need solver='exact': fit with it.")
        identity = np.eye(sections.size)
        return solver.fit(sections.kernel, sections.anchors, identity, self.lam).scores(X)

    def _solver(self) -> Solver:
        return resolve_solver(self.solver, self.n_components, self.random_state, self.max_memory)
