#!/bin/bash
# Times DamBreak3D on two GPUs: in one process, and in two by each transport. All go on from one checkpoint
# at 0.4 s. Rates are of the rebuild intervals from then on, less the first five; all have one state_sha256.
# Usage: scripts/transports.sh GPUSPH DIR [DELTAP [END [FIRST SECOND]]]
# FIRST and SECOND are the devices, cuda:0 and cuda:1 if not given. It needs Open MPI and Python.
set -eu
gpusph=$(realpath "$1") dir=$2 deltap=${3:-0.004} end=${4:-0.43} first=${5:-cuda:0} second=${6:-cuda:1}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
mkdir -p "$dir"
cd "$dir"
"$gpusph" --problem DamBreak3D --deltap "$deltap" --h-factor 1.3 --boundary mdbc --alpha 0.06 --formats none \
	--tend 0.4 --devices "$first,$second" --dir from -q

rate() {
	python3 - "$1" <<'PYTHON'
import csv, glob, json, sys
run = sys.argv[1]
last = sorted(glob.glob(run + "/throughput*.csv"), key=len)[-1]  # throughput_2.csv where the devices are others
rows = [r for r in csv.DictReader(open(last)) if float(r["t[s]"]) > 0.4005][5:]
steps = sum(int(r["steps"]) for r in rows)
done = sum(int(r["steps"]) * int(r["particles"]) for r in rows)
state = json.load(open(run + "/summary.json"))["state_sha256"]
print(f"{run:8} {done / sum(float(r['wall[s]']) for r in rows) / 1e6:9.1f} mips, {steps} steps, {state[:12]}")
PYTHON
}

for run in one two ${TRANSPORTS:-ipc nccl mpi}; do
	rm -rf "$run"
	cp -r from "$run"
	case $run in
	one) "$gpusph" --resume one --tend "$end" --devices "$first" -q ;;
	two) "$gpusph" --resume two --tend "$end" --devices "$first,$second" -q ;;
	*)
		resume=("$gpusph" --resume "$run" --tend "$end" --transport "$run" -q)
		mpirun --bind-to none -n 1 "${resume[@]}" --devices "$first" : -n 1 "${resume[@]}" --devices "$second"
		;;
	esac
	rate "$run"
done
