"""What a verdict is worth once the verdicts of all that the claim rests on are known."""

from collections.abc import Mapping
from dataclasses import dataclass

from qstheory.claims.ledger import Ledger
from qstheory.claims.verdict import FAILED, HOLDING, Judgement, Verdict


@dataclass(frozen=True)
class Weakness:
    """A claim among the ancestors that is not proved; `carried` when its repaired form serves.

    A claim is carried past a refuted one when the repaired form holds and the claim, or the claim
    between them that rests on the refuted one, lists that form among its `uses`: that form is then
    an ancestor itself, and a weakness when it is not proved.
    """

    claim: str
    verdict: Verdict
    repaired_by: str = ""
    carried: bool = False


@dataclass(frozen=True)
class Standing:
    """`fully_proved`: the claim is proved and so is all that it rests on, repairs included."""

    fully_proved: bool
    weaknesses: tuple[Weakness, ...]

    @property
    def rests_on_refuted(self) -> tuple[Weakness, ...]:
        """The weaknesses that are refuted claims."""
        return tuple(weakness for weakness in self.weaknesses if weakness.verdict in FAILED)


def standing(claim: str, ledger: Ledger, judged: Mapping[str, Judgement]) -> Standing:
    """The standing of a judged claim; all its ancestors must be judged."""
    related = ledger.ancestors(claim)
    weaknesses = []
    for ancestor in sorted(related):
        verdict = judged[ancestor].verdict
        if verdict is Verdict.PROVED:
            continue
        repair = ledger[ancestor].repaired_by
        users = [c for c in (claim, *related) if ancestor in ledger[c].uses]
        carried = (
            verdict in FAILED
            and repair in judged
            and judged[repair].verdict in HOLDING
            and all(repair in ledger[user].uses for user in users)
        )
        weaknesses.append(Weakness(ancestor, verdict, repair, carried))
    proved = judged[claim].verdict is Verdict.PROVED
    return Standing(proved and all(w.carried for w in weaknesses), tuple(weaknesses))
