# native.py: kernels of the corpus as nvcc alone compiles them, for the scripts here that need a machine with a GPU.
import glob
import re
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def tool(name):
    """A program of the CUDA Toolkit; None where it is not there."""
    return shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/local/cuda*/bin/{name}"))), None)


def keys_asked(call):
    """N of `--n N`."""
    return int(re.search(r"--n (\d+)", call)[1])


def build(nvcc, path, call, folder):
    """The program of the file at `path`, called as the table says, built in `folder`; what nvcc says where it does not compile."""
    text = path.read_text().replace("Key::highest()", "std::numeric_limits<Key>::max()")
    text = re.sub(r"(?m)^int main\(", "static int main_of_the_file(", text)
    around = (HERE / "native.cuh").read_text()
    source = Path(folder) / f"{path.parent.name}_{path.stem}.cu"
    source.write_text(f'{around}\n#line 1 "{path.name}"\n{text}\n#define NATIVE_END\n{around}')
    flags = ["-DNATIVE_HOST"] if "--memory host" in call else []
    for option, macro in (("entry", "NATIVE_ENTRY"), ("key-type", "NATIVE_KEY")):
        if found := re.search(rf"--{option} (\w+)", call):
            flags.append(f"-D{macro}={found[1]}")
    program = source.with_suffix("")
    done = subprocess.run([nvcc, "-std=c++17", "-arch=native", "-O2", "-w", *flags, "-o", str(program), str(source)],
                          capture_output=True, text=True, check=False)
    return (program, "") if done.returncode == 0 else (None, done.stdout + done.stderr)
