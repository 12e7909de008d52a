"""Runs the tests of a module of this folder: run.py MODULE. Under mpirun, a failure on one rank ends all ranks,
which would wait for it."""

import pathlib
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent

sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]


def main():
    suite = unittest.defaultTestLoader.loadTestsFromName(sys.argv[1])
    result = unittest.TextTestRunner(failfast=True, verbosity=2).run(suite)
    if result.wasSuccessful() and result.testsRun > 0:
        return
    if "mpi4py.MPI" in sys.modules:
        sys.stderr.flush()
        sys.modules["mpi4py.MPI"].COMM_WORLD.Abort(1)
    sys.exit(1)


if __name__ == "__main__":
    main()
