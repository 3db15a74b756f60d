"""What a loss is: two finite spaces, an exact entry, and what is declared about them.

Everything declared (closed forms, symmetries, count structure, range) is tested or checked
elsewhere; nothing here is a verdict. A user's loss matrix is one with its entries as given, named
rows and columns, and the SHA-256 of these.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Literal

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.losses.closed_forms import ClosedForm, PolynomialEntry
from qstheory.losses.coded import CodedMatrix
from qstheory.losses.counts import CountStructure
from qstheory.losses.linear import Enclosure, LinearEntry
from qstheory.losses.spaces import Label, Labels, Space

Scalar = int | Fraction | str
ParameterValue = Scalar | tuple[Scalar, ...] | tuple[tuple[Scalar, ...], ...]
"""A parameter's canonical value. A text value never reads as a rational, so that the written form
of a reference (rationals as text "p/q") can be read back without knowing the family."""
Undefined = Literal["raise", "drop", "zero", "one"]


@dataclass(frozen=True)
class LossReference:
    """A built-in loss by family and parameters: how certificates name it."""

    family: str
    parameters: tuple[tuple[str, ParameterValue], ...]

    def __str__(self) -> str:
        """Family and parameters on one line."""
        given = ",".join(f"{k}={_shown(v)}" for k, v in self.parameters)
        return f"{self.family}:{given}" if given else self.family


@dataclass(frozen=True)
class MatrixReference:
    """A user's matrix by its entries, row by row, their names, and the SHA-256 of the entries."""

    entries: CodedMatrix
    predictions: tuple[str, ...]
    observations: tuple[str, ...]
    sha256: str

    def __hash__(self) -> int:
        """That of the SHA-256: equal entries have the same, and there may be millions of them."""
        return hash(self.sha256)

    def __str__(self) -> str:
        """The first digits of the hash."""
        return f"matrix:{self.sha256[:12]}"


Reference = LossReference | MatrixReference


@dataclass(frozen=True)
class Symmetry:
    """Bijections with L(prediction(z), observation(y)) = L(z, y), declared here."""

    name: str
    prediction: Callable[[Label], Label]
    observation: Callable[[Label], Label]


@dataclass(frozen=True)
class DecoderNote:
    """Which algorithm finds argmin_z sum_i alpha_i L(z, y_i), its cost, and where it comes from.

    `decode` is that algorithm for a loss that brings it along: the scores s, one a coordinate of
    the closed form `form`, to the prediction z of least F_z . s. A decoder of the same name in
    `qstheory.learn.decoders`, which takes many scores at once, comes before it.
    """

    name: str
    cost: str
    source: str = ""
    form: str = ""
    decode: Callable[[Sequence[float]], Label] | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Loss:
    """A loss matrix L[z, y] with exact entries.

    `predictions` are its rows, `observations` its columns; `entry(z, y)` is exact. `undefined` is
    the policy used where the definition reads 0/0, or None where it never does. `bounds` contains
    every entry. `given_as` is what the user called it, such as the name of its file. Whether the
    entry is a function of counts, a ratio of linear forms in weights or a polynomial in two classes
    is seen from the entry itself. Two losses are equal when their references are.
    """

    reference: Reference
    predictions: Space
    observations: Space
    entry: Callable[[Label, Label], Fraction]
    bounds: tuple[Fraction, Fraction] | None = None
    closed_forms: tuple[ClosedForm, ...] = ()
    symmetries: tuple[Symmetry, ...] = ()
    undefined: Undefined | None = None
    conventions: tuple[str, ...] = ()
    given_as: str = ""
    decoder: DecoderNote = field(default=DecoderNote("enumeration of the predictions", "O(|Z| n)"))

    @property
    def name(self) -> str:
        """Family and parameters on one line, as `qstheory analyze` takes them.

        >>> from qstheory import losses
        >>> losses.make("hamming", m=3).name
        'hamming:m=3'
        """
        return str(self.reference)

    @property
    def title(self) -> str:
        """What the user called it, or its name; a part where that is too long for a line.

        Of a path the end is kept, where its file's name stands.

        >>> from qstheory import losses
        >>> losses.make("tree", classes=[f"animal/a{i}" for i in range(99)]).title
        'tree:classes=animal/a0;animal/a1;animal/a2;animal/a3;animal/a4;animal/a5;anim...'
        """
        from qstheory.losses.views import title

        return title(self)

    @property
    def by_counts(self) -> CountStructure | None:
        """How the entry depends on counts, whether all label sets of a size occur or some."""
        return self.entry if isinstance(self.entry, CountStructure) else None

    @cached_property
    def counts(self) -> CountStructure | None:
        """The same where the labels stand for all sets of their sizes, each once."""
        found = self.by_counts
        whole = found is not None and found.all_sets(self.predictions, self.observations)
        return found if whole else None

    @property
    def some_counts(self) -> CountStructure | None:
        """The same where the labels stand for some sets."""
        return None if self.counts else self.by_counts

    @property
    def polynomial(self) -> PolynomialEntry | None:
        """The entry where it is a polynomial in two classes."""
        return self.entry if isinstance(self.entry, PolynomialEntry) else None

    @property
    def linear(self) -> LinearEntry | None:
        """The entry where it is a ratio of linear forms in weights."""
        return self.entry if isinstance(self.entry, LinearEntry) else None

    @property
    def rational(self) -> bool:
        """Whether every entry is rational; if not, `entry` may raise IrrationalEntry."""
        return self.linear is None or self.linear.weights.rational

    def enclosure(self, z: Label, y: Label, bits: int) -> Enclosure:
        """Rationals lo <= L(z, y) <= hi with hi - lo <= 2^-bits, equal for a rational entry."""
        if self.linear is not None and not self.rational:
            return self.linear.enclosure(z, y, bits)
        return self.entry(z, y), self.entry(z, y)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of predictions and of observations.

        >>> from qstheory import losses
        >>> losses.make("top-k", classes=4, k=2).shape
        (6, 4)
        """
        return self.predictions.size, self.observations.size

    def __getitem__(self, labels: tuple[Any, Any]) -> Fraction:
        """L[z, y], exactly; labels of bits may be written as text or any sequence of numbers.

        Raises InvalidParameter for what is no prediction or observation, and IrrationalEntry.

        >>> from qstheory import losses
        >>> losses.make("hamming", m=3)["000", (1, 0, 1)]
        Fraction(2, 3)
        """
        from qstheory.losses.views import find

        if not isinstance(labels, tuple) or len(labels) != 2:
            raise InvalidParameter(
                f"L[z, y] takes a prediction and an observation, not {labels!r}."
            )
        z = find(self.predictions, labels[0], "prediction", self.title)
        y = find(self.observations, labels[1], "observation", self.title)
        return self.entry(z, y)

    __iter__ = None
    """L[z, y] does not make a loss a sequence."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The entries in double precision, for `numpy.asarray(loss)`; raises TooLarge."""
        from qstheory.losses.views import array_interface

        return array_interface(self)

    def to_frame(self) -> Any:
        """A pandas DataFrame of the exact entries, predictions by observations.

        Irrational entries are floats. Raises TooLarge, and MissingExtra without pandas.
        """
        from qstheory.losses.views import frame

        return frame(self)

    def __repr__(self) -> str:
        """One line.

        >>> from qstheory import losses
        >>> losses.make("hamming", m=3)
        Loss(hamming:m=3, 8 x 8)
        """
        from qstheory.losses.views import one_line

        return one_line(self)

    def closed_form(self, name: str) -> ClosedForm:
        """The declared closed form of that name; raises InvalidParameter when there is none."""
        for form in self.closed_forms:
            if form.name == name:
                return form
        known = ", ".join(form.name for form in self.closed_forms) or "none"
        raise InvalidParameter(f"{self.name} has no closed form {name!r}; it has: {known}.")

    def _repr_html_(self) -> str:
        """In a notebook: the matrix when it is small and rational, otherwise its size."""
        from qstheory.losses.views import html

        return html(self)

    def _repr_latex_(self) -> str | None:
        """The matrix when it is small and rational."""
        from qstheory.losses.views import latex

        return latex(self)

    def __eq__(self, other: object) -> bool:
        """Whether both name the same matrix."""
        return isinstance(other, Loss) and self.reference == other.reference

    def __hash__(self) -> int:
        """Consistent with equality."""
        return hash(self.reference)

    def __reduce__(self) -> tuple[Callable[[Reference], "Loss"], tuple[Reference]]:
        """Pickled and copied by reference, since the entries are functions made by the family."""
        from qstheory.losses.catalogue import resolve

        return resolve, (self.reference,)


def _shown(value: ParameterValue) -> str:
    """Rows separated by semicolons, the elements of a row by blanks."""
    if not isinstance(value, tuple):
        return str(value)
    rows = (" ".join(map(str, row)) if isinstance(row, tuple) else str(row) for row in value)
    return ";".join(rows)


def matrix_loss(
    entries: Sequence[Sequence[Fraction]],
    predictions: Sequence[str] | None = None,
    observations: Sequence[str] | None = None,
    conventions: tuple[str, ...] = (),
) -> Loss:
    """The loss with these exact entries, rows being predictions and columns observations.

    >>> from fractions import Fraction
    >>> matrix_loss([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]]).entry("0", "1")
    Fraction(1, 1)
    """
    rows = CodedMatrix.of(entries)
    if not rows:
        raise InvalidParameter("A loss matrix needs at least one entry and rows of equal length.")
    row_names = tuple(predictions or map(str, range(len(rows))))
    column_names = tuple(observations or map(str, range(rows.columns)))
    for kind, names, count in (
        ("row", row_names, len(rows)),
        ("column", column_names, rows.columns),
    ):
        if len(names) != count or len(set(names)) != count:
            raise InvalidParameter(f"The {kind} names must be {count} distinct names.")
    row_space, column_space = Labels(row_names), Labels(column_names)

    def entry(z: Label, y: Label) -> Fraction:
        return rows.entry(row_space.positions[z], column_space.positions[y])

    return Loss(
        reference=MatrixReference(rows, row_names, column_names, rows.sha256),
        predictions=row_space,
        observations=column_space,
        entry=entry,
        bounds=(min(rows.values), max(rows.values)),
        conventions=conventions,
    )


@lru_cache(maxsize=32)
def from_reference(reference: MatrixReference) -> Loss:
    """The loss of a stored matrix; raises UnreadableInput when its hash does not fit.

    The last ones are kept, since every certificate of a file asks for the same one.
    """
    loss = matrix_loss(reference.entries, reference.predictions, reference.observations)
    if loss.reference != reference:
        raise UnreadableInput("The stored matrix does not have the SHA-256 that it is filed under.")
    return loss
