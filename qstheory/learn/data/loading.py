"""`load_dataset(directory, name)`: a benchmark data set from its folder, by what lies there."""

from collections.abc import Collection
from pathlib import Path

from qstheory.errors import UnreadableInput
from qstheory.learn.data.datasets import MultilabelData, RankingData
from qstheory.learn.data.letor import read_letor
from qstheory.learn.data.mulan import read_mulan

COMPRESSED = ("", ".xz", ".gz")


def load_dataset(
    directory: Path | str, name: str, drop: Collection[str] = ()
) -> MultilabelData | RankingData:
    """The data set in the folder `name` of `directory` (upper and lower case alike).

    A folder with one .xml and the .arff of the whole, or the two of -train and -test, is MULAN
    data; one with a single .txt besides README.txt is LETOR data. Any of them may end in .xz or
    .gz. `drop` names attributes of MULAN data to leave out. Raises UnreadableInput that says what
    is missing.
    """
    folder = _folder(Path(directory), name)
    arffs, xmls = _files(folder, ".arff"), _files(folder, ".xml")
    if arffs and len(xmls) == 1:
        return read_mulan(_parts(folder, arffs), xmls[0], name, drop)
    texts = [path for path in _files(folder, ".txt") if path.stem.upper() != "README"]
    if len(texts) == 1 and not arffs:
        if drop:
            raise UnreadableInput(f"{texts[0]} is LETOR data, whose features have no names.")
        return read_letor(texts[0], name)
    raise UnreadableInput(
        f"{folder} must hold one .xml with its .arff files, or one .txt of LETOR lines."
    )


def load_multilabel(directory: Path | str, name: str, drop: Collection[str] = ()) -> MultilabelData:
    """As load_dataset; raises UnreadableInput when the folder holds ranking data."""
    data = load_dataset(directory, name, drop)
    if not isinstance(data, MultilabelData):
        raise UnreadableInput(f"{name} is ranking data; a multilabel data set was asked for.")
    return data


def load_ranking(directory: Path | str, name: str) -> RankingData:
    """As load_dataset; raises UnreadableInput when the folder holds multilabel data."""
    data = load_dataset(directory, name)
    if not isinstance(data, RankingData):
        raise UnreadableInput(f"{name} is multilabel data; a ranking data set was asked for.")
    return data


def available(directory: Path | str) -> tuple[str, ...]:
    """The names of the folders of `directory`, in lower case and sorted."""
    parent = Path(directory)
    if not parent.is_dir():
        raise UnreadableInput(f"{parent} is not a directory; give the one that holds the data.")
    return tuple(sorted(item.name.lower() for item in parent.iterdir() if item.is_dir()))


def _folder(directory: Path, name: str) -> Path:
    if name.lower() not in available(directory):
        raise UnreadableInput(f"{directory} has no folder {name}; put the data set's files there.")
    return next(item for item in directory.iterdir() if item.name.lower() == name.lower())


def _files(folder: Path, ending: str) -> list[Path]:
    endings = tuple(ending + extra for extra in COMPRESSED)
    return sorted(path for path in folder.iterdir() if path.name.lower().endswith(endings))


def _parts(folder: Path, arffs: list[Path]) -> list[Path]:
    """The whole file, or the training part followed by the test part."""
    stems = {path: path.name.lower().split(".arff")[0] for path in arffs}
    whole = [path for path, stem in stems.items() if not stem.endswith(("-train", "-test"))]
    if len(whole) == 1:
        return whole
    train = [path for path, stem in stems.items() if stem.endswith("-train")]
    test = [path for path, stem in stems.items() if stem.endswith("-test")]
    if not whole and len(train) == len(test) == 1:
        return [train[0], test[0]]
    raise UnreadableInput(
        f"{folder} must hold one .arff of the whole data set, or one -train and one -test;"
        f" it holds: {', '.join(path.name for path in arffs)}."
    )
