#!/usr/bin/env python3
# test_check_arch.py: check_arch.py finds what an older GPU lacks, quickly compiled or not.
"""Usage: test_check_arch.py NVCC"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).parent

# Assembly, so that all generations are asked for. What is planted in it, and the first that has it.
KERNEL = """__global__ void kernel(int* at) {
  asm volatile("" ::: "memory");
  %s
}
"""
RIGHT = "at[0] = 1;"
WAITS = 'asm volatile("griddepcontrol.wait;" ::: "memory"); at[0] = 1;'  # 9.0
COPIES = 'asm volatile("cp.async.commit_group;" ::: "memory"); at[0] = 1;'  # 8.0
SHARED = "__shared__ int tile[20000]; tile[threadIdx.x] = at[threadIdx.x]; at[0] = tile[at[1]];"  # none has 80 KB


class Arch(unittest.TestCase):
    def check(self, **bodies):
        """Exit code and output for files of kernels with these bodies."""
        with tempfile.TemporaryDirectory() as folder:
            build, kernels = Path(folder, "build"), Path(folder, "kernels")
            build.mkdir()
            kernels.mkdir()
            entries = []
            for name, body in bodies.items():
                path = kernels / f"{name}.cu"
                path.write_text(KERNEL % body)
                entries.append({"file": str(path), "directory": str(build),
                                "command": f"{NVCC} -O3 --generate-code=arch=compute_90,code=[sm_90] -x cu -c {path} -o {name}.o"})
            (build / "compile_commands.json").write_text(json.dumps(entries))
            run = subprocess.run([sys.executable, "-B", str(HERE / "check_arch.py"), str(build), "--all"],
                                 capture_output=True, text=True)
        return run.returncode, run.stdout

    def test_what_every_gpu_has_passes(self):
        code, output = self.check(right=RIGHT)
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"ok +right.cu for 75, .*90")

    def test_assembly_of_a_newer_gpu_is_found(self):
        code, output = self.check(right=RIGHT, waits=WAITS, copies=COPIES)
        self.assertEqual(code, 1, output)
        self.assertIn("FAILED waits.cu", output)
        self.assertIn("requires .target sm_90 or higher", output)
        self.assertIn("FAILED copies.cu", output)
        self.assertIn("requires .target sm_80 or higher", output)
        self.assertIn("1 passed, 2 failed", output)

    def test_too_much_shared_memory_is_found(self):
        code, output = self.check(shared=SHARED)
        self.assertEqual(code, 1, output)
        self.assertIn("too much shared data", output)


if __name__ == "__main__":
    NVCC = sys.argv.pop(1)
    unittest.main()
