"""The JSON Schemas of what the report writes, derived from the records, by format.

A format is "name/version"; a change that readers would notice gets a new version. The schema of
certificate files is derived from the propositions: `qstheory.certify.schema`.
"""

from typing import Any

from qstheory.certify.bundle import FORMAT as CERTIFICATES
from qstheory.certify.schema import schema as certificate_schema
from qstheory.learn.experiments.protocols import ProtocolsRecord
from qstheory.learn.experiments.tables import Table2Record
from qstheory.report.calibration_records import CalibrationRecord
from qstheory.report.claim_records import ClaimRecord, LedgerRecord
from qstheory.report.consistency_records import ConsistencyRecord
from qstheory.report.constant_records import ConstantRecord
from qstheory.report.design_records import DesignRecord
from qstheory.report.embedding_records import EmbeddingRecord
from qstheory.report.noise_path import PathRecord
from qstheory.report.noise_records import NoiseRecord
from qstheory.report.pages.curves import CurvesRecord
from qstheory.report.simplex_records import SimplexRecord
from qstheory.report.simulation_summary import SummaryRecord
from qstheory.report.table1_formats import Table1Record
from qstheory.simulate.records import StudyRecord
from qstheory.theory.dossier_record import DossierFile
from qstheory.work.records import schema

SUFFIX = ".schema.json"
RECORDS = (
    CalibrationRecord,
    ClaimRecord,
    ConsistencyRecord,
    ConstantRecord,
    CurvesRecord,
    DesignRecord,
    DossierFile,
    EmbeddingRecord,
    LedgerRecord,
    NoiseRecord,
    PathRecord,
    SimplexRecord,
    StudyRecord,
    SummaryRecord,
    Table1Record,
    Table2Record,
    ProtocolsRecord,
)


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its format.

    >>> sorted(schemas())[-3:]
    ['qstheory-simulation/1', 'qstheory-table1/2', 'qstheory-table2/2']
    """
    derived = {record.FORMAT: schema(record) for record in RECORDS}
    return {CERTIFICATES: certificate_schema()} | derived


def schema_file(record_format: str) -> str:
    """The file name under which a schema is published.

    >>> schema_file("qstheory-dossier/1")
    'qstheory-dossier-1.schema.json'
    """
    return record_format.replace("/", "-") + SUFFIX
