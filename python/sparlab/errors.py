"""The errors of this package. Each status of sparlab.h is a class."""

from __future__ import annotations

from typing import Any, Mapping, Optional


class SparlabError(RuntimeError):
    """Any error of libsparlab or of the program, with its text."""


class LibraryError(SparlabError):
    """libsparlab was not found, or uses another MPI library than mpi4py."""


class InvalidArgumentError(SparlabError, ValueError):
    """SPARLAB_INVALID_ARGUMENT. Nothing was sent: the call may be repeated, for which other ranks wait."""


class UnknownAlgorithmError(SparlabError, ValueError):
    """SPARLAB_UNKNOWN_ALGORITHM. The text lists the names."""


class OutOfMemoryError(SparlabError, MemoryError):
    """SPARLAB_OUT_OF_MEMORY."""


class FailedError(SparlabError):
    """SPARLAB_FAILED: an error of MPI or in a received message. The operation can only be closed."""


class MismatchError(SparlabError):
    """SPARLAB_MISMATCH: the ranks differ. All ranks get this error, and a text that lists how."""


class ProgramError(SparlabError):
    """The program was not found, or ended with an error.

    Attributes
    ----------
    code : int or None
        The exit code: 1 a result is wrong, 2 usage, 3 points have no record, 4 the machine lacks something.
    details : dict
        What the program says of the error: `kind`, and where they apply `file`, `json_path`, `value`,
        `accepted` and `suggestion`.
    records : pandas.DataFrame or None
        Of `sparlab.run`: the records of the points that ran.
    """

    def __init__(self, message: str, code: Optional[int] = None, details: Optional[Mapping[str, Any]] = None):
        super().__init__(message)
        self.code = code
        self.details = dict(details or {})
        self.records = None


_OF_STATUS = {1: InvalidArgumentError, 2: UnknownAlgorithmError, 3: OutOfMemoryError, 4: FailedError,
              5: MismatchError}


def error_of(status: int, message: str) -> SparlabError:
    """The exception for a status of sparlab.h other than SPARLAB_OK."""
    return _OF_STATUS.get(status, SparlabError)(message)
