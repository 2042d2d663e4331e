#!/bin/sh
# Runs a command and says what its kernels took, by list periods; see kernel-times.c:
#     scripts/kernel-times.sh FILE ./gpusph bench -problem DamBreak3D -deltap 0.005 -gpus 2
# FILE gets all times. Needs a compiler for C, and CUPTI, which CUDA toolkits have;
# CUDA_HOME says where one is.
set -eu
file=$1
shift
here=$(dirname "$0")
cupti=
for dir in "${CUDA_HOME:-/nowhere}" /usr/local/cuda /usr/local/cuda-* /usr; do
	for include in "$dir"/extras/CUPTI/include "$dir"/targets/x86_64-linux/include "$dir"/include; do
		if [ -z "$cupti" ] && [ -f "$include/cupti.h" ]; then
			cupti=$include
			root=$dir
		fi
	done
done
if [ -z "$cupti" ]; then
	echo "kernel-times.sh: cupti.h was not found; set CUDA_HOME=/path/to/cuda" >&2
	exit 1
fi
lib=$(find -L "$root/extras/CUPTI/lib64" "$root/targets/x86_64-linux/lib" "$root/lib/x86_64-linux-gnu" -maxdepth 1 -name 'libcupti.so*' 2>/dev/null | sort | tail -n 1)
# What a kernel's record is called changes with CUPTI; the last is the one it writes.
kernel=$(grep -ho 'CUpti_ActivityKernel[0-9]*;' "$cupti"/*.h | tr -d ';' | sort -V | tail -n 1)
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
${CC:-cc} -shared -fPIC -DKERNEL="$kernel" -I"$cupti" -I"$root/include" "$here/kernel-times.c" -o "$built/kernel-times.so" \
	"$lib" -lpthread -Wl,-rpath,"$(dirname "$lib")"
: >"$file"
KERNEL_TIMES=$file CUDA_INJECTION64_PATH=$built/kernel-times.so "$@"
python3 "$here/kernel-times.py" "$file"
