"""The statements that theorems are bound to: definitions in Statements.v, above Loss.v alone."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from qstheory.proofs.sources import Sources, digest, sentences, written

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
