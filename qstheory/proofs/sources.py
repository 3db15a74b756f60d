"""Coq files as text: their sentences, what they require of each other, and their hashes.

The statements that theorems are bound to are definitions in Statements.v, above Loss.v alone.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

LIBRARY = "qstheory"
"""The logical name under which a folder of proofs is compiled."""
WITNESS = "met_"
"""What the name of a witness begins with; then comes the statement whose premises it meets."""
FORBIDDEN = (
    r"Admitted|admit|Axioms?|Parameters?|Conjectures?|bypass_check"
    r"|(?:Guard|Positivity|Universe)\s+Checking|type_in_type|Declare\s+ML|Load|Redirect|Drop|Cd"
)
"""What no file may say: an axiom, an unfinished proof, a check of the kernel turned off, a plugin,
or a command that reads or writes other files."""


def without_comments(text: str) -> str:
    """The text with every comment and string replaced by blanks of the same length.

    >>> without_comments('a (* b (* c *) *) "." d.')
    'a                     d.'
    """
    kept, depth, at = [], 0, 0
    for token in re.finditer(r'\(\*|\*\)|"(?:[^"]|"")*"', text):
        if token.start() < at:
            continue
        piece = text[at : token.start()]
        kept.append(re.sub(r"\S", " ", piece) if depth else piece)
        depth = max(depth + {"(*": 1, "*)": -1}.get(token.group(), 0), 0)
        kept.append(" " * len(token.group()))
        at = token.end()
    rest = text[at:]
    return "".join(kept) + (re.sub(r"\S", " ", rest) if depth else rest)


def written(text: str) -> Iterator[tuple[str, str]]:
    """The sentences of a Coq file, each with its full stop on one line without comments, beside
    the text as it is written."""
    for found in re.finditer(r"\S.*?\.(?=\s|$)", without_comments(text), re.DOTALL):
        yield " ".join(found.group().split()), text[found.start() : found.end()]


def sentences(text: str) -> Iterator[str]:
    """The sentences alone.

    >>> list(sentences("Import A.B. (* no. *) Definition x := 1."))
    ['Import A.B.', 'Definition x := 1.']
    """
    return (sentence for sentence, _ in written(text))


def digest(text: str) -> str:
    """SHA-256 in hexadecimal."""
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Sources:
    """The Coq files of a folder: name without ending to text."""

    texts: Mapping[str, str]

    @cached_property
    def requires(self) -> Mapping[str, frozenset[str]]:
        """The files of the folder that each of them requires."""
        pattern = re.compile(r"(?:From \S+ )?Require (?:Import |Export )?(.*)\.")
        return {
            name: frozenset(
                word.rpartition(".")[2]
                for sentence in sentences(text)
                if (found := pattern.fullmatch(sentence))
                for word in found.group(1).split()
                if word.rpartition(".")[2] in self.texts
            )
            for name, text in self.texts.items()
        }

    @cached_property
    def witnesses(self) -> Mapping[str, tuple[str, ...]]:
        """The files that state a witness, for each statement that has one."""
        found: dict[str, tuple[str, ...]] = {}
        for name, text in self.texts.items():
            for statement in re.findall(rf"\bTheorem {WITNESS}(\w+)", without_comments(text)):
                found[statement] = (*found.get(statement, ()), name)
        return found

    def closure(self, name: str) -> tuple[str, ...]:
        """A file and all that it rests on, in order of their names."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            if (file := waiting.pop()) not in found:
                found.add(file)
                waiting.extend(self.requires[file])
        return tuple(sorted(found))

    def proof_hash(self, name: str) -> str:
        """SHA-256 of the names and texts of a file and of all that it rests on."""
        return digest(
            "".join(f"{file} {digest(self.texts[file])}\n" for file in self.closure(name))
        )

    def forbidden(self, name: str) -> str:
        """The first forbidden word in a file or in what it rests on, with its place, or nothing."""
        return next((said for file in self.closure(name) if (said := self._forbidden[file])), "")

    @cached_property
    def _forbidden(self) -> Mapping[str, str]:
        """The first forbidden word of each file."""
        found = {}
        for file, text in self.texts.items():
            word = re.search(rf"(?<![\w.'])(?:{FORBIDDEN})(?![\w'])", without_comments(text))
            line = text.count("\n", 0, word.start()) + 1 if word else 0
            found[file] = f"{file}.v, line {line}, says {word.group()!r}" if word else ""
        return found


def read_sources(folder: Path) -> Sources:
    """All .v files of a folder, none when it is not there."""
    files = sorted(folder.glob("*.v"))
    return Sources({file.stem: file.read_text(encoding="utf-8") for file in files})


STATEMENTS, DEFINITIONS = "Statements", "Loss"
HARMLESS = re.compile(
    r"From mathcomp Require Import [\w ]+\.|From qstheory Require Import Loss\."
    r"|(?:Uns|S)et (?:Strict |Printing )?Implicit(?: Arguments| Defensive)?\."
    r"|Import [\w. ]+\.|Local Open Scope \w+\."
)
DEFINITION = re.compile(r"Definition (\w+)\b(.*)\.", re.DOTALL)


@dataclass(frozen=True)
class Definition:
    """A definition of Statements.v: its name, its sentence on one line, and its text as written."""

    name: str
    sentence: str
    text: str

    @property
    def over_a_field(self) -> bool:
        """Whether it is a number of a field R, its first argument, and not a natural number."""
        return self.sentence.startswith(f"Definition {self.name} (R : realFieldType)")


@dataclass(frozen=True)
class Statements:
    """What Statements.v defines."""

    sources: Sources

    @cached_property
    def fault(self) -> str:
        """Why the file cannot be trusted to be what it seems, or nothing.

        It may import MathComp and Loss.v and define, no more: no notation, no axiom, no proof file.
        """
        for name in (DEFINITIONS, STATEMENTS):
            if name not in self.sources.texts:
                return f"there is no {name}.v"
        if self.sources.requires[DEFINITIONS]:
            return f"{DEFINITIONS}.v requires another file"
        for sentence in sentences(self.sources.texts[STATEMENTS]):
            if not HARMLESS.fullmatch(sentence) and not DEFINITION.fullmatch(sentence):
                return f"{STATEMENTS}.v may only import and define, not say {sentence[:60]!r}"
        if len(self.definitions) != len(self._all):
            return f"{STATEMENTS}.v defines a name twice"
        return ""

    @cached_property
    def _all(self) -> tuple[Definition, ...]:
        return tuple(
            Definition(match.group(1), sentence, text)
            for sentence, text in written(self.sources.texts.get(STATEMENTS, ""))
            if (match := DEFINITION.fullmatch(sentence))
        )

    @cached_property
    def definitions(self) -> Mapping[str, Definition]:
        """The definitions by name, in the order of the file."""
        return {definition.name: definition for definition in self._all}

    def closure(self, name: str) -> tuple[Definition, ...]:
        """A definition after those that it speaks of, in the order of the file."""
        wanted = {name}
        for definition in reversed(self._all):
            if definition.name in wanted:
                wanted |= set(re.findall(r"\w+", definition.sentence)) & set(self.definitions)
        return tuple(definition for definition in self._all if definition.name in wanted)

    def premise(self, name: str, cited: str) -> bool:
        """Whether the statement has a premise that is a definition of Loss.v, at some arguments."""
        defined = rf"\bDefinition {re.escape(cited)}\b"
        said = " ".join(definition.sentence for definition in self.closure(name))
        return bool(
            re.search(defined, self.sources.texts[DEFINITIONS])
            and re.search(rf"(?<!\w){re.escape(cited)}(?: \w+)* ->", said)
        )

    def unfolded(self, name: str) -> tuple[str, ...]:
        """What a constant is made of, as File.name: itself first, then what it speaks of."""
        own = [f"{STATEMENTS}.{definition.name}" for definition in reversed(self.closure(name))]
        said = " ".join(definition.sentence for definition in self.closure(name))
        defined = [
            match.group(1)
            for sentence in sentences(self.sources.texts[DEFINITIONS])
            if (match := DEFINITION.fullmatch(sentence))
        ]
        spoken_of = set(re.findall(r"\w+", said))
        return (*own, *(f"{DEFINITIONS}.{name}" for name in defined if name in spoken_of))

    def text(self, name: str) -> str:
        """The statement as written, after the definitions that it speaks of."""
        return "\n\n".join(definition.text for definition in self.closure(name))

    def statement_hash(self, name: str) -> str:
        """SHA-256 of Loss.v, of what Statements.v imports and opens, and of the statement."""
        said = [definition.sentence for definition in self.closure(name)]
        return digest("\n".join([self.sources.texts[DEFINITIONS], *self._opened, *said]))

    @cached_property
    def _opened(self) -> list[str]:
        """What the file imports and opens."""
        text = self.sources.texts[STATEMENTS]
        return [sentence for sentence in sentences(text) if not DEFINITION.fullmatch(sentence)]
