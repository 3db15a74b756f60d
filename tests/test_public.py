"""The names of the package: what there is, loaded when it is asked for."""

import inspect
import re
import subprocess
import sys
from typing import Any

import pytest

import qstheory
from qstheory import learn, losses, testing


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


def test_the_start_loads_the_version_alone() -> None:
    code = (
        "import sys, qstheory; dir(qstheory); print(*(n for n in sys.modules if n[:4] == 'qsth'))"
    )
    assert run(code) == "qstheory.version qstheory\n"


def test_certificates_are_checked_from_python(tmp_path) -> None:
    path = tmp_path / "certificates.json"
    path.write_text(qstheory.analyze([[0, 1], [1, 0]]).certificates())
    replayed = qstheory.check(str(path))
    assert replayed
    assert all(each.as_expected for each in replayed)


def test_a_loss_is_the_same_by_its_name() -> None:
    assert qstheory.as_loss("hamming:m=2") == losses.make("hamming", m=2)


DOCUMENTED = {
    f"{home.__name__}.{name}": getattr(home, name)
    for home in (qstheory, learn, testing)
    for name in home.__all__
    if inspect.isroutine(getattr(home, name)) or inspect.isclass(getattr(home, name))
}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_public_names_document_what_they_take_and_give(name: str) -> None:
    """numpydoc sections, in which every argument has its entry."""
    given: Any = DOCUMENTED[name]
    pieces = re.split(r"^([A-Z][\w ]+)\n-+$", inspect.getdoc(given) or "", flags=re.MULTILINE)
    sections = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    entries = re.findall(r"^([\w*, ]+) ?(?::|$)", sections["Parameters"], re.MULTILINE)
    documented = {word.strip(" *") for entry in entries for word in entry.split(",")}
    assert set(inspect.signature(given).parameters) <= documented
    if inspect.isroutine(given):
        assert "Returns" in sections or inspect.signature(given).return_annotation in (None, "None")
