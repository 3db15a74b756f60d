"""The version of the package; part of the key under which finished verdicts are stored."""

VERSION = "0.1.0"
