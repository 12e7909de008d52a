"""The program's verbs from Python."""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

import sparlab
from sparlab import program

POINT = {"P": 16, "N": "1M", "density": "0.1%", "platform": "piz-daint"}


def printed(*arguments):
    return json.loads(subprocess.run([os.environ["SPARLAB_PROGRAM"], *arguments, "--format", "json"], check=True,
                                     stdout=subprocess.PIPE).stdout)


class Options(unittest.TestCase):
    def test_keywords_are_the_programs_options(self):
        options = {"P": [2, 4], "density": 0.001, "accept_doubtful": True, "seed": None, "in_": "P", "fresh": False,
                   "output": pathlib.Path("a b"), "input": {"kind": "zipf"},
                   "set": {"input.exponent": 1.2, "name": "x"}}
        self.assertEqual(list(program.arguments_of(options)),
                         ["-P", "2,4", "--density=0.001", "--accept-doubtful", "--in=P", "--output=a b",
                          '--input={"kind": "zipf"}', "--set=input.exponent=1.2", "--set=name=x"])

    def test_nothing_is_read_by_a_shell(self):
        with self.assertRaisesRegex(sparlab.ProgramError, r"\$\(touch here\)"):
            sparlab.predict("$(touch here)", **POINT)


class Answers(unittest.TestCase):
    def test_predictions_are_what_the_program_prints(self):
        expected = printed("predict", "-a", "oktopk(tau=16)", "-P", "16", "-N", "1M", "--density", "0.1%", "--platform",
                           "piz-daint", "--set", "input.exponent=1.2", "--input", "zipf")
        self.assertEqual(sparlab.predict("oktopk(tau=16)", **POINT, input="zipf", set={"input.exponent": 1.2}),
                         expected)

    def test_advice_names_the_fastest_of_the_algorithms_asked_for(self):
        answer = sparlab.advise(**POINT, algorithms=["dense_ring", "ssar_split_allgather"])
        self.assertEqual(answer["use"], "ssar_split_allgather")
        self.assertEqual({one["algorithm"] for one in answer["algorithms"]}, {"dense_ring", "ssar_split_allgather"})

    def test_crossovers_are_found_on_an_axis(self):
        options = {key: value for key, value in POINT.items() if key != "density"}
        expected = printed("crossover", "sparse", "dense", "--in", "density", "-P", "16", "-N", "1M", "--platform",
                           "piz-daint")
        self.assertEqual(sparlab.crossover("sparse", "dense", in_="density", **options), expected)

    def test_errors_have_the_programs_message(self):
        with self.assertRaisesRegex(sparlab.ProgramError, "piz-daynt") as caught:
            sparlab.predict("dense_ring", **{**POINT, "platform": "piz-daynt"})
        self.assertEqual((caught.exception.code, caught.exception.details["suggestion"]), (2, "piz-daint"))
        with self.assertRaisesRegex(sparlab.ProgramError, "--colour"):
            sparlab.advise(**POINT, colour="red")

    def test_a_missing_program_is_an_error(self):
        with mock.patch.dict(os.environ, SPARLAB_PROGRAM="/absent/sparlab"), \
             self.assertRaisesRegex(sparlab.ProgramError, "/absent/sparlab cannot be started: No such file"):
            sparlab.advise(**POINT)


class Records(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name) / "results"

    def run_quick(self, **options):
        with contextlib.redirect_stderr(io.StringIO()):
            return sparlab.run(P=[2, 4], N="1k", density=0.01, engines="model,loggp",
                               algorithms=["dense_ring", "oktopk"], output=self.folder, **options)

    def test_a_run_returns_its_records_and_stores_them(self):
        frame = self.run_quick()
        self.assertEqual(len(frame), 8)
        self.assertEqual(set(frame["engine"]), {"model", "loggp"})
        self.assertTrue((frame["time_s"] > 0).all())
        self.assertEqual(set(frame["N"]), {1000})
        stored = sparlab.records(self.folder)
        key = ["engine", "algorithm", "P"]
        left, right = (one.sort_values(key)[[*key, "time_s", "messages", "check.status"]].reset_index(drop=True)
                       for one in (frame, stored))
        self.assertTrue(left.equals(right))

    def test_points_without_a_record_are_an_error_that_has_the_others(self):
        partial = self.folder.with_name("partial")
        partial.write_text('#!/bin/sh\n"$REAL" "$@"\necho "sparlab: 1 point failed" >&2\nexit 3\n', encoding="ascii")
        partial.chmod(0o755)
        with mock.patch.dict(os.environ, REAL=os.environ["SPARLAB_PROGRAM"], SPARLAB_PROGRAM=str(partial)), \
             self.assertRaisesRegex(sparlab.ProgramError, "1 point failed") as caught:
            self.run_quick()
        self.assertEqual((caught.exception.code, len(caught.exception.records)), (3, 8))

    def test_a_folder_without_records_is_refused(self):
        with self.assertRaisesRegex(sparlab.ProgramError, "results"):
            sparlab.records(self.folder)
        with self.assertRaisesRegex(ValueError, "dry_run"):
            sparlab.run(dry_run=True)
