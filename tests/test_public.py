"""The names of the package: what there is, loaded when it is asked for."""

import json
import subprocess
import sys

import qstheory
from qstheory import losses


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return shown.stdout


def test_the_public_names_and_only_those() -> None:
    assert dir(qstheory) == sorted(qstheory.__all__)
    for name in dir(qstheory):
        assert getattr(qstheory, name) is not None
    for name in ("analyze", "as_loss", "check", "learn", "losses", "read_tree"):
        assert name in dir(qstheory)
    assert run("import qstheory, qstheory.theory.dossier; print(dir(qstheory))") == (
        f"{sorted(qstheory.__all__)}\n"
    )


def test_packages_need_no_import_of_their_own() -> None:
    code = "import qstheory; print(qstheory.learn.__name__, qstheory.losses.make('hamming', m=1))"
    assert run(code) == "qstheory.learn Loss(hamming:m=1, 2 x 2)\n"


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    heavy = ("numpy", "scipy", "sympy", "flint", "sklearn", "pandas", "argparse", "dataclasses")
    code = f"import sys, qstheory; print([name for name in {heavy!r} if name in sys.modules])"
    assert run(code) == "[]\n"
    assert run("import sys, qstheory; qstheory.losses.make; print('numpy' in sys.modules)") == (
        "False\n"
    )


def test_the_start_takes_less_than_a_tenth_of_a_second() -> None:
    code = (
        "import json, time; start = time.process_time(); import qstheory; dir(qstheory);"
        "print(json.dumps(time.process_time() - start))"
    )
    assert min(json.loads(run(code)) for _ in range(3)) < 0.1


def test_certificates_are_checked_from_python(tmp_path) -> None:
    path = tmp_path / "certificates.json"
    path.write_text(qstheory.analyze([[0, 1], [1, 0]]).certificates())
    replayed = qstheory.check(str(path))
    assert replayed
    assert all(each.as_expected for each in replayed)


def test_a_loss_is_the_same_by_its_name() -> None:
    assert qstheory.as_loss("hamming:m=2") == losses.make("hamming", m=2)
