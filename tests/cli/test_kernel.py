#!/usr/bin/env python3
# test_kernel.py: `sortscope kernel`: the corpus of right, wrong and hostile files against its table, and the command itself.
import json
import os
import shutil
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from driver import SANITIZED, Driver  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = ("file", "call", "sorted", "verdict", "kind", "lines", "equals", "base")
VERDICTS = {True: "network", False: "adaptive", None: "-"}
# What may be seen by others if a file did what it should not.
OUTSIDE = [Path("/var/tmp/sortscope-hostile-file"), Path("/tmp/sortscope-hostile-file")]


def rows():
    for line in (ROOT / "tests/own_kernels/expectations.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            yield dict(zip(COLUMNS, (cell.strip() for cell in line.split("|"))))


def left_in_system():
    """What outlives a process: its kinds of System V, and what has names in /dev. Of this machine, which others use too:
    only what appears with a name of ours, or of nobody's process."""
    left = set()
    for kind in ("shm", "msg", "sem"):
        table = Path("/proc/sysvipc") / kind
        left |= {(kind, line.split()[1]) for line in table.read_text().splitlines()[1:]} if table.exists() else set()
    for folder in ("/dev/shm", "/dev/mqueue"):
        left |= {str(path) for path in Path(folder).glob("*sortscope*")}
    return left


def running_in(folder):
    """Processes whose program lies in a folder, there or not any more."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            program = str((process / "exe").readlink())
        except OSError:
            continue
        if program.startswith(str(folder)):
            found.append(program)
    return found


def line_of(text, name):
    """Where a hostile file has it."""
    lines = (ROOT / f"tests/own_kernels/hostile/{name}.cu").read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def path_of(name):
    return ROOT / ("assets/own_kernels" if name.startswith("starts/") else "tests/own_kernels") / name


class Kernels(Driver):
    def kernel(self, path, *options):
        """The report, and the exit code."""
        process = self.start("kernel", path, *options, "--way", "cpu", "--json")
        stdout, stderr = process.communicate(timeout=600)
        self.assertTrue(stdout, f"{path}: {stderr}")
        return json.loads(stdout), process.returncode

    def check(self, row):
        # Only what never ends is ended by the limit: a busy machine may take its time.
        limit = 5 if row["kind"] == "timeout" else 300
        report, code = self.kernel(path_of(row["file"]), *row["call"].split(), "--limit", limit)
        told = f"{row['file']} {row['call']}: {json.dumps(report['findings'])} {report['adaptive']} {report['messages']}"
        self.assertTrue(report["compiled"], told)
        if row["sorted"] != "-":
            self.assertEqual(report["sorted"], row["sorted"] == "yes", told)
        if row["verdict"] != "-":
            self.assertEqual(VERDICTS[report["network"]], row["verdict"], told)
        wrong = [f for f in report["findings"] if f["severity"] == "wrong"]
        if row["kind"] != "-":
            lines = [str(f["line"]) for f in report["findings"] if f["kind"] == row["kind"]]
            self.assertTrue(lines, told)
            if row["lines"] not in ("", "-"):
                self.assertTrue(set(lines) & set(row["lines"].split(",")), told)
        elif row["sorted"] == "yes":
            self.assertEqual(wrong, [], told)
        if row["equals"] != "-":
            self.assertEqual(report["equals"], row["equals"], told)
            self.assertEqual(report["proved"], "all inputs", told)
        # Not known whether it is a network, or not proved of one: nobody has decided it.
        decided = report["network"] is False or report["proved"] == "all inputs"
        self.assertEqual(code, 1 if wrong or not report["sorted"] else 0 if decided else 3, told)
        self.assertEqual(report["undecided"] is not None, code == 3, told)

    def check_all(self, folder):
        checked = 0
        for row in rows():
            if not row["file"].startswith(folder):
                continue
            with self.subTest(row["file"] + " " + row["call"]):
                self.check(row)
                checked += 1
        self.assertGreater(checked, 5)


class Starts(Kernels):
    def test_what_a_file_may_begin_with(self):
        self.check_all("starts/")

    def test_new_prints_it(self):
        for path in sorted((ROOT / "assets/own_kernels/starts").glob("*.cu")):
            stdout, _ = self.run_program("kernel", "--new", path.stem)
            self.assertEqual(stdout, path.read_text())
        self.refused("kernel", "--new", "v9", code=2, says=["v9", "double-buffered"])


class Right(Kernels):
    def test_right_kernels_have_no_mistakes(self):
        self.check_all("right/")


class Wrong(Kernels):
    def test_planted_mistakes_are_found_on_their_line(self):
        self.check_all("wrong/")


class Hostile(Kernels):
    def test_hostile_files_end_as_a_sentence(self):
        for path in OUTSIDE:
            path.unlink(missing_ok=True)
        before = left_in_system()
        temporary = self.folder / "temporary"
        temporary.mkdir()
        self.environment["TMPDIR"] = str(temporary)
        self.check_all("hostile/")
        for path in OUTSIDE:
            self.assertFalse(path.exists(), path)
        # No process, no memory, queue or semaphore of the system, and no file is left of any of them.
        self.assertEqual(list(temporary.iterdir()), [])
        self.assertEqual(running_in(temporary), [])
        self.assertEqual(left_in_system() - before, set())

    def test_hostile_files_are_told_in_words(self):
        for name, word in (("fills_the_disk", "writes more than"), ("leaves_many_files", "1000 files"),
                           ("other_doors", f"Line {line_of('abort();', 'other_doors')}")):
            report, code = self.kernel(ROOT / f"tests/own_kernels/hostile/{name}.cu", "--n", 8, "--limit", 300)
            texts = [f["text"] for f in report["findings"] if f["severity"] == "wrong"]
            self.assertTrue(any(word in text and text.endswith(".") for text in texts), texts)
            self.assertEqual(code, 1)

    def test_without_landlock_nothing_is_written_either(self):
        for path in OUTSIDE:
            path.unlink(missing_ok=True)
        self.environment["SORTSCOPE_LANDLOCK"] = "off"
        row = next(row for row in rows() if row["file"] == "hostile/writes_outside.cu")
        self.check(row)
        for path in OUTSIDE:
            self.assertFalse(path.exists(), path)
        self.assertEqual(self.kernel(ROOT / "assets/own_kernels/starts/v2.cu", "--n", 64)[1], 0)

    def test_what_does_not_compile_names_its_line(self):
        report, code = self.kernel(ROOT / "tests/own_kernels/hostile/does_not_compile.cu")
        self.assertEqual([code, report["compiled"]], [2, False])
        self.assertEqual(report["messages"][0]["line"], 5)


class Told(Kernels):
    def start_file(self, name="v0", to="my_sort.cu"):
        shutil.copy(ROOT / f"assets/own_kernels/starts/{name}.cu", self.folder / to)
        return to

    def test_counts_are_those_of_the_closed_form(self):
        report, code = self.kernel(self.start_file(), "--n", 256)
        # log n (log n + 1) / 2 layers of n / 2 comparators, a launch each.
        self.assertEqual([code, report["layers"], report["launches"], report["comparators"], report["comparisons"]],
                         [0, 36, 36, 36 * 128, 36 * 128])
        lines = {line["line"]: line for line in report["lines"]}
        self.assertEqual(sum(line["comparisons"] for line in lines.values()), 36 * 128)
        # What is compared is read from memory, and stays in registers for the exchange.
        self.assertEqual(sum(line["global_reads"] for line in lines.values()), 2 * 36 * 128)

    def test_that_keys_are_few_is_no_finding(self):
        for start in ("v0", "v1", "v2", "block", "warp", "double-buffered"):
            report, _ = self.kernel(self.start_file(start), "--n", 16)
            self.assertEqual(report["findings"], [], start)
        for path in ("wrong/slow_uncoalesced.cu", "wrong/slow_bank_conflicts.cu", "right/merge_by_coranks.cu"):
            report, _ = self.kernel(ROOT / "tests/own_kernels" / path, "--n", 32)
            self.assertEqual(report["findings"], [], path)
        # With many keys V0 has more launches than needed, and says so.
        report, _ = self.kernel(self.start_file("v0"), "--n", 2048)
        self.assertIn("launches", {f["kind"] for f in report["findings"]})

    def test_the_first_comparator_that_differs_is_named(self):
        self.file("my_sort.cu", """
__global__ void pairs(Key* a, unsigned n, unsigned first) {
  unsigned i = 2 * threadIdx.x + first;
  if (i + 1 < n && a[i] > a[i + 1]) {
    Key t = a[i];
    a[i] = a[i + 1];
    a[i + 1] = t;
  }
}
void sort(Key* keys, unsigned n) {
  for (unsigned r = 0; r < n; ++r) pairs<<<1, 512>>>(keys, n, r % 2);
}
""")
        report, code = self.kernel("my_sort.cu", "--n", 4, "--against", "bitonic")
        self.assertEqual([code, report["network"], report["equals"]], [0, True, "odd-even-transposition"])
        # bitonic on four wires begins with 0-1 and 3-2, its smaller key on the lower wire.
        self.assertEqual(report["first_difference"], {"layer": 1, "is": [2, 3], "should": [3, 2]})

    def test_what_does_not_sort_is_refuted(self):
        self.file("my_sort.cu", """
__global__ void once(Key* a) {
  if (a[0] > a[1]) { Key t = a[0]; a[0] = a[1]; a[1] = t; }
}
void sort(Key* keys, unsigned n) { if (n > 1) once<<<1, 1>>>(keys); }
""")
        report, code = self.kernel("my_sort.cu", "--n", 3)
        self.assertEqual([code, report["sorted"], report["proved"]], [1, False, None])
        keys = report["counterexample"]
        first = sorted(keys[:2]) + keys[2:]
        self.assertNotEqual(first, sorted(keys))

    def test_the_network_is_recorded(self):
        name = self.start_file("v2")
        _, stderr = self.run_program("kernel", name, "--keys", "3,7,4,8,6,2,1,5", "-o", "run.h5")
        self.assertIn("Wrote run.h5", stderr)
        ours = self.steps("run.h5")
        bitonic = self.steps("--algorithm", "bitonic", "--keys", "3,7,4,8,6,2,1,5")
        self.assertEqual([line["keys"] for line in ours[1:]], [line["keys"] for line in bitonic[1:]])

    def test_a_wide_network_of_no_table_is_proved(self):
        # A bitonic sort of any length, then one comparator again: more than 64 wires, of no algorithm.
        source = """
__global__ void layer(Key* keys, unsigned n, unsigned k, unsigned j) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned other = j == k / 2 ? i ^ (k - 1) : i ^ j;
  if (other <= i || other >= n) return;
  if (keys[other] < keys[i]) {
    Key kept = keys[i];
    keys[i] = keys[other];
    keys[other] = kept;
  }
}
__global__ void once_more(Key* keys, unsigned n, unsigned a, unsigned b) {
  if (threadIdx.x == 0 && b < n && keys[b] < keys[a]) {
    Key kept = keys[a];
    keys[a] = keys[b];
    keys[b] = kept;
  }
}
void sort(Key* keys, unsigned n) {
  for (unsigned k = 2; k < 2 * n; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      layer<<<(n + 63) / 64, 64>>>(keys, n, k, j);
    }
  once_more<<<1, 32>>>(keys, n, 0, 1);
  cudaDeviceSynchronize();
}
"""
        self.file("again.cu", source)
        report, _ = self.kernel("again.cu", "--n", 256)
        self.assertEqual((report["sorted"], report["network"], report["equals"], report["proved"]), (True, True, None, "all inputs"))
        self.assertIn("by merging sorted runs (Knuth, TAOCP 3, section 5.3.4)", report["proof"])
        self.assertIsNone(report["undecided"])

    def test_what_does_not_fit_is_followed_in_some_blocks(self):
        n = 2500
        report, code = self.kernel(ROOT / "tests/own_kernels/right/rank_sort.cu", "--n", n, "--limit", 300)
        self.assertEqual((report["sorted"], code), (True, 3))
        self.assertIn("whether it is a network", report["undecided"])
        self.assertEqual([f for f in report["findings"] if f["severity"] == "wrong" or f["kind"] == "idle"], [])
        notes = [note for note in report["notes"] if "one in" in note]
        self.assertEqual(len(notes), 1, report["notes"])
        # n x n pairs by blocks of 16 x 8: one in so many of them, each pair compared once or twice.
        stride = int(notes[0].split("one in ")[1].split()[0])
        self.assertGreater(report["comparisons"], n * n // stride // 2)
        self.assertLess(report["comparisons"], 3 * n * n // stride)
        # Of fewer keys it is known: all pairs are compared, and where keys go follows from many of them.
        self.assertEqual((report["network"], report["smaller"]), (None, {"n": 64, "network": False, "equals": None}))

    def test_more_keys_fit_without_values(self):
        # 1400 x 1400 pairs, half of them compared twice, fit; with values beside each they do not.
        report, code = self.kernel(ROOT / "tests/own_kernels/right/textbook_rank_sort.cu", "--n", 1400, "--limit", 300)
        self.assertEqual((code, report["sorted"], report["network"], report["smaller"]), (0, True, False, None), report["notes"])
        self.assertTrue(any("What variables held" in note for note in report["notes"]), report["notes"])
        self.assertGreater(report["comparisons"], 1400 * 1400)

    def test_what_one_block_does_is_cut_where_it_does_not_fit(self):
        # Two launches of a block each take half of 4096 phases of 2048 comparisons: more than 256 MB.
        path = ROOT / "tests/own_kernels/right/textbook_streams.cu"
        report, code = self.kernel(path, "--n", 4096, "--key-type", "unsigned", "--limit", 600)
        self.assertEqual((report["ran"], report["sorted"], report["network"], code), (True, True, None, 3), report["findings"])
        self.assertIn("give a smaller --n", report["undecided"])
        self.assertEqual([f for f in report["findings"] if f["severity"] == "wrong"], [])
        self.assertTrue(any("more than could be written down" in note for note in report["notes"]), report["notes"])
        self.assertEqual(report["smaller"], {"n": 64, "network": False, "equals": None})

    def test_a_network_in_every_format(self):
        self.start_file()
        _, stderr = self.run_program("kernel", "my_sort.cu", "--n", 8, "-o", "mine.json")
        self.assertIn("Wrote mine.json", stderr)
        for row in json.loads(self.run_program("list", "formats", "--json")[0]):
            with self.subTest(row["id"]):
                self.run_program("network", "mine.json", "--untangle", "--format", row["id"], "-o", "other")
                facts = json.loads(self.run_program("network", "other", "--from", row["id"], "--json")[0])
                self.assertEqual((facts["size"], facts["wires"]), (24, 8))

    def test_padding_is_recorded_as_the_largest_keys(self):
        self.run_program("kernel", self.start_file(), "--keys", "3,1,2", "-o", "run.h5")
        self.assertEqual(self.steps("run.h5")[-1]["keys"], [1, 2, 3, 2**31 - 1])

    def test_names_with_blanks_and_quotes(self):
        name = self.start_file(to="it's \"my\" $(sort) file.cu")
        report, code = self.kernel(name)
        self.assertEqual([code, report["file"]], [0, name])

    def test_a_header_beside_the_file(self):
        self.file("mine.h", "#define THREADS 64\n")
        text = (ROOT / "assets/own_kernels/starts/v0.cu").read_text()
        self.file("my_sort.cu", '#include "mine.h"\n' + text.replace("kThreads = 256", "kThreads = THREADS"))
        self.assertEqual(self.kernel("my_sort.cu")[1], 0)

    def test_what_cannot_be_is_refused(self):
        self.refused("kernel", code=2, says="a CUDA file is expected")
        self.refused("kernel", "nowhere.cu", code=2, says="nowhere.cu")
        self.refused("kernel", self.start_file(), "--n", 5000, code=2, says=["4096", "5000"])
        self.refused("kernel", "my_sort.cu", "--against", "no-such", code=2, says="no-such")
        self.refused("kernel", "my_sort.cu", "--entry", "other", code=2, says=["other", "sort (line"])
        self.file("plain.cu", "__global__ void k(char* a, int n) {}\nvoid sort(char* a, int n) { k<<<1, 1>>>(a, n); }\n")
        self.refused("kernel", "plain.cu", code=2, says=["line 1 says 'char*'"])

    def test_every_hand_in_of_a_loop_has_an_object(self):
        self.file("none.cu", "int main() {}\n")
        self.file("broken.cu", "void sort(Key* keys, unsigned n) { keys = 3 }\n")
        for name in ("none.cu", "broken.cu", "nowhere.cu"):
            process = self.start("kernel", name, "--json")
            stdout, _ = process.communicate(timeout=600)
            report = json.loads(stdout)
            self.assertEqual((process.returncode, report["file"], report["compiled"], report["sorted"]),
                             (2, name, False, False), stdout)
            self.assertTrue(report["messages"][0]["text"], stdout)

    def test_one_file_twice_at_once(self):
        name = self.start_file("v2")
        both = [self.start("kernel", name, "--n", 256, "--way", "cpu", "--json") for _ in range(2)]
        reports = [json.loads(process.communicate(timeout=600)[0]) for process in both]
        self.assertEqual([process.returncode for process in both], [0, 0])
        for report in reports:
            report.pop("seconds")
        self.assertEqual(*reports)

    def test_a_file_with_the_types_of_a_course(self):
        report, code = self.kernel(ROOT / "tests/own_kernels/right/course_int.cu", "--n", 64)
        self.assertEqual((code, report["equals"], report["entry"]), (0, "odd-even-transposition", "odd_even_sort"), report["messages"])
        self.assertTrue(any("'int' was read as Key" in note for note in report["notes"]), report["notes"])

    def test_a_hand_in_from_windows(self):
        # Line ends, tabs, a mark of byte order, umlauts, macros, `using namespace`, main left in.
        text = '''\ufeff#include <cuda_runtime.h>
#include <iostream>
using namespace std;
#define N 1024
#define SWAP(a, b) { int t = a; a = b; b = t; }

// Größe: Schlüssel tauschen
__global__ void oddEven(int *a, int n, int phase)
{
\tint i = 2*(blockIdx.x*blockDim.x + threadIdx.x) + phase;
\tif (i + 1 < n)
\t{
\t\tif (a[i] > a[i+1])
\t\t\tSWAP(a[i], a[i+1]);
\t}
}

void sortArray(int *d_a, int n)
{
\tfor (int p = 0; p < n; p++)
\t\toddEven<<<(n/2 + 255)/256 + 1, 256>>>(d_a, n, p % 2);
}

int main()
{
\tint h[N];
\tfor (int i = 0; i < N; i++) h[i] = rand();
\tcout << "done" << endl;
}
'''.replace("\n", "\r\n")
        (self.folder / "meine Sortierung.cu").write_bytes(text.encode())
        report, code = self.kernel("meine Sortierung.cu", "--n", 64, "--key-type", "int")
        self.assertEqual([code, report["network"], report["equals"]], [0, True, "odd-even-transposition"], report["messages"])
        self.assertIn(13, [line["line"] for line in report["lines"] if line["comparisons"]])

    def test_what_is_no_sort_function_is_named(self):
        kernel = "__global__ void k(Key* a) {}\n"
        self.file("main.cu", kernel + "int main() { Key* a; k<<<1, 1>>>(a); }\n")
        self.refused("kernel", "main.cu", code=2, says=["main (line 2)", "number"])
        self.file("fixed.cu", kernel + "void print(Key* a, int n) {}\nvoid my_sort(Key* a) { k<<<1, 1>>>(a); }\n")
        self.refused("kernel", "fixed.cu", code=2, says=["my_sort (line 3)", "number"])

    def test_without_a_compiler_it_says_what_to_install(self):
        self.environment["PATH"] = str(self.folder)
        self.refused("kernel", self.start_file(), "--way", "cpu", code=2, says=["no C++ compiler", "apt install g++"])

    def test_a_compiler_that_fortifies_changes_nothing(self):
        # As Ubuntu's does: jumps from one stack to another end the program then.
        self.file("g++", f'#!/bin/sh\nexec {shutil.which("g++")} -D_FORTIFY_SOURCE=2 "$@"\n')
        (self.folder / "g++").chmod(0o755)
        self.environment["PATH"] = f"{self.folder}:{self.environment['PATH']}"
        report, code = self.kernel(self.start_file(), "--n", 64)
        self.assertEqual((report["sorted"], report["network"], code), (True, True, 0), report["findings"])

    @unittest.skipIf(SANITIZED, "a sanitizer reserves addresses")
    def test_small_limits_are_no_fault_of_the_file(self):
        shutil.copy(path_of("starts/v0.cu"), self.folder / "a.cu")
        for limit, says in (("-n 64", ["64 files open", "ulimit -n 256"]), ("-v 2000000", ["of addresses", "ulimit -v"]),
                            ("-n 4", ["Too many open files", "ulimit -n"])):
            self.refused("kernel", "a.cu", "--n", 16, code=2, says=says, before=f"ulimit {limit}")
        # Nobody makes folders there, whatever the user.
        self.environment["TMPDIR"] = "/proc/self"
        self.refused("kernel", "a.cu", code=2, says=["cannot make a folder in /proc/self", "TMPDIR=FOLDER"])
        del self.environment["TMPDIR"]
        # What may be raised is.
        stdout, _ = self.run_program("kernel", "a.cu", "--n", 16, before="ulimit -S -n 64; ulimit -S -s 64")
        self.assertIn("It sorts", stdout)

    def test_nothing_is_left_behind(self):
        self.environment["TMPDIR"] = str(self.folder)
        self.kernel(self.start_file())
        self.assertEqual([path.name for path in self.folder.iterdir()], ["my_sort.cu"])

    def test_ctrl_c_ends_it(self):
        self.file("my_sort.cu", "void sort(Key* keys, unsigned n) { for (;;) {} }\n")
        process = self.start("kernel", "my_sort.cu", "--limit", 500)
        self.worked(process, 0.05)
        process.send_signal(2)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)

    def test_words_for_people(self):
        stdout, _ = self.run_program("kernel", self.start_file("v0-wrong"), "--n", 128, code=1)
        self.assertIn("It does not sort", stdout)
        stdout, _ = self.run_program("kernel", self.start_file(), "--n", 16)
        self.assertIn("It sorts all inputs of 16 keys: proved.", stdout)
        self.assertRegex(stdout, r"Tried: \d+ inputs of 16 keys, and lengths 1, 2, 3, 7, 8, 13, 33, ")
        self.assertIn("80 comparators in 10 layers, that of bitonic", stdout)
        self.assertIn("best known for 16 wires: 60", stdout)
        report, _ = self.kernel("my_sort.cu", "--n", 16)
        self.assertEqual(report["best_known"][0], [60, 10])

    def test_words_agree_with_the_exit_code(self):
        for row in rows():
            if row["file"] not in ("wrong/out_of_bounds_neighbour.cu", "wrong/payload_lost.cu", "wrong/race_lost_barrier.cu",
                                   "wrong/length_grid_rounded_down.cu", "wrong/padding_memset_nan.cu"):
                continue
            with self.subTest(row["file"]):
                path = ROOT / "tests/own_kernels" / row["file"]
                stdout, _ = self.run_program("kernel", path, "--way", "cpu", *row["call"].split(), code=1)
                self.assertNotIn("proved.", stdout)
                self.assertNotIn("all other inputs", stdout)
                report, _ = self.kernel(path, *row["call"].split())
                self.assertEqual([report["right"], report["proved"]], [False, None])
                self.assertIn(report["verdict"], stdout)

    def test_what_is_made_meanwhile_is_kept(self):
        for name in ("out.txt", "out.h5"):
            source = self.folder / "pipe.cu"
            source.unlink(missing_ok=True)
            os.mkfifo(source)
            out = self.folder / name
            program = self.start("kernel", source, "--n", "16", "-o", out)
            with source.open("w") as pipe:  # it has begun
                out.write_text("another's")
                pipe.write(path_of("starts/v0.cu").read_text())
            said, errors = program.communicate()
            self.assertEqual(program.returncode, 0, errors)
            fresh = out.with_stem("out-2")
            self.assertEqual(out.read_text(), "another's")
            self.assertTrue(fresh.exists())
            self.assertTrue((said + errors).rstrip().endswith(f"Wrote {fresh}."), said + errors)

    def test_a_network_is_never_put_over_what_is_read(self):
        name = self.start_file()
        text = (self.folder / name).read_bytes()
        (self.folder / "link.h5").symlink_to(name)
        (self.folder / "hard.h5").hardlink_to(self.folder / name)
        self.file("other.h5", "my thesis")
        for out in (name, "link.h5", "hard.h5", "new.cu", "other.h5", "noending", "x.txt.bak"):
            self.refused("kernel", name, "--n", 8, "--way", "cpu", "-o", out, code=2, says=[out, "ame a"])
        self.assertEqual((self.folder / name).read_bytes(), text)
        self.assertEqual((self.folder / "other.h5").read_text(), "my thesis")

    def test_values_of_the_type_of_the_keys_are_values(self):
        body = "(int* keys, int* {}, int n) {{ step<<<1, 1>>>(keys, {}, n); }}\n"
        step = "__global__ void step(int* k, int* v, int n) { if (v[0] > k[0]) v[0] = k[0]; }\nvoid sort"
        for name in ("values", "d_vals", "payload", "data2", "idx", "outIndices"):
            self.file("kv.cu", step + body.format(name, name))
            self.refused("kernel", "kv.cu", code=2, says=[f"'{name}'", "only keys are sorted", "not followed"])
        # Of any other name it is memory to work in, and that is said where it is read too early.
        self.file("kv.cu", step + body.format("other", "other"))
        stdout, _ = self.run_program("kernel", "kv.cu", "--n", 8, "--way", "cpu", code=1)
        self.assertIn("'other' is taken for memory of as many keys to work in", stdout)

    def test_what_is_missing_altogether_is_named(self):
        self.file("no.cu", "__global__ void nothing(Key* k) {}\nvoid sort(Key* keys, unsigned n) { nothing<<<1, 1>>>(keys); }\n")
        report, _ = self.kernel("no.cu", "--n", 64, "--against", "bitonic")
        # The first comparator of every bitonic sort: neighbours.
        self.assertEqual(report["first_difference"], {"layer": 1, "is": None, "should": [0, 1]})
        self.assertNotIn("--against", json.dumps(report["findings"]))

    def test_keys_of_64_bits_under_any_name(self):
        step = """__global__ void step(T* k, int n, int o) { int i = 2 * threadIdx.x + o;
  if (i + 1 < n && k[i] > k[i + 1]) { T t = k[i]; k[i] = k[i + 1]; k[i + 1] = t; } }
void sort(T* keys, int n) { for (int r = 0; r < n; r++) step<<<1, n / 2 + 1>>>(keys, n, r & 1); }
"""
        for name in ("unsigned long long", "long long", "unsigned long", "uint64_t"):
            self.file("wide.cu", step.replace("T ", name + " ").replace("T*", name + "*"))
            with self.subTest(name):
                report, code = self.kernel("wide.cu", "--n", 16)
                self.assertEqual([code, report["proved"]], [0, "all inputs"], report)

    def test_every_mistake_of_other_lengths_is_told(self):
        # One key launches a grid of none, an odd number of keys looks one place too far.
        self.file("odd.cu", """__global__ void step(Key* k, unsigned n, unsigned o) {
  unsigned i = 2 * threadIdx.x + o;
  if (i < n - o && k[i + 1] < k[i]) { Key t = k[i]; k[i] = k[i + 1]; k[i + 1] = t; }
}
void sort(Key* keys, unsigned n) { for (unsigned r = 0; r < n; r++) step<<<n / 2 ? 1 : 0, n / 2 + 1>>>(keys, n, r & 1); }
""")
        report, code = self.kernel("odd.cu", "--n", 64)
        told = " ".join(f["text"] for f in report["findings"])
        self.assertEqual(code, 1)
        self.assertIn("With 1 key:", told)
        self.assertIn("With 3 keys: Line 3: thread 1 of block 0 reads place 3 of an array of 3 keys", told)

    def test_template_arguments_are_of_keys(self):
        self.file("tmpl.cu", """template <typename T, int kSize> __global__ void step(T* k, int n, int o) {
  int i = 2 * (int)threadIdx.x + o;
  if (i + 1 < n && i < 2 * kSize && k[i] > k[i + 1]) { T t = k[i]; k[i] = k[i + 1]; k[i + 1] = t; }
}
void sort(int* keys, int n) { for (int r = 0; r < n; r++) step<int, 256><<<1, 256>>>(keys, n, r & 1); }
""")
        report, code = self.kernel("tmpl.cu", "--n", 16)
        self.assertEqual([code, report["proved"]], [0, "all inputs"], report["messages"])

    def test_libraries_are_named_with_their_line(self):
        self.file("thr.cu", "#include <thrust/sort.h>\nvoid sort(int* keys, int n) { thrust::sort(thrust::device_pointer_cast(keys), "
                            "thrust::device_pointer_cast(keys) + n); }\n")
        stdout, _ = self.run_program("kernel", "thr.cu", "--way", "cpu", code=2)
        self.assertIn("Line 1: libraries of NVIDIA are not there on the CPU", stdout)

    def test_padded_lengths_are_decided(self):
        # One block of 512 places, whatever n is; padded with the largest key.
        self.file("pad.cu", """__global__ void all(Key* keys, unsigned n) {
  __shared__ Key s[512];
  unsigned i = threadIdx.x;
  s[i] = i < n ? keys[i] : Key::highest();
  __syncthreads();
  for (unsigned k = 2; k <= 512; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned l = i ^ j;
      if (l > i && (((i & k) == 0) ? s[l] < s[i] : s[i] < s[l])) {
        Key t = s[i];
        s[i] = s[l];
        s[l] = t;
      }
      __syncthreads();
    }
  if (i < n) keys[i] = s[i];
}
void sort(Key* keys, unsigned n) { all<<<1, 512>>>(keys, n); }
""")
        for n in (5, 7, 40):
            report, code = self.kernel("pad.cu", "--n", n)
            self.assertEqual([code, report["proved"]], [0, "all inputs"], report["undecided"])


if __name__ == "__main__":
    unittest.main()
