#!/usr/bin/env python3
# test_text.py: list, record, steps, info, help, bad input and Ctrl+C.
import csv
import io
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
from driver import PATIENCE_S, PROGRAM, SANITIZED, Driver  # noqa: E402

COMMANDS = ["list", "record", "steps", "export", "info", "bench", "experiment", "trace", "network"]
EXAMPLE = [3, 7, 4, 8, 6, 2, 1, 5]
# Michalainas and Charisi 2025: (level, distance), keys after the layer, exchanges in it.
EXAMPLE_STEPS = [
    ((2, 1), [3, 7, 8, 4, 2, 6, 5, 1], 3), ((4, 2), [3, 4, 8, 7, 5, 6, 2, 1], 2),
    ((4, 1), [3, 4, 7, 8, 6, 5, 2, 1], 2), ((8, 4), [3, 4, 2, 1, 6, 5, 7, 8], 2),
    ((8, 2), [2, 1, 3, 4, 6, 5, 7, 8], 2), ((8, 1), [1, 2, 3, 4, 5, 6, 7, 8], 2)]


def without_keys(header):
    """Steps that begin later than with the first tell no input."""
    return {name: value for name, value in header.items() if name not in ("keys", "places")}


class Experiment(Driver):
    def test_values_stand_beside_the_thesis(self):
        stdout, _ = self.run_program("experiment", "cpu-cuda", "--sizes", "2^8", "--reps", 2, "--csv", "a.csv")
        self.assertIn("[24,271]", stdout)  # table 4.2
        with open(self.folder / "a.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        ours = [row for row in rows if row["series"] == "cpu-perfect"]
        self.assertEqual([(row["x"], row["samples"], row["origin"]) for row in ours], [("256", "2", "measured")])
        self.assertIn(("thesis-cpu", "65536", "1277"), [(r["series"], r["x"], r["median"]) for r in rows])

    def test_the_list_names_each(self):
        stdout, _ = self.run_program("experiment")
        for row in json.loads(self.run_program("list", "experiments", "--json")[0]):
            self.assertIn(f"  {row['id']} ", stdout)

    def test_stopping_prints_what_there_is(self):
        process = self.start("experiment", "misplaced", "--reps", 100, "--csv", "a.csv")
        self.worked(process, 1.5)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 1, stderr)
        self.assertIn("Stopped: this is what there was until then.", stdout)
        self.assertIn("experiment was stopped", stderr)
        with open(self.folder / "a.csv", encoding="utf-8") as file:
            self.assertGreater(len(list(csv.DictReader(file))), 3)

    def test_bad_usage(self):
        self.refused("experiment", "nothing", code=2, says="planted")
        self.refused("experiment", "complexity", "--sizes", 4, code=2, says="--sizes")
        self.refused("experiment", "planted", "--sizes", "4,x", code=2, says="'x'")
        self.refused("experiment", "reuse", "--sizes", 17, code=2, says="even")


class Help(Driver):
    def examples(self, command):
        stdout, stderr = self.run_program(command, "--help")
        self.assertEqual(stderr, "")
        lines = stdout.split("Examples:\n")[1].splitlines()
        return [line.strip() for line in lines if line.startswith("  sortscope ")]

    def test_every_subcommand_has_help_with_an_example(self):
        stdout, _ = self.run_program("--help")
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", stdout)
            self.assertTrue(self.examples(command))

    def test_help_is_in_words(self):
        general, _ = self.run_program("--help")
        names = re.findall(r"^  ([a-z]+) {2,}\S", general[general.index("\nSubcommands:"):general.index("\nExamples:")],
                           re.MULTILINE)
        self.assertLessEqual(set(COMMANDS), set(names))
        for name in [None, *names]:
            stdout, _ = self.run_program(*([name] if name else []), "--help")
            for line in stdout[:stdout.index("Examples:")].splitlines():
                # What the library calls types and defaults that were given no word, and names of before.
                self.assertNotRegex(line, r"\b(TEXT|FLOAT|INT|UINT|BOOLEAN|ENUM)\b|\{|--types|--recorded", name)

    def test_names_of_before_work(self):
        for now, before in [(["--type", "uint32,float64", "--algorithms", "std-sort", "--sizes", "16"],
                             ["--types", "u32,f64", "--algorithm", "std-sort", "--n", "16"])]:
            tables = []
            for names in (now, before):
                stdout, _ = self.run_program("bench", *names, "--no-keep", "--reps", 1)
                tables.append([line for line in stdout.splitlines() if "uint32" in line or "float64" in line])
            self.assertEqual(len(tables[0]), len(tables[1]))
            self.assertTrue(tables[0])
        for name in ("--recording", "--recorded"):
            self.run_program("trace", "--n", 64, name, "--reps", 1, "-o", "t.json")
            self.assertTrue(json.loads((self.folder / "t.json").read_text())["otherData"]["recorded"])
        for name in ("sorter", "sorts"):
            self.run_program("verify", "--algorithm", "pairwise", "--n", 8, "--as", name)
        self.refused("verify", "--algorithm", "pairwise", "--n", 8, "--as", "quicksort", code=2, says=["quicksort", "halver"])
        self.assertEqual(self.steps("--input", "seed-001", "--n", 16)[0]["keys"],
                         self.steps("--input", "jagged", "--n", 16)[0]["keys"])

    def test_the_examples_work(self):
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "sortscope").symlink_to(PROGRAM)
        self.environment["PATH"] = f"{self.folder}/bin:{self.environment['PATH']}"
        self.file("numbers.csv", "key\n3\n1\n2\n")
        for command in ["list", "info", "experiment", "steps", "export", "record"]:
            for example in self.examples(command):
                if "cuda" in example:
                    continue
                # A small run is drawn quickly; `record` comes last, because its examples replace it.
                if "run.h5" in example and command != "record":
                    self.run_program("record", "--n", "16", "-o", "run.h5")
                if ".mp4" in example:
                    example += " --seconds-per-step 0.1"
                done = subprocess.run(["bash", "-c", example], cwd=self.folder, env=self.environment,
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S)
                self.assertEqual(done.returncode, 0, example + "\n" + done.stderr)

    def test_version(self):
        stdout, _ = self.run_program("--version")
        self.assertRegex(stdout, r"^sortscope \d+\.\d+\.\d+\n$")


class Numbers(Driver):
    # Every option of every command that takes one number, as --help names them.
    def test_numbers_are_decimal(self):
        numbers = re.compile(r"^ +(?:-\w, ?)?(--[a-z-]+) ([A-Z])(?: |$)", re.MULTILINE)
        tried = 0
        for command in ("", "record", "steps", "export", "sheet", "bench", "trace", "experiment", "lesson", "verify",
                        "kernel"):
            words = [command] if command else []
            text = self.run_program(*words, "--help")[0]
            for option, kind in numbers.findall(text):
                for value in ("0x10", "010", "+5", " 5", "5 ", "1e", "nan"):
                    self.refused(*words, f"{option}={value}", code=2, says=option.strip("-"))
                    tried += 1
        self.assertGreater(tried, 7 * 20)


class Pipes(Driver):
    # Opening a pipe to write waits until somebody reads it.
    def test_a_pipe_that_nobody_reads_is_refused(self):
        os.mkfifo(self.folder / "pipe")
        for call in (("--headless", "--n", 8, "--screenshot", "pipe"), ("--headless", "--n", 8, "--log", "pipe"),
                     ("--headless", "--n", 8, "--state-file", "pipe"),
                     ("trace", "--n", 8, "--engine", "cpu", "--reps", 1, "-o", "pipe"),
                     ("record", "--n", 8, "-o", "pipe")):
            with self.subTest(call=call):
                self.refused(*call, code=(1, 2), says="pipe")


class List(Driver):
    def test_json_names_what_the_design_names(self):
        everything = json.loads(self.run_program("list", "--json")[0])
        self.assertEqual(list(everything), ["algorithms", "inputs", "views", "palettes", "engines", "kernels", "presets",
                                            "experiments", "lessons", "formats", "commands"])
        ids = {what: [row["id"] for row in rows] for what, rows in everything.items()}
        self.assertLessEqual({"bitonic", "bitonic-recursive", "bitonic-ascending", "bitonic-merger",
                              "odd-even-merge", "odd-even-transposition", "pairwise"}, set(ids["algorithms"]))
        self.assertLessEqual({"network", "bars", "hypercube", "code"}, set(ids["views"]))
        self.assertEqual(ids["engines"], ["cpu", "cuda"])
        for what, rows in everything.items():
            self.assertEqual(json.loads(self.run_program("list", what, "--json")[0]), rows)
            text, _ = self.run_program("list", what)
            for row in rows:
                self.assertIn(f"  {row['id']} ", text)

    def test_yes_and_no_are_true_and_false(self):
        for what, rows in json.loads(self.run_program("list", "--json")[0]).items():
            for field in {field for row in rows for field in row}:
                values = [row[field] for row in rows if field in row]
                if field != "version" and all(value in (0, 1) for value in values):
                    self.assertEqual({type(value) for value in values}, {bool}, f"{what}: {field}")

    def test_commands_have_their_keys_and_arguments(self):
        rows = {row["id"]: row for row in json.loads(self.run_program("list", "commands", "--json")[0])}
        self.assertEqual(rows["play-pause"]["keys"], ["Space", "K"])
        self.assertEqual(rows["seek"]["arguments"], "LAYER [COMPARATOR]")
        self.assertEqual(rows["seek"]["group"], "Playback")
        self.assertIn("Play or pause. [Space, K]", self.run_program("list", "commands")[0])

    def test_every_input_makes_a_run(self):
        for row in json.loads(self.run_program("list", "inputs", "--json")[0]):
            header = self.steps("--input", row["id"], "--n", 12, "--seed", 3)[0]
            self.assertEqual(header["n"], 12)

    def test_presets_are_runs(self):
        rows = json.loads(self.run_program("list", "presets", "--json")[0])
        ids = [row["id"] for row in rows]
        self.assertLessEqual({f"figure-{i}" for i in range(1, 13)} | {f"theorem-{i}" for i in (1, 2, 3)}
                             | {f"algorithm-{i}" for i in (1, 2, 3)}, set(ids))
        views = [row["id"] for row in json.loads(self.run_program("list", "views", "--json")[0])]
        for row in rows:
            keys = ["--n", row["generated"]] if row["generated"] else ["--keys", row["keys"]]
            more = [word for pair in row["parameters"].items() for word in ("--param", "=".join(pair))]
            self.steps("--algorithm", row["algorithm"], *keys, *more)
            self.assertIn(row["view"], [None, *views])

    def test_presets_open_in_a_window(self):
        for options, code, says in [(["--preset", "figure-99"], 2, "figure-9"),
                                    (["--preset", "figure-9", "--n", "8"], 2, "--n")]:
            self.refused(*options, code=code, says=says)

    def test_unknown_table(self):
        self.refused("list", "colours", code=2, says="algorithms")


class Steps(Driver):
    def test_worked_example(self):
        lines = self.steps("--algorithm", "bitonic", "--keys", "3,7,4,8,6,2,1,5")
        self.assertEqual(lines[0], {"version": 1, "algorithm": "bitonic", "n": 8, "padded_to": 8, "type": "int32",
                                    "order": "ascending", "parameters": {}, "keys": EXAMPLE})
        self.assertEqual(len(lines), 7)
        for number, (line, (label, keys, exchanges)) in enumerate(zip(lines[1:], EXAMPLE_STEPS), 1):
            self.assertEqual(set(line), {"step", "level", "distance", "comparators", "keys"})
            self.assertEqual((line["step"], line["level"], line["distance"]), (number, *label))
            self.assertEqual(line["keys"], keys)
            self.assertEqual(sum(c[2] for c in line["comparators"]), exchanges)

    def test_merger_of_the_sycl_tutorial(self):
        lines = self.steps("--algorithm", "bitonic-merger", "--keys", "3,4,7,8,6,5,2,1")
        bits = ["".join(str(c[2]) for c in line["comparators"]) for line in lines[1:]]
        self.assertEqual(bits, ["0011", "1100", "1010"])

    def test_printed_comparators_explain_the_printed_keys(self):
        for algorithm in json.loads(self.run_program("list", "algorithms", "--json")[0]):
            for order in [[], ["--descending"]]:
                kind = "bitonic" if algorithm["needs_bitonic_input"] else "uniform"
                lines = self.steps("--algorithm", algorithm["id"], "--n", 13, "--input", kind, *order)
                if any("comparators" not in line for line in lines[1:]):
                    continue  # of trees: see Adaptive
                keys = list(lines[0]["keys"])
                self.assertEqual(len(keys), lines[0]["padded_to"])
                for line in lines[1:]:
                    for low, high, exchanged in line["comparators"]:
                        if exchanged:
                            keys[low], keys[high] = keys[high], keys[low]
                        if keys[low] is not None and keys[high] is not None:
                            self.assertLessEqual(keys[low], keys[high])
                    self.assertEqual(line["keys"], keys)
                real = [k for k in keys if k is not None]
                self.assertEqual(real, sorted(real, reverse=bool(order)))
                self.assertEqual(keys, real + [None] * (len(keys) - 13))

    def test_a_recording_prints_what_the_run_prints(self):
        run = ["--algorithm", "pairwise", "--n", 100, "--input", "few-distinct", "--seed", 5, "--type", "int64"]
        self.run_program("record", *run, "-o", "run.h5")
        self.assertEqual(self.steps("run.h5"), self.steps(*run))
        self.assertEqual(self.steps("run.h5", "--from", 3, "--to", 5), [without_keys(self.steps(*run)[0])] + self.steps(*run)[3:6])

    def test_sources_of_keys(self):
        self.file("keys.csv", "value\n5\n-1\n# a comment\n3; 4\n")
        expected = [5, -1, 3, 4]
        self.assertEqual(self.steps("keys.csv")[0]["keys"], expected)
        self.assertEqual(self.steps("-", stdin="5 -1\n3 4")[0]["keys"], expected)
        self.assertEqual(self.steps("--keys=5,-1,3,4")[0]["keys"], expected)
        self.assertEqual(self.steps("--n", "2^5")[0]["n"], 32)

    def test_types(self):
        self.assertEqual(self.steps("--keys=nan,inf,-inf,0.1")[-1]["keys"], ["-inf", 0.1, "inf", "nan"])
        self.assertEqual(self.steps("--keys=nan,inf,-inf,0.1", "--descending")[-1]["keys"],
                         ["inf", 0.1, "-inf", "nan"])
        self.assertEqual(self.steps("--type", "uint64", "--keys=18446744073709551615,1")[-1]["keys"],
                         [1, 18446744073709551615])
        for name in ["int32", "uint32", "int64", "uint64", "float32", "float64"]:
            self.assertEqual(self.steps("--type", name, "--n", 20)[0]["type"], name)

    def test_pairs(self):
        lines = self.steps("--keys", "5,5,3,5,1", "--pairs")
        for line in lines:
            for key, place in zip(line["keys"], line["places"]):
                self.assertEqual(key, None if place is None else lines[0]["keys"][place])

    def test_csv(self):
        text, _ = self.run_program("steps", "--keys", "3,7,4,8,6,2,1,5", "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(len(rows), 24)
        self.assertEqual(sum(int(row["exchanged"]) for row in rows), 13)
        for row in rows:
            self.assertLess(int(row["min_key"]), int(row["max_key"]))

    def test_text(self):
        text, _ = self.run_program("steps", "--keys", "3,7,4,8,6,2,1,5")
        lines = text.splitlines()
        self.assertEqual(len(lines), 2 + 6)
        self.assertTrue(lines[4].startswith("Step 3 is layer 3 of 6, k equals 4, j equals 1: 4 comparators run and 2 "
                                            "exchange. On wires 0 and 1, ascending, 3 and 4 stay. "), lines[4])

    def test_a_reader_that_stops_early(self):
        done = subprocess.run(["bash", "-c", '"$0" steps --n 2^16 --format json | head -c 100 | wc -c', PROGRAM],
                              env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(done.stdout.strip(), "100")
        self.assertEqual(done.stderr, "")

    @unittest.skipIf(SANITIZED, "a sanitizer reserves more addresses")
    def test_large_output_needs_little_memory(self):
        # 105 comparator layers a few MB each: kept whole they would take over 400 MB.
        done = subprocess.run(["bash", "-c", f'ulimit -v 700000; "{PROGRAM}" steps --n 2^17 --engine cpu '
                               '--format json | tail -n 1 | head -c 12'], env=self.environment, capture_output=True,
                              text=True, timeout=PATIENCE_S)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.stdout, '{"step":153,')


class Record(Driver):
    def test_one_is_not_many(self):
        many = re.compile(r"(?<![\d.,])1 (key|wire|layer|comparator|parallel step|comparison|exchange|launch|round)e?s\b")
        for keys, word in (("5", "1 key"), ("5,3", "2 keys")):
            for algorithm in ("bitonic", "adaptive", "odd-even-merge"):
                record = "".join(self.run_program("record", "--algorithm", algorithm, "--keys", keys, "-o", "r.h5"))
                info = "".join(self.run_program("info", "r.h5"))
                self.assertIn(word + ",", record)
                self.assertNotRegex(record, many)
                self.assertNotRegex(info, many)
                (self.folder / "r.h5").unlink()

    def test_messages_are_on_stderr(self):
        stdout, stderr = self.run_program("record", "--n", 16, "-o", "run.h5")
        self.assertEqual(stdout, "")
        self.assertIn("80 comparators in 10 layers", stderr)
        self.assertIn("run.h5", stderr)

    def test_an_output_that_is_not_sorted(self):
        _, stderr = self.run_program("record", "--algorithm", "bitonic-merger", "--keys", "1,5,2,6,3,7,4,8",
                                     "--any-input", "-o", "run.h5", code=1)
        self.assertIn("not sorted", stderr)
        self.assertIn("--input bitonic", stderr)
        self.assertIn("Sorted        no", self.run_program("info", "run.h5")[0])
        self.run_program("record", "--algorithm", "bitonic-merger", "--keys", "3,4,7,8,6,5,2,1", "-o", "ok.h5")

    def test_the_same_call_gives_the_same_run(self):
        for name in ["a.h5", "b.h5"]:
            self.run_program("record", "--n", 500, "--seed", 9, "-o", name)
        self.assertEqual(self.steps("a.h5"), self.steps("b.h5"))

    def test_a_compact_file_makes_the_run_again(self):
        call = ["record", "--n", 300, "--seed", 9, "--type", "float64", "--engine", "cpu", "-o"]
        self.run_program(*call, "whole.h5")
        self.run_program(*call, "compact.h5", "--compact")
        self.assertEqual(self.steps("whole.h5"), self.steps("compact.h5"))
        self.assertLess((self.folder / "compact.h5").stat().st_size, 5000)
        self.assertIn("Sorted        yes", self.run_program("info", "compact.h5")[0])
        whole = (self.folder / "compact.h5").read_bytes()
        for length in range(1, len(whole), len(whole) // 16):
            (self.folder / "cut.h5").write_bytes(whole[:length])
            self.refused("info", "cut.h5", code=2, says="cut.h5")

    def test_failures_leave_the_old_file(self):
        self.run_program("record", "--n", 16, "-o", "run.h5")
        before = (self.folder / "run.h5").read_bytes()
        self.refused("record", "--n", "2^15", "-o", "run.h5", code=1, says="run.h5", before="ulimit -f 8")
        self.assertEqual((self.folder / "run.h5").read_bytes(), before)


class Payload(Driver):
    def test_it_is_kept_and_shown(self):
        self.run_program("record", "--pairs", "--keys", "7,5,7,1", "-o", "run.h5")
        self.assertIn("Payload       each key's place", self.run_program("info", "run.h5")[0])
        self.assertEqual(self.steps("run.h5")[-1]["places"], [3, 1, 2, 0])
        self.assertIn("Their payloads, the places that they came from, are 3, 1, 2, 0.",
                      self.run_program("steps", "run.h5")[0])
        self.run_program("record", "--keys", "7,5,7,1", "-o", "plain.h5")
        self.assertNotIn("Payload", self.run_program("info", "plain.h5")[0])
        self.assertNotIn("places", self.steps("plain.h5")[0])


class Info(Driver):
    def test_program(self):
        stdout, stderr = self.run_program("info")
        for name in ["Sortscope", "Build", "CPU", "CUDA", "OpenGL", "HDF5", "cairo", "ffmpeg", "Settings"]:
            self.assertRegex(stdout, rf"(?m)^{name} +\S")
        self.assertIn(str(self.home), stdout)

    def test_recording(self):
        self.run_program("record", "--algorithm", "odd-even-merge", "--n", 1024, "--descending", "-o", "run.h5")
        stdout, _ = self.run_program("info", "run.h5")
        # Batcher's network for 1024 keys: 55 layers, 24063 comparators.
        self.assertIn("1024 wires, 55 layers, 24063 comparators", stdout)
        for words in ["odd-even-merge", "int32, descending", "uniform, seed 7", "Sorted        yes"]:
            self.assertIn(words, stdout)


class Adaptive(Driver):
    RUN = ["--n", 16, "--seed", 3]

    def test_comparisons_are_lines(self):
        for algorithm, states in [("adaptive", 10), ("adaptive-two-case", 10), ("adaptive-overlapped", 4)]:
            lines = self.steps("--algorithm", algorithm, *self.RUN)
            # 2nm - 4n + m + 4 comparisons; keys after each stage, overlapped after each merge.
            self.assertEqual([line["step"] for line in lines[1:]], list(range(1, 73)))
            self.assertEqual(sum("keys" in line for line in lines[1:]), states)
            self.assertEqual(lines[-1]["keys"], sorted(lines[0]["keys"]))
            order = [[line[k] for k in ("merge", "time", "block", "stage", "instance")] for line in lines[1:]]
            self.assertEqual(order, sorted(order))
            self.assertEqual(set(lines[1]), {"step", "merge", "stage", "time", "block", "instance", "phase", "root",
                                             "extra", "p", "q", "exchanged", "case", "pointers", "comparator", "keys"}
                             - (set() if "keys" in lines[1] else {"keys"}))

    def test_executions_do_the_same(self):
        def contents(algorithm):
            return sorted(tuple(str(line[k]) for k in ("merge", "stage", "phase", "instance", "root", "extra", "p", "q",
                                                       "exchanged", "pointers", "comparator"))
                          for line in self.steps("--algorithm", algorithm, *self.RUN)[1:])
        self.assertEqual(contents("adaptive"), contents("adaptive-overlapped"))

    def test_a_recording_prints_what_the_run_prints(self):
        for algorithm in ["adaptive", "adaptive-two-case", "adaptive-overlapped", "adaptive-merger"]:
            run = ["--algorithm", algorithm, "--n", 100, "--seed", 5, "--type", "float32"]
            self.run_program("record", *run, "-o", "run.h5")
            lines = self.steps(*run)
            self.assertEqual(self.steps("run.h5"), lines)
            self.assertEqual(self.steps("run.h5", "--from", 30, "--to", 50), [without_keys(lines[0])] + lines[30:51])

    def test_csv_and_text(self):
        text, _ = self.run_program("steps", "--algorithm", "adaptive", *self.RUN, "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual([row["p"] for row in rows],
                         [str(line["p"]) for line in self.steps("--algorithm", "adaptive", *self.RUN)[1:]])
        text, _ = self.run_program("steps", "--algorithm", "adaptive", *self.RUN, "--from", 70)
        self.assertIn("72 comparisons", text)
        self.assertNotIn("Step 0 is the input", text)
        self.assertIn("Step 72 is phase 0 of stage 3 in merge 4, instance 7. In root ", text)


class BadInput(Driver):
    def test_usage(self):
        for arguments, says in [
                (["frobnicate"], "frobnicate"), (["steps", "--bogus"], "--bogus"), (["record", "--n", "4"], "--output"),
                (["steps", "--algorithm", "bogosort"], ["bogosort", "odd-even-merge"]),
                (["steps", "--input", "bogus"], ["bogus", "uniform"]), (["steps", "--engine", "fpga"], "cpu, cuda"),
                (["steps", "--kernel", "v9", "--engine", "cpu"], "v9"), (["steps", "--type", "int7"], ["int7", "uint64"]),
                (["steps", "--format", "xml"], "json"), (["steps", "--n", "0"], "'0'"), (["steps", "--n", "-3"], "-3"),
                (["steps", "--n", "many"], "many"), (["steps", "--n", "2^40"], "2^40"), (["steps", "--seed", "x"], "x"),
                (["steps", "--keys", "1", "--n", "4"], ["--n", "--keys"]), (["steps", "--keys="], "keys"),
                (["steps", "--param", "x=3"], ["'x'", "no parameters"]), (["steps", "--param", "x"], "NAME=VALUE"),
                (["steps", "--from", "3", "--to", "2"], "3"), (["steps", "--to", "99"], ["99", "10"]),
                (["steps", "--from", "-1"], "--from"), (["info", "none.h5"], "none.h5")]:
            with self.subTest(arguments):
                self.refused(*arguments, code=2, says=says)

    def test_what_stands_before_a_subcommand_is_not_forgotten(self):
        # Else 16 other keys are recorded in place of these.
        for arguments, says in [(["--keys", "3,1,2", "record", "-o", "a.h5"], "--keys stands before 'record'"),
                                (["--n", "64", "steps"], "--n stands before 'steps'"),
                                (["--headless", "list"], "--headless stands before 'list'"),
                                (["--algorithm", "bogosort", "verify"], "--algorithm stands before 'verify'"),
                                (["none.txt", "steps", "--n", "2"], "'none.txt' stands before 'steps'")]:
            self.refused(*arguments, code=2, says=[says, f"`sortscope {says.split()[-1][1:-1]} --help`"])

    def test_nan_is_in_no_range(self):
        for value in ("nan", "-NaN", "inf"):
            for arguments in (["export", "--n", 8, "-o", "a.png", "--scale"], ["lesson", "1", "-o", "a.png", "--scale"],
                              ["sheet", "--n", 8, "-o", "a.pdf", "--scale"], ["--headless", "--screenshot", "a.png", "--scale"],
                              ["bench", "--algorithms", "std-sort", "--sizes", 16, "--budget"],
                              ["export", "--n", 8, "-o", "a.gif", "--fps"],
                              ["export", "--n", 8, "-o", "a.gif", "--seconds-per-step"],
                              ["verify", "--algorithm", "bitonic", "--as", "halver", "--epsilon"]):
                self.refused(*arguments[:-1], f"{arguments[-1]}={value}", code=2, says=arguments[-1].strip("-"))

    def test_an_empty_value_is_not_passed_over(self):
        # As of "$FILE" where the shell knows no FILE.
        for arguments, says in [(["record", "", "-o", "a.h5"], "an argument is empty"), (["steps", ""], "an argument"),
                                (["trace", "-o", ""], "--output has an empty value"), (["lesson", ""], "an argument"),
                                (["bench", "--algorithms", "std-sort", "--sizes", "16", "--json", ""], "--json has"),
                                (["bench", "--network", ""], "--network has"), (["info", ""], "an argument"),
                                (["--headless", "--screenshot", ""], "--screenshot has"), ([""], "an argument"),
                                (["--headless", "--session", "", "--screenshot", "a.png"], "--session has"),
                                (["--headless", "--do", "", "--screenshot", "a.png"], "--do has")]:
            self.refused(*arguments, code=2, says=says)
        self.run_program("sheet", "--n", 4, "--title", "", "--caption", "", "-o", "a.svg")
        self.run_program("bench", "--list", "--pairs", "--recording")

    def test_keys_that_are_not_bitonic(self):
        for algorithm, sorter in [("bitonic-merger", "bitonic"), ("adaptive-merger", "adaptive")]:
            for keys, says in [("1,5,2,6,3", ["key 4 of 5, which is 6", "first key, 1"]),
                               ("4,6,9,7,3,1,2,3,2,5", ["key 9 of 10, which is 2", "turned twice"]),
                               ("7,5,6,8,7,6,9", ["key 6 of 7, which is 6"])]:
                self.refused("steps", "--algorithm", algorithm, "--keys", keys, code=2,
                             says=[*says, f"--algorithm {sorter}"])
            self.refused("record", "--algorithm", algorithm, "--n", 100, "--input", "uniform", "-o", "a.h5", code=2,
                         says="not bitonic")
            self.assertEqual(list(self.folder.iterdir()), [])
            for keys in ["4,6,9,7,3,1,2,3", "7,5,6,8,7", "1,1,1", "3,2,1,1,2,3", "5"]:
                self.steps("--algorithm", algorithm, "--keys", keys)

    def test_files_of_numbers(self):
        for content, says in [("", "no numbers"), ("\n \n# only words\n", "no numbers"), ("1 2\n3 four\n", ":2:3"),
                              ("1\n2\n3,4,x5\n", ":3:5"), ("1e999\n", ":1:1"), ("\x01\x02", ":1:1")]:
            with self.subTest(content):
                self.file("keys.txt", content)
                self.refused("steps", "keys.txt", code=2, says=["keys.txt", says])
        self.file("keys.txt", "1\n3000000000\n")
        self.refused("steps", "keys.txt", "--type", "int32", code=2, says=["keys.txt:2:1", "int32"])
        self.refused("steps", "--keys=-1", "--type", "uint32", code=2, says="uint32")
        self.refused("steps", "-", stdin="7\nseven", code=2, says="standard input:2:1")

    def test_files_that_cannot_be_read(self):
        self.refused("steps", "none.txt", code=2, says=["none.txt", "No such file"])
        self.refused("steps", ".", code=2, says="directory")
        self.file("secret.txt", "1").chmod(0)
        self.refused("steps", "secret.txt", code=2, says="Permission denied", bound_by_modes=True)

    def test_damaged_recordings(self):
        self.run_program("record", "--n", 1000, "-o", "run.h5")
        whole = (self.folder / "run.h5").read_bytes()
        bad = self.folder / "bad.h5"
        for size in [0, 1, 8, 100, len(whole) // 2, len(whole) - 1]:
            bad.write_bytes(whole[:size])
            self.refused("steps", "bad.h5", code=2, says="bad.h5")
        bad.write_bytes(b"this is no recording, whatever its name says" * 50)
        self.refused("info", "bad.h5", code=2, says="bad.h5")
        for at in range(0, len(whole), len(whole) // 40):
            bad.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1:])
            done = subprocess.run([PROGRAM, "info", bad], env=self.environment, capture_output=True,
                                  text=True, timeout=PATIENCE_S)
            self.assertIn(done.returncode, (0, 2), done.stderr)

    def test_a_recording_takes_no_options_of_runs(self):
        self.run_program("record", "-o", "run.h5")
        self.refused("steps", "run.h5", "--n", "4", code=2, says=["--n", "run.h5"])
        self.refused("steps", "run.h5", "--algorithm", "pairwise", code=2, says="--algorithm")
        self.refused("record", "run.h5", "-o", "b.h5", code=2, says="run.h5")

    def test_places_that_cannot_be_written(self):
        for arguments in [["steps", "--n", "16"], ["list"], ["info"], ["--help"]]:
            done = subprocess.run(["bash", "-c", f'"{PROGRAM}" {shlex.join(arguments)} > /dev/full'],
                                  env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn("No space left", done.stderr)
        (self.folder / "locked").mkdir(mode=0o500)
        self.refused("record", "-o", "locked/run.h5", code=1, says="Permission denied", bound_by_modes=True)


class Interrupt(Driver):
    def test_a_large_run_says_its_size_and_stops(self):
        process = self.start("record", "--n", "2^26", "--engine", "cpu", "-o", "run.h5")
        said = process.stderr.readline()
        self.assertIn("GB", said)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 1, stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_every_phase_has_a_name_and_an_estimate(self):
        terminal, other = pty.openpty()
        process = subprocess.Popen([PROGRAM, "record", "--algorithm", "adaptive", "--n", "2^21", "--engine", "cpu", "-o",
                                    "x.h5"], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=other)
        os.close(other)
        shown = b""
        while b"Wrote" not in shown:
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                break
        process.wait(timeout=PATIENCE_S)
        os.close(terminal)
        lines = shown.decode().split("\r\033[K")
        self.assertTrue(any("following the keys: " in line for line in lines), lines[-20:])
        self.assertFalse(any("100 %" in line for line in lines))

    def test_progress_is_shown_at_a_terminal(self):
        terminal, other = pty.openpty()
        with open(self.folder / "steps.json", "w") as out:
            process = subprocess.Popen([PROGRAM, "steps", "--n", "2^21", "--format", "json"], cwd=self.folder,
                                       env=self.environment, stdin=subprocess.DEVNULL, stdout=out, stderr=other)
        os.close(other)
        shown = b""
        while b" left" not in shown:
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                break
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE_S)
        os.close(terminal)
        self.assertRegex(shown.decode(), r"\d+ %, about \d+ (s|min \d+ s) left")
        self.assertEqual(process.returncode, 1)


if __name__ == "__main__":
    unittest.main()
