"""The parameter `entry` of a loss that is given by a formula."""

from collections.abc import Mapping

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.losses.base import Parameter, ParameterValue
from qstheory.losses.formula.reader import read_formula
from qstheory.losses.formula.terms import names, written


def entry(variables: Mapping[str, str], example: str) -> Parameter:
    """A formula in variables of these names and meanings, kept with all its brackets."""
    meant = ", ".join(f"{name} = {meaning}" for name, meaning in variables.items())

    def parse(value: object) -> ParameterValue:
        try:
            term = read_formula(str(value))
        except UnreadableInput as error:
            raise InvalidParameter(str(error)) from None
        for name in names(term):
            if name not in variables:
                raise InvalidParameter(
                    f"The formula has {name!r}, which is none of {meant}; give a parameter its"
                    " value."
                )
        return written(term)

    return Parameter("entry", f"a formula in {meant}, such as {example}", parse)
