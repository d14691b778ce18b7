"""The rows that a filter lets through, the same everywhere (`FilteredScanOperation.swift` has it too)."""
import numpy as np


def shares(count):
    """Where each row falls between 0 and 1, by multiplicative hashing: those below a share are let through by its filter."""
    return (np.arange(count, dtype=np.uint64) * 2654435761 % 2**32) / 2**32
