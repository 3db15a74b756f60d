"""`load_dataset(directory, name)`: a benchmark data set from its folder, by what lies there."""

import re
from pathlib import Path

from qstheory.errors import UnreadableInput
from qstheory.learn.data import STRICT, Reading
from qstheory.learn.data.letor import read_letor
from qstheory.learn.data.mulan import read_mulan
from qstheory.learn.data.reading import MultilabelData, RankingData

COMPRESSED = ("", ".xz", ".gz")


def load_dataset(
    directory: Path | str, name: str, reading: Reading = STRICT
) -> MultilabelData | RankingData:
    """The data set in the folder `name` of `directory`, or in `directory` if that is its name.

    A folder with one .xml and the .arff of the whole, or two whose names end in train and test, is
    MULAN data; one with a single .txt besides README.txt is LETOR data. Any of them may end in .xz
    or .gz. Upper and lower case of names are alike. Raises UnreadableInput that says what is
    missing.
    """
    folder = _folder(Path(directory), name)
    arffs, xmls = _files(folder, ".arff"), _files(folder, ".xml")
    if arffs and len(xmls) == 1:
        return read_mulan(_parts(folder, arffs), xmls[0], name, reading)
    texts = _letor_files(folder)
    if len(texts) == 1 and not arffs:
        if reading.drop:
            raise UnreadableInput(f"{texts[0]} is LETOR data, whose features have no names.")
        return read_letor(texts[0], name)
    raise UnreadableInput(
        f"{folder} must hold one .xml with its .arff files, or one .txt of LETOR lines."
    )


def load_multilabel(directory: Path | str, name: str, reading: Reading = STRICT) -> MultilabelData:
    """As load_dataset; raises UnreadableInput when the folder holds ranking data."""
    data = load_dataset(directory, name, reading)
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
    """The names of the folders of data, in lower case and sorted; its own where it is one itself.

    A folder holds data when there is an .xml and an .arff in it, or one .txt besides README.txt.
    """
    parent = Path(directory)
    if not parent.is_dir():
        raise UnreadableInput(f"{parent} is not a directory; give the one that holds the data.")
    if _holds_data(parent):
        return (parent.resolve().name.lower(),)
    folders = [item for item in parent.iterdir() if item.is_dir()]
    return tuple(sorted(item.name.lower() for item in folders if _holds_data(item)))


def _holds_data(folder: Path) -> bool:
    if _files(folder, ".arff"):
        return bool(_files(folder, ".xml"))
    return len(_letor_files(folder)) == 1


def _letor_files(folder: Path) -> list[Path]:
    return [path for path in _files(folder, ".txt") if path.stem.upper() != "README"]


def _folder(directory: Path, name: str) -> Path:
    if not directory.is_dir():
        raise UnreadableInput(f"{directory} is not a directory; give the one that holds the data.")
    for item in directory.iterdir():
        if item.is_dir() and item.name.lower() == name.lower():
            return item
    if directory.resolve().name.lower() == name.lower():
        return directory
    raise UnreadableInput(f"{directory} has no folder {name}; put the data set's files there.")


def _files(folder: Path, ending: str) -> list[Path]:
    endings = tuple(ending + extra for extra in COMPRESSED)
    return sorted(path for path in folder.iterdir() if path.name.lower().endswith(endings))


def _parts(folder: Path, arffs: list[Path]) -> list[Path]:
    """The whole file, or the training part followed by the test part."""
    stems = {path: path.name.lower().split(".arff")[0] for path in arffs}
    parts = {path: re.split("[-_.]", stem)[-1] for path, stem in stems.items()}
    whole = [path for path, part in parts.items() if part not in {"train", "test"}]
    if len(whole) == 1:
        return whole
    train = [path for path, part in parts.items() if part == "train"]
    test = [path for path, part in parts.items() if part == "test"]
    if not whole and len(train) == len(test) == 1:
        return [train[0], test[0]]
    raise UnreadableInput(
        f"{folder} must hold one .arff of the whole data set, or one of train and one of test;"
        f" it holds: {', '.join(path.name for path in arffs)}."
    )
