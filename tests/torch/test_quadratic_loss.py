"""`qstheory.torch` against the definitions, its gradient, skorch, and without PyTorch."""

import copy
import pickle
import subprocess
import sys
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from qstheory import losses
from qstheory.errors import InvalidParameter, MissingExtra
from qstheory.learn.resolve import resolve_decoder

TORCH = find_spec("torch") is not None
CASES = [
    ("f-score", 4, {"undefined": "one"}),
    ("hamming", 3, {}),
    ("zero-one", 3, {}),
    ("prec-at-k", 4, {"k": 2}),
    ("map", 3, {"undefined": "one"}),
    ("multiclass", 5, {}),
    (losses.make("abstain", classes=3), 3, {}),
    ([[0, 2, 1], [1, 0, 3]], 3, {}),
]


def observations(module, rows=12):
    generator = np.random.default_rng(3)
    if module.decoder.observes == "classes":
        return generator.integers(0, module.columns, rows)
    return generator.integers(0, 2, (rows, module.columns))


def test_without_torch_there_is_one_sentence() -> None:
    """Whether or not it is installed here: the module that it is imported from is hidden."""
    code = (
        "import sys\n"
        "class Hidden:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'torch': raise ModuleNotFoundError('hidden', name='torch')\n"
        "sys.meta_path.insert(0, Hidden())\n"
        "import qstheory.torch\n"
        "try: qstheory.torch.QuadraticLoss('hamming', 3)\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == (
        "MissingExtra qstheory.torch needs torch, which is not installed:"
        " pip install 'qstheory[torch]'.\n"
    )
    assert issubclass(MissingExtra, ImportError)


@pytest.mark.torch
@pytest.mark.skipif(not TORCH, reason="the extra torch is not installed; `make torch` has it")
class TestWithTorch:
    """What needs PyTorch."""

    @pytest.mark.parametrize(("loss", "columns", "parameters"), CASES)
    def test_value_and_gradient(self, loss, columns, parameters) -> None:
        import torch

        from qstheory.torch import QuadraticLoss

        module = QuadraticLoss(loss, columns, reduction="none", **parameters)
        y = observations(module)
        scores = torch.randn(len(y), module.dimension, dtype=torch.double, requires_grad=True)
        U = resolve_decoder(module.decoder).observation_features(y)
        expected = 0.5 * ((scores.detach().numpy() - U) ** 2).sum(axis=1)
        np.testing.assert_allclose(module(scores, torch.as_tensor(y)).detach().numpy(), expected)
        mean = QuadraticLoss(loss, columns, **parameters)
        assert torch.autograd.gradcheck(lambda s: mean(s, torch.as_tensor(y)), (scores,))
        mean(scores, torch.as_tensor(y)).backward()
        np.testing.assert_allclose(scores.grad.numpy(), (scores.detach().numpy() - U) / len(y))

    @pytest.mark.parametrize(("loss", "columns", "parameters"), CASES)
    def test_the_mean_of_the_observations_decodes_to_the_least_mean_loss(
        self, loss, columns, parameters
    ) -> None:
        """The minimiser over a batch is mean U_y; every prediction is tried from the entries."""
        import torch

        from qstheory.torch import QuadraticLoss

        module = QuadraticLoss(loss, columns, **parameters)
        y = observations(module, 9)
        best = module.targets(y).mean(dim=0, keepdim=True)
        decoded = module.decode(best)
        Z = module.decoder.predictions(columns)
        risks = [
            module.decoder.loss(np.repeat(np.asarray(z)[None], len(y), axis=0), y).mean() for z in Z
        ]
        ours = module.decoder.loss(np.repeat(decoded, len(y), axis=0), y).mean()
        assert abs(ours - min(risks)) < 1e-9
        assert module.risk(best.expand(len(y), -1), torch.as_tensor(y)) == pytest.approx(ours)

    def test_the_loss_of_the_decoder_is_the_exact_one(self) -> None:
        from qstheory.torch import QuadraticLoss

        module = QuadraticLoss("f-score", 3, undefined="one")
        exact = losses.make("f-score", m=3, undefined="one")
        for z in exact.predictions:
            for y in exact.observations:
                found = module.decoder.loss(np.array([z]), np.array([y]))[0]
                assert Fraction(float(found)).limit_denominator(100) == exact.entry(z, y)

    def test_it_is_copied_and_pickled_and_has_a_head(self) -> None:
        import torch

        from qstheory.torch import QuadraticLoss

        module = QuadraticLoss("hamming", 3)
        for other in (copy.deepcopy(module), pickle.loads(pickle.dumps(module))):  # noqa: S301
            assert other.dimension == module.dimension
        assert module.head(7)(torch.zeros(2, 7)).shape == (2, module.dimension)
        half = torch.zeros(2, module.dimension, dtype=torch.float32)
        assert module(half, torch.ones(2, 3)).dtype is torch.float32

    def test_inside_skorch_it_learns(self) -> None:
        import torch
        from skorch import NeuralNet

        from qstheory.torch import QuadraticLoss

        torch.manual_seed(0)
        generator = np.random.default_rng(0)
        X = generator.standard_normal((300, 6)).astype(np.float32)
        Y = (X[:, :4] + 0.3 * generator.standard_normal((300, 4)) > 0.4).astype(np.int64)
        criterion = QuadraticLoss("f-score", 4, undefined="one")
        net = NeuralNet(
            torch.nn.Linear(6, criterion.dimension),
            criterion=QuadraticLoss,
            criterion__loss="f-score",
            criterion__columns=4,
            criterion__undefined="one",
            max_epochs=25,
            lr=0.1,
            train_split=None,
            verbose=0,
        )
        net.fit(X[:200], Y[:200])
        learned = criterion.risk(net.predict(X[200:]), Y[200:])
        constant = criterion.risk(
            np.repeat(criterion.targets(Y[:200]).mean(dim=0, keepdim=True).numpy(), 100, axis=0),
            Y[200:],
        )
        assert learned < 0.8 * constant

    @pytest.mark.parametrize(
        ("make", "said"),
        [
            (lambda Q, t: Q("hamming", 0), "columns must be a positive integer"),
            (lambda Q, t: Q("hamming", 2, reduction="max"), "reduction must be one of"),
            (lambda Q, t: Q("hamming", 2)(t.zeros(3, 9), t.zeros(3, 2)), "2 outputs"),
            (lambda Q, t: Q("hamming", 2)(t.zeros(3, 2), t.zeros(4, 2)), "3 scores and 4"),
            (lambda Q, t: Q("hamming", 2)(t.zeros(3, 2), t.zeros(3, 5)), "(n, 2) is needed"),
            (lambda Q, t: Q("hamming", 2)(t.zeros(3, 2), t.full((3, 2), 0.5)), "must be integers"),
            (lambda Q, t: Q("hamming", 2).decode(t.zeros(3)), "(n, 2) is needed"),
            (lambda Q, t: Q("multiclass", 3).targets(t.tensor([3])), "from 0 to 2"),
            (lambda Q, t: Q("multiclass", 3).targets(t.zeros(1, 1)), "(n,) is needed"),
        ],
    )
    def test_what_does_not_fit_is_refused(self, make, said) -> None:
        import torch

        from qstheory.torch import QuadraticLoss

        with pytest.raises(InvalidParameter) as caught:
            make(QuadraticLoss, torch)
        assert said in str(caught.value)

    @pytest.mark.data
    def test_the_example_beats_thresholded_cross_entropy(self, real_data: Path) -> None:
        from tests.benchmarks.network_for_f_score import compare

        found = compare(str(real_data), "yeast")
        assert found.quadratic < found.thresholded - 0.01
