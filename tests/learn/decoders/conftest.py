"""The brute-force oracle: argmin over all predictions of the loss-trick sum."""

import numpy as np
import pytest

from qstheory.learn.decoders import Decoder


class Oracle:
    """sum_i alpha_i L(z, y_i) for every z, from the decoder's loss alone."""

    def risks(
        self, decoder: Decoder, Z: np.ndarray, Y: np.ndarray, alpha: np.ndarray
    ) -> np.ndarray:
        total = np.zeros(len(Z))
        for weight, y in zip(alpha, Y, strict=True):
            losses = decoder.loss(Z, np.repeat(y[None], len(Z), axis=0))
            total += weight * np.nan_to_num(losses)
        return total

    def check(self, decoder: Decoder, Y: np.ndarray, alphas: np.ndarray) -> None:
        """The decoded predictions attain the minimum, for every row of weights."""
        fitted = decoder.fit(Y)
        Z = fitted.predictions(fitted.items(Y.shape[1]))
        decoded, gaps = fitted.decode_with_gap(alphas @ fitted.observation_features(Y))
        assert len(decoded) == len(alphas) == len(gaps)
        for z, gap, alpha in zip(decoded, gaps, alphas, strict=True):
            risks = self.risks(fitted, Z, Y, alpha)
            attained = self.risks(fitted, z[None], Y, alpha)[0]
            slack = 1e-9 * (1 + np.abs(alpha).sum())
            assert gap >= 0
            assert attained <= risks.min() + gap + slack
            assert (z == Z).all(axis=1).sum() == 1, "not an element of Z, or listed twice"


@pytest.fixture(scope="session")
def oracle() -> Oracle:
    return Oracle()
