"""Data that several tests of the learner share."""

import numpy as np
import pytest


@pytest.fixture
def labelled():
    generator = np.random.default_rng(1)
    X = generator.standard_normal((80, 3))
    Y = (X @ generator.standard_normal((3, 4)) + generator.standard_normal((80, 4)) > 0).astype(int)
    return X, Y
