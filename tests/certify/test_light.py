"""What a replay loads: the checker, and of the losses the spaces and entries that it names."""

import subprocess
import sys
from pathlib import Path

import pytest

from qstheory.certify.bundle import Item
from qstheory.certify.kinds.rank import Minor, RankAtLeast
from qstheory.certify.kinds.values import EntryEquals
from qstheory.work.certificates import dumps

from .samples import samples
from .samples.sample import BITS, HAMMING

TRUSTED = {
    "base", "catalogue", "closed_forms", "coded", "counts", "linear", "parameters",
    "shared", "spaces",
}  # fmt: skip
"""Of all losses; what a closed form says is replayed, so that it is not among what is trusted."""
LOADED = (
    "import sys; from pathlib import Path; from qstheory.certify.replay import replay_file;"
    " assert all(r.as_expected for r in replay_file(Path(sys.argv[1])));"
    " print(*sys.modules)"
)
ENTRY = next(s for s in samples() if type(s.proposition) is EntryEquals)


def loaded(items: list[Item], folder: Path) -> set[str]:
    """The modules that a fresh interpreter has loaded after replaying the items."""
    path = folder / "items.json"
    path.write_text(dumps(items), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", LOADED, str(path)], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("items", "own"),
    [
        (
            [Item(RankAtLeast(HAMMING, "loss", 3), Minor(BITS[:3], BITS[:3], 7))],
            {"overlap", "shared"},
        ),
        (
            [Item(ENTRY.proposition, ENTRY.certificate, ENTRY.expect)],
            {"f_score", "shared"},
        ),
    ],
    ids=["hamming", "f-score"],
)
def test_a_replay_loads_the_standard_library_and_the_losses_named(
    items: list[Item], own: set[str], tmp_path: Path
) -> None:
    found = loaded(items, tmp_path)
    outside = {name.partition(".")[0] for name in found} - set(sys.stdlib_module_names)
    assert {name for name in outside if not name.startswith("_")} <= {"qstheory", "sitecustomize"}
    package = {name for name in found if name.startswith("qstheory.")}
    assert {name.split(".")[1] for name in package} <= {"certify", "losses", "errors", "version"}
    lost = {name.split(".")[2] for name in package if name.startswith("qstheory.losses.")}
    assert lost <= TRUSTED | own
