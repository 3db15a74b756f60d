"""MULAN data sets: ARFF files whose labels an XML file names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import scipy.sparse as sp

from qstheory.errors import UnreadableInput
from qstheory.learn.data import STRICT, Reading, label_bit
from qstheory.learn.data.arff_rows import ArffFile, Attribute, Row, Value, open_arff
from qstheory.learn.data.reading import (
    Features,
    Lines,
    MultilabelData,
    unreadable,
    warn_of_categories,
    warn_of_counts,
)
from qstheory.learn.decoders.arrays import FloatArray, IntArray


def read_mulan(
    arff_paths: Sequence[Path],
    xml_path: Path,
    name: str | None = None,
    reading: Reading = STRICT,
) -> MultilabelData:
    """The rows of the ARFF files, one after the other, with the labels that the XML names.

    Labels are matched by name and kept in the ARFF's order; they are 0 and 1, or as words no and
    yes, false and true. A nominal attribute with values 0 and 1 is one column, any other one column
    a value. X is CSR when the first file is sparse. Texts, missing values and weights of rows are
    read as `reading` says; an attribute that only numbers the rows is warned of (`RowIdentifier`).
    Raises UnreadableInput with the file and line for malformed files, what `reading` refuses, files
    whose attributes differ, or a label that no attribute has.
    """
    files = [open_arff(Path(path), reading) for path in arff_paths]
    if not files:
        raise UnreadableInput("A MULAN data set needs at least one ARFF file.")
    layout = Layout.of(files[0], read_label_names(Path(xml_path)), Path(xml_path))
    for file in files[1:]:
        if file.attributes != files[0].attributes:
            raise UnreadableInput(
                f"{file.path} declares other attributes than {files[0].path};"
                " give the parts of one data set."
            )
    X, Y, weights = layout.read(files)
    return MultilabelData(
        name=name or Path(arff_paths[0]).name.split(".")[0],
        X=X,
        Y=Y,
        feature_names=layout.feature_names,
        label_names=layout.label_names,
        attributes=len(layout.columns) - len(layout.label_names),
        weights=weights if reading.weights == "use" and (weights != 1).any() else None,
    )


def read_label_names(path: Path) -> tuple[str, ...]:
    """The names of all label elements, nested or not, in any namespace; raises UnreadableInput."""
    content = "\n".join(Lines(path))
    if "<!DOCTYPE" in content:
        raise UnreadableInput(f"{path} has a DOCTYPE, which label lists do not need; remove it.")
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise unreadable(path, error.position[0], "it is not well-formed XML.") from None
    labels = [item for item in root.iter() if item.tag.rpartition("}")[2] == "label"]
    names = tuple(item.get("name", "") for item in labels)
    if not names or "" in names:
        raise UnreadableInput(f'{path} must list labels as <label name="..."/>.')
    if len(set(names)) < len(names):
        raise UnreadableInput(f"{path} names a label twice.")
    return names


@dataclass(frozen=True)
class Column:
    """Where an attribute goes: from `start` in X or Y, one column a value when `values` is set."""

    attribute: Attribute
    label: bool
    start: int
    values: tuple[str, ...] | None

    def entry(self, value: Value) -> tuple[int, float]:
        """The column and the number that encode a value; raises ValueError if it is no number."""
        if value is None:
            return self.start, np.nan if self.values is None else 0.0
        if self.label and isinstance(value, str):
            bit = label_bit(value)
            return self.start, np.nan if bit is None else float(bit)
        if self.values is not None:
            return self.start + self.values.index(str(value)), 1.0
        return self.start, float(value)

    def default(self) -> tuple[int, float]:
        """The entry of a value that a sparse row leaves out: 0, or the first declared value."""
        return self.entry(self.attribute.values[0] if self.attribute.values else 0.0)


@dataclass(frozen=True)
class Layout:
    """The columns of the attributes that are kept, by their index in the file."""

    columns: Mapping[int, Column]
    feature_names: tuple[str, ...]
    label_names: tuple[str, ...]

    @staticmethod
    def of(file: ArffFile, labels: tuple[str, ...], xml_path: Path) -> "Layout":
        """The layout for these label names; raises UnreadableInput for one without attribute."""
        wanted = set(labels)
        absent = wanted - {attribute.name for attribute in file.attributes}
        if absent:
            raise UnreadableInput(
                f"{xml_path} names the label {min(absent)!r}, which {file.path} does not have."
            )
        if wanted & file.dropped:
            raise UnreadableInput(
                f"{xml_path} names the label {min(wanted & file.dropped)!r}, which cannot be left"
                " out as well."
            )
        columns: dict[int, Column] = {}
        features: list[str] = []
        found: list[str] = []
        for index, attribute in enumerate(file.attributes):
            values = attribute.values
            if attribute.name in file.dropped:
                continue
            if attribute.name in wanted:
                columns[index] = Column(attribute, True, len(found), None)
                found.append(attribute.name)
            elif values is None or set(values) == {"0", "1"}:
                columns[index] = Column(attribute, False, len(features), None)
                features.append(attribute.name)
            else:
                columns[index] = Column(attribute, False, len(features), values)
                features.extend(f"{attribute.name}={value}" for value in values)
        return Layout(columns, tuple(features), tuple(found))

    def read(self, files: Sequence[ArffFile]) -> tuple[Features, IntArray, FloatArray]:
        """X, Y and the weights of the rows of all files."""
        sparse = files[0].sparse
        label_rows: list[IntArray] = []
        dense_rows: list[np.ndarray] = []
        weights: list[float] = []
        triples = Triples([], [], [0])
        for file in files:
            defaults = self._defaults() if file.sparse else {}
            for line, row, weight in file.rows:
                weights.append(weight)
                features, labels = self._encode(file, line, {**defaults, **row})
                label_rows.append(labels)
                if sparse:
                    triples.add(features)
                else:
                    dense = np.zeros(len(self.feature_names))
                    dense[list(features)] = list(features.values())
                    dense_rows.append(dense)
        if not label_rows:
            raise UnreadableInput(f"{files[0].path} has no rows after @data that are kept.")
        if not any(weights):
            raise UnreadableInput(f"{files[0].path} gives every row the weight 0.")
        X = triples.matrix(len(self.feature_names)) if sparse else np.array(dense_rows)
        self._warn(X, len(label_rows))
        return X, np.array(label_rows), np.array(weights)

    def _warn(self, X: Features, rows: int) -> None:
        """Warn of attributes that number the rows."""
        if not sp.issparse(X):
            warn_of_counts(self.feature_names, X)
        for column in self.columns.values():
            if column.values is not None and len(column.values) >= rows:
                block = X[:, column.start : column.start + len(column.values)]
                used = int(np.count_nonzero(np.asarray(block.sum(axis=0))))
                warn_of_categories(column.attribute.name, used, rows, len(column.values))

    def _defaults(self) -> Row:
        """The raw values that a sparse row leaves out and that are not encoded as zero."""
        return {
            index: column.attribute.values[0]
            for index, column in self.columns.items()
            if column.attribute.values and _is_nonzero(column)
        }

    def _encode(self, file: ArffFile, line: int, row: Row) -> tuple[dict[int, float], IntArray]:
        labels = np.zeros(len(self.label_names), dtype=np.int8)
        features: dict[int, float] = {}
        for index, value in row.items():
            column = self.columns[index]
            place, number = _checked(file.path, line, column, value)
            if column.label:
                labels[place] = int(number)
            elif number != 0:
                features[place] = number
        return features, labels


@dataclass(frozen=True)
class Triples:
    """A CSR matrix in the making."""

    numbers: list[float]
    indices: list[int]
    starts: list[int]

    def add(self, row: dict[int, float]) -> None:
        """Appends a row."""
        self.indices.extend(row)
        self.numbers.extend(row.values())
        self.starts.append(len(self.indices))

    def matrix(self, columns: int) -> sp.csr_matrix:
        """The rows so far."""
        shape = (len(self.starts) - 1, columns)
        made = sp.csr_matrix((self.numbers, self.indices, self.starts), shape=shape)
        made.sort_indices()
        return made


def _is_nonzero(column: Column) -> bool:
    try:
        return column.default()[1] != 0
    except ValueError:
        # A label or binary attribute declared with words: the row that uses them is refused.
        return True


def _checked(path: Path, line: int, column: Column, value: Value) -> tuple[int, float]:
    """The entry of a value, nan for a missing number.

    Raises UnreadableInput for another number that is not finite, and unless a label is 0 or 1.
    """
    if column.label and value is None:
        raise unreadable(
            path,
            line,
            f"label {column.attribute.name!r} is missing, and a label cannot be imputed: leave out"
            " such rows with missing='drop' (of the command: --missing drop).",
        )
    try:
        place, number = column.entry(value)
    except ValueError:
        place, number = column.start, np.nan
    if column.label and number not in (0.0, 1.0):
        raise unreadable(
            path,
            line,
            f"label {column.attribute.name!r} is {value}, not 0 or 1 (nor no or yes, false or"
            " true).",
        )
    if value is not None and not np.isfinite(number):
        raise unreadable(
            path, line, f"attribute {column.attribute.name!r} is {value}, not a finite number."
        )
    return place, number
