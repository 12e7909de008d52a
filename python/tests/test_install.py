"""Installation by pip, and where the installed package finds the library."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
LIBRARY = os.environ["SPARLAB_LIBRARY"]
SHOW = "import sparlab; print(sparlab.library().path)"


def python(code, folder, **environment):
    kept = {key: value for key, value in os.environ.items() if key != "SPARLAB_LIBRARY"}
    kept.update(PYTHONPATH=str(folder), PATH="/usr/bin:/bin", **environment)
    kept.pop("LD_LIBRARY_PATH", None)
    return subprocess.run([sys.executable, "-c", code], env=kept, cwd="/", text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)


class Installation(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def clone(self):
        """A clone with a built library, in which pip may write."""
        root = self.scratch / "clone with blanks"
        shutil.copytree(PACKAGE, root / "python", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
        header = root / "api/include/sparlab/sparlab.h"
        header.parent.mkdir(parents=True)
        header.touch()
        built = root / "build/release/api"
        built.mkdir(parents=True)
        (built / "libsparlab.so.0").symlink_to(LIBRARY)
        return root

    def test_pip_installs_without_network_or_compiler(self):
        root, target = self.clone(), self.scratch / "target"
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation",
                        "--no-deps", "--disable-pip-version-check", "--target", str(target), str(root / "python")],
                       env={**os.environ, "CC": "false", "CXX": "false"}, stdin=subprocess.DEVNULL, check=True)
        self.assertTrue((target / "sparlab/torch/buckets.py").is_file())
        self.assertTrue((target / "sparlab/py.typed").is_file())
        found = python(SHOW, target)
        self.assertEqual(found.stdout.strip(), str(root / "build/release/api/libsparlab.so.0"), found.stderr)

    def test_the_variable_comes_first(self):
        found = python(SHOW, self.clone() / "python", SPARLAB_LIBRARY=LIBRARY)
        self.assertEqual(found.stdout.strip(), LIBRARY, found.stderr)
        found = python(SHOW, self.clone_of_nothing(), SPARLAB_LIBRARY="/absent/libsparlab.so.0")
        self.assertRegex(found.stderr, "LibraryError: /absent/libsparlab.so.0 cannot be loaded")

    def clone_of_nothing(self):
        """The package alone."""
        shutil.copytree(PACKAGE / "sparlab", self.scratch / "alone/sparlab")
        return self.scratch / "alone"

    def test_a_missing_library_is_an_error_that_lists_what_was_tried(self):
        found = python(SHOW, self.clone_of_nothing())
        for part in ("LibraryError: libsparlab.so.0 was not found", "SPARLAB_LIBRARY: not set", "no such file",
                     "the loader's path: ", "--target sparlab_api"):
            self.assertIn(part, found.stderr)

    def test_records_and_predictions_need_no_mpi(self):
        found = python("import sparlab, sys; sparlab.predict; print('mpi4py' in sys.modules)", PACKAGE)
        self.assertEqual(found.stdout.strip(), "False", found.stderr)
