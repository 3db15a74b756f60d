"""The user's own loss, from a file or an object of Python, exactly.

>>> from qstheory.inputs import as_loss
>>> loss = as_loss([[0, 1], [1, 0], [1, 0]])
>>> loss.conventions
('read from nested lists', 'equal rows: 2 and 3')
"""

from qstheory.inputs.hierarchy import read_tree
from qstheory.inputs.matrix import InexactInput
from qstheory.inputs.read import as_loss, read_loss

__all__ = ["InexactInput", "as_loss", "read_loss", "read_tree"]
