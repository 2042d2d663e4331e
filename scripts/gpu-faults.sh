#!/bin/bash
# Tries faults on a GPU for real, and holds that nothing is lost: a run that goes on has the last
# bits and the tables of one that nothing has happened to.
#   1. A run of a minute or two, and the same killed five times, that goes on each time on another number of shares.
#   2. Memory of the GPU that another process takes while the arrays of a run grow.
#   3. -strict: from the processor to the GPU and back.
# Prints a line for each, and exits with 1 where something was lost.
# Usage: scripts/gpu-faults.sh gpusph [deltap of the first, 0.003]
set -u
gpusph=$(realpath "$1") deltap=${2:-0.003} ended=0
cd "$(mktemp -d)" || exit 1
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$PWD"' EXIT

number() { sed -n "s/^  \"$2\": \"*\([0-9a-z.]*\).*/\1/p" "$1/summary.json" | head -1; }

# same WHAT DIR WHOLE
same() {
	verdict="the same"
	for file in energies.csv gauges.csv forces.csv; do
		[ -e "$2/$file" ] || [ -e "$3/$file" ] || continue # a flow without bodies has no forces
		cmp -s "$2/$file" "$3/$file" || verdict="LOST: $file is another"
	done
	[ "$(number "$2" state_sha256)" = "$(number "$3" state_sha256)" ] || verdict="LOST: the last bits are others"
	[ "$verdict" = "the same" ] || ended=1
	echo "$1: $verdict, $(number "$2" steps) steps, state_sha256 $(number "$2" state_sha256)"
}

line="-problem DamBreak3D -deltap $deltap -formats none -q -checkpoint-interval 5s"
begun=$SECONDS
"$gpusph" $line -devices cuda:0 -dir whole || exit 1
took=$((SECONDS - begun)) begun=$SECONDS
"$gpusph" $line -devices cuda:0,cuda:0 -dir killed & run=$!
for shares in 3 1 4 2 3; do
	for _ in $(seq 600); do # a kill before the first checkpoint would begin anew
		ls killed/checkpoint_* >/dev/null 2>&1 && break
		sleep 0.1
	done
	sleep $((took / 6 + RANDOM % 3))
	kill -9 $run && wait $run 2>/dev/null
	"$gpusph" -resume killed -q -gpus $shares & run=$!
done
wait $run || ended=1
same "killed five times, gone on with on 3, 1, 4, 2, 3 shares, $((SECONDS - begun)) s for $took s" killed whole

# The column flows from the first two shares into the third, which has room for half as many more than at first, and comes to twice as many.
line="-problem DambreakColumn -deltap 0.0007 -tend 0.15 -formats none -q -checkpoint-every 0.01"
"$gpusph" $line -devices cuda:0 -dir room || exit 1
"$gpusph" $line -devices cuda:0,cuda:0,cuda:0 -balance off -bounds 100,250 -dir noroom 2>said & run=$!
for _ in $(seq 600); do
	ls noroom/checkpoint_* >/dev/null 2>&1 && break
	sleep 0.1
done
python3 - <<-'END' & hog=$!
	import ctypes, time
	cuda = ctypes.CDLL("libcuda.so.1")
	device, context, held = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()
	cuda.cuInit(0); cuda.cuDeviceGet(ctypes.byref(device), 0); cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device); cuda.cuCtxSetCurrent(context)
	for size in [1 << k for k in range(37, 19, -1)]:
	    while cuda.cuMemAlloc_v2(ctypes.byref(held), ctypes.c_size_t(size)) == 0: pass
	time.sleep(600)
END
wait $run
code=$?
kill -9 $hog; wait $hog 2>/dev/null
if [ $code = 0 ]; then
	echo "memory that lacks: the run came to its end, since its arrays did not grow"
else
	sed 's/^/    /' said
	"$gpusph" -resume noroom -q || ended=1
	same "memory that lacked, exit code $code, then gone on with" noroom room
fi

line="-problem DamBreak3D -deltap 0.03 -tend 0.25 -formats none -q -strict"
"$gpusph" $line -devices cuda:0 -dir strict || exit 1
"$gpusph" $line -devices host:2 -maxiter 150 -dir up && "$gpusph" -resume up -q -devices cuda:0,cuda:0 || ended=1
"$gpusph" $line -devices cuda:0 -maxiter 150 -dir down && "$gpusph" -resume down -q -devices host:2 || ended=1
same "-strict, from the processor to the GPU" up strict
same "-strict, from the GPU to the processor" down strict
exit $ended
