"""The paper's Table 2 again: protocol, methods, records, tables."""
