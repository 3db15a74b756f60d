"""Readers of benchmark data: MULAN (ARFF with XML), LETOR and SVMlight, CSV.

`loading.load_dataset(directory, name)` finds a data set by what lies in its folder; the package
holds no data itself. What a learner cannot take is refused unless the options say otherwise.
"""

from collections.abc import Collection
from dataclasses import dataclass

from qstheory.errors import InvalidParameter

CHOICES = {
    "text": ("refuse", "drop"),
    "missing": ("refuse", "drop", "impute"),
    "weights": ("refuse", "ignore", "use"),
}


LABEL_WORDS = {
    **dict.fromkeys(("0", "0.0", "no", "n", "false", "f"), 0),
    **dict.fromkeys(("1", "1.0", "yes", "y", "true", "t"), 1),
}
"""How a label may be written, in upper or lower case."""


@dataclass(frozen=True)
class Reading:
    """The options of a reader.

    drop     names of attributes to leave out, whatever they hold
    text     "drop" leaves out all attributes that are texts or dates, such as names of the rows
    missing  "drop" leaves out rows with a missing value; "impute" leaves a missing number NaN, to
             be filled in with the mean of the training rows, and a missing category 0 in all of its
             columns. A missing label cannot be imputed.
    weights  "use" takes the weights {w} at the end of the rows as weights of the observations,
             "ignore" leaves them out

    Raises InvalidParameter for another word.
    """

    drop: Collection[str] = ()
    text: str = "refuse"
    missing: str = "refuse"
    weights: str = "refuse"

    def __post_init__(self) -> None:
        """Validate."""
        for name, words in CHOICES.items():
            if getattr(self, name) not in words:
                raise InvalidParameter(
                    f"{name}={getattr(self, name)!r} must be one of {', '.join(words)}."
                )

    @property
    def described(self) -> str:
        """The options that are not the default, in words; empty where all are.

        >>> Reading(drop=["id"], missing="impute").described
        'drop=id missing=impute'
        """
        parts = [f"drop={','.join(sorted(self.drop))}"] if self.drop else []
        chosen = {name: getattr(self, name) for name in CHOICES}
        return " ".join([*parts, *(f"{k}={v}" for k, v in chosen.items() if v != "refuse")])


STRICT = Reading()
"""Everything that can be read in two ways is refused."""


def label_bit(word: str) -> int | None:
    """0 or 1 for the ways in which a label is written; None for any other word.

    >>> [label_bit(word) for word in ("YES", "False", "1", "2")]
    [1, 0, 1, None]
    """
    return LABEL_WORDS.get(word.strip().lower())
