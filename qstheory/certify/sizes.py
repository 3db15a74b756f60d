"""Whether the spaces of a loss have as many different elements as they say.

Of label sets, permutations and classes, which `losses.spaces` defines, there are sums of binomials,
m! and n. The elements of a space from the file of a loss are counted; of more than REMEMBERED what
the file says is taken, and the answer names it.
"""

from functools import lru_cache
from itertools import islice
from typing import Any

from qstheory.certify.limits import REMEMBERED
from qstheory.certify.outcome import require
from qstheory.certify.theorems import SIZED, Theorem
from qstheory.losses import resolve
from qstheory.losses.base import Loss, LossReference
from qstheory.losses.spaces import Classes, LabelSets, Permutations, Space


def size_theorems(proposition: Any) -> tuple[Theorem, ...]:
    """What the sizes of the spaces rest on; raises InvalidParameter where one is another."""
    reference = getattr(getattr(proposition, "problem", proposition), "loss", None)
    if not isinstance(reference, LossReference) or _all_counted(resolve(reference)):
        return ()
    return (SIZED,)


@lru_cache(maxsize=256)
def _all_counted(loss: Loss) -> bool:
    spaces = loss.predictions, loss.observations
    return not [space for space in spaces if not _counted(space)]


def _counted(space: Space) -> bool:
    """Whether it has not too many elements to be counted."""
    if type(space) in (LabelSets, Permutations, Classes):
        return True
    if space.size > REMEMBERED:
        return False
    listed = [*islice(space, space.size + 1)]
    different = len({*listed}) == len(listed) == space.size
    require(different, "a space of the loss does not have as many elements as it says")
    return True
