"""The package's own errors. Every message is one sentence that says what to do.

What is said of a value that was handed in is a ValueError as well, as Python and scikit-learn have
it.
"""


class QstheoryError(Exception):
    """Base of all errors that the package raises on purpose; commands turn it into exit code 2."""


class InvalidParameter(QstheoryError, ValueError):
    """A loss, command or function was given a parameter outside its domain."""


class UnknownLoss(QstheoryError, ValueError):
    """No built-in family has this name."""


class UndefinedLoss(QstheoryError, ValueError):
    """The definition reads 0/0 somewhere and the policy is `raise`."""


class IrrationalEntry(QstheoryError, ValueError):
    """An exact rational was asked for where a loss has an irrational entry or feature."""


class TooLarge(QstheoryError, ValueError):
    """The request would enumerate or allocate more than is sensible."""


class TimeOver(TooLarge):
    """The time that was given is over."""


class UnreadableInput(QstheoryError, ValueError):
    """A file or object of the user cannot be read as a loss, data set or claim."""


class UnwritableOutput(QstheoryError):
    """An output cannot be written. No ValueError: argparse would say something else instead."""


class UnreadableCertificate(QstheoryError):
    """A certificate file is not in the documented format; commands exit with code 2."""


class NotApplicable(QstheoryError, ValueError):
    """A surrogate is not defined for this loss."""


class Undecided(QstheoryError):
    """No certificate was found although the question has an answer."""


class DuplicateName(QstheoryError, ValueError):
    """Two losses, claims or decoders claim the same name."""


class MissingExtra(QstheoryError, ImportError):
    """A part of the package needs a library that one of its extras installs."""


class WorkerLost(QstheoryError):
    """A worker process or a scheduler was lost; what was finished is kept. Commands exit with 4."""


class MissingProgram(QstheoryError):
    """A program that the package does not install is needed and not there."""
