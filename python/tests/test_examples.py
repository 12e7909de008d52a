"""The example, the benchmark and the program of docs/python.md run, on few and small steps."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from trace_format import events_of

ROOT = pathlib.Path(__file__).resolve().parents[1]


def printed(script, ranks, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("SPARLAB_DATA", None)
    done = subprocess.run(["mpirun", "-n", str(ranks), sys.executable, str(ROOT / script), *arguments],
                          env=environment, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


class Scripts(unittest.TestCase):
    def test_training_prints_a_line_for_each_method(self):
        table = printed("examples/train.py", 2, "--samples", "512", "--batch", "16", "--epochs", "2",
                        "--warm-up", "4")
        self.assertIn("synthetic", table)
        for method in ("dense", "top-k", "Ok-Topk", "quantized"):
            line = re.search(rf"^{method} +.*?([0-9.]+) % ", table, re.MULTILINE)
            self.assertIsNotNone(line, table)
            self.assertGreater(float(line[1]), 50)

    def test_the_text_is_learnt_and_the_step_is_recorded(self):
        with tempfile.TemporaryDirectory() as folder:
            files = {name: pathlib.Path(folder) / name for name in ("timeline", "workload", "record")}
            table = printed("examples/train.py", 2, "--model", "lstm", "--methods", "gloo,top-k", "--samples", "400",
                            "--batch", "20", "--warm-up", "2", *[f"--{name}={file}" for name, file in files.items()])
            self.assertEqual(len(re.findall(r"(?m)^(?:gloo|top-k) +(?:[2-9][0-9]|100)\.", table)), 2, table)
            self.assertEqual(files["record"].read_bytes()[:4], b"TKG1")
            self.assertEqual(sum(one["parameters"] for one in json.loads(files["workload"].read_text())["layers"]), 162280)
            events = events_of(files["timeline"].read_text())
            exchanges = [one for one in events if one.get("cat") == "exchange"]
            self.assertGreaterEqual(len(exchanges), 3)
            tracks = {one["args"]["name"] for one in events if one["name"] == "thread_name"}
            self.assertLessEqual({"computation", "exchanges 1"}, tracks)
            others = tracks - {"computation"}  # exchanges overlap if the machine is slow
            self.assertEqual(others, {f"exchanges {number}" for number in range(1, len(others) + 1)})

    def test_the_benchmark_prints_a_line_for_each_density(self):
        table = printed("bench/gloo.py", 2, "--universe", "2^12", "--densities", "0.1%,1%", "--repetitions", "3")
        for density in ("0.1 %", "1 %"):
            self.assertRegex(table, rf"(?m)^ *{re.escape(density)} .*[0-9]")

    def test_the_hook_is_compared_with_a_bare_call(self):
        table = printed("bench/hook.py", 2, "--size", "2^12", "--repetitions", "3", "--algorithms", "oktopk(k=1%)")
        self.assertRegex(table, r"(?m)^ *[0-9.]+ ms +[0-9.]+ ms +[-+][0-9.]+ % +[0-9.]+ ms +[-+][0-9.]+ % *oktopk\(k=1%\)$")

    def test_the_program_of_the_document_runs(self):
        text = (ROOT.parent / "docs/python.md").read_text(encoding="utf-8")
        shown = re.search(r"<!-- file: train.py -->\n```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[1]
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "train.py"
            script.write_text(shown.replace("range(100)", "range(25)"), encoding="utf-8")
            printed(script, 2)
