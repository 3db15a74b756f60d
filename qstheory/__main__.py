"""`python -m qstheory` is the command `qstheory`."""

import sys

from qstheory.cli import main

if __name__ == "__main__":
    sys.exit(main())
