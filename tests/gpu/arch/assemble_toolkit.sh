#!/usr/bin/env bash
# Makes a CUDA toolkit that compiles, not links, of packages that lie in a folder; downloads nothing.
#   apt-get download nvidia-cuda-toolkit      from Debian's non-free part: 12.4 in Debian 13
#   pip download --no-deps nvidia-cuda-nvcc-cu12==12.4.131 nvidia-cuda-runtime-cu12==12.4.127 nvidia-cuda-cccl-cu12==12.4.127.post1
#   tests/gpu/arch/assemble_toolkit.sh PACKAGES TOOLKIT
#   tests/gpu/arch/check_arch.py BUILD --all --arch 75,90 --nvcc TOOLKIT/bin/nvcc
# The compilers are Debian's, the headers the wheels': nvcc itself is in no wheel of version 12, and Debian's headers are 930 MB.
set -eu
if [[ $# -ne 2 || ! -d $1 ]]; then
  sed -n '2,7s/^# *//p' "$0"
  exit 2
fi
packages=$(realpath "$1")
mkdir -p "$2"
toolkit=$(realpath "$2")
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
for package in "$packages"/nvidia-cuda-toolkit_*.deb; do dpkg -x "$package" "$parts"; done
for wheel in "$packages"/*.whl; do python3 -m zipfile -e "$wheel" "$parts"; done
mkdir -p "$toolkit"/{bin,include,lib64,nvvm/bin,nvvm/libdevice}
cp "$parts"/usr/bin/{cudafe++,fatbinary,ptxas,nvlink,bin2c,cuobjdump} "$parts/usr/lib/nvidia-cuda-toolkit/bin/nvcc" "$toolkit/bin"
cp "$parts/usr/lib/nvidia-cuda-toolkit/bin/cicc" "$toolkit/nvvm/bin"
cp -r "$parts"/nvidia/cuda_{cccl,nvcc,runtime}/include/. "$toolkit/include"
cp -r "$parts"/nvidia/cuda_nvcc/nvvm/libdevice/. "$toolkit/nvvm/libdevice"
cat > "$toolkit/bin/nvcc.profile" <<'PROFILE'
TOP              = $(_HERE_)/..
CICC_PATH        = $(TOP)/nvvm/bin
NVVMIR_LIBRARY_DIR = $(TOP)/nvvm/libdevice
PATH            += $(TOP)/nvvm/bin:$(_HERE_):
INCLUDES        +=  "-I$(TOP)/include" $(_SPACE_)
LIBRARIES        =+ $(_SPACE_) "-L$(TOP)/lib64"
PROFILE
"$toolkit/bin/nvcc" --version | tail -n 2
