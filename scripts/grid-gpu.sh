#!/bin/bash
# Flows on a grid, on GPUs: those that took long to come to rest, what they are compared with, and
# the speed of kernels. A line for each run: steps, time reached, seconds, and what is measured.
# Usage: scripts/grid-gpu.sh GPUSPH DIR
#
# Predictions are for one H100 or H200, at 1.0 ms for a step of a plane flow whose pressure takes
# four cycles, and 0.4 ms where it takes one: some 80 kernels a cycle of 2 µs each.
set -u
gpusph=$(realpath "$1") dir=$(realpath -m "$2")
mkdir -p "$dir"

# rest NAME OPTION...: a flow to its end, which is where it is steady
rest() {
	name=$1
	shift
	"$gpusph" "$@" --gpus 1 --nosave -q --force --dir "$dir/$name" >"$dir/$name.log" 2>&1 ||
		{ echo "$name: failed: $(tail -1 "$dir/$name.log")"; return; }
	echo "$name: $(grep -E '^(status|reached|wall time|nusselt)' "$dir/$name/report.txt" | tr -s ' ' |
		tr '\n' ';')"
}

# Pr 7, 128 cells: explicit 214,000 steps, 100 to 200 s; implicit some 4,000 steps, 5 to 10 s; the
# same Nusselt number, within 1e-6.
rest pr7-implicit GridHeatedCavity --ra 1e5 --pr 7 --cells 128 --diffusion implicit
rest pr7-explicit GridHeatedCavity --ra 1e5 --pr 7 --cells 128
# On a processor 64 and 128 cells have Nu 17.874 and 16.886, of order 1.9 to Le Quéré's 16.523, and
# rest to 1e-5 after 300 units of time, 128 in 21,925 steps. 256 cells: Nu 16.62 (0.6 % off), some
# 44,000 steps, 1 minute. Explicit diffusion takes 1.8 times as many steps.
rest ra1e7 GridHeatedCavity --ra 1e7 --cells 256 --diffusion implicit --steady 1e-5
# On a processor 64 cells rest to 1e-5 after 430 and to 1e-6 after 615 L/U. 256 cells: 220,000 steps
# to 1e-5, 2 to 4 minutes; diffusion does not limit these steps.
rest re5000 GridCavity --re 5000 --cells 256 --steady 1e-5
rest re5000-cfl1 GridCavity --re 5000 --cells 256 --steady 1e-5 --cfl 1
# On a processor: at rest after 79 L/U, 20,208 steps, least u -0.38256 (Botella and Peyret -0.38857).
rest re1000 GridCavity --re 1000 --cells 128 --steady 1e-5

# All of it with its tolerances. Bénard on 32 cells: onset 0.43 % below 1707.76, Nu 0.18 and 0.20 %
# above Clever and Busse at Ra 5000 and 10,000, as on a processor, to the last bit.
# The lattice's onset: 13.8 % off on 64 and 2.6 % on 128 cells, so under 1.5 % on 192.
for case in GridBenardOnset GridBenard5000 GridBenard10000 LatticeBenardOnset GridCavity \
	GridCavityRe5000 GridHeatedCavity1e7; do
	"$gpusph" validate "$case" --level gpu --devices cuda:0 --dir "$dir/validate-$case" \
		>"$dir/validate-$case.log" 2>&1
	grep -E 'holds|fails|reported' "$dir/validate-$case.log"
done

# The same bits on a processor and on one, two and three subdomains of the GPU, implicit: one hash.
for devices in host cuda:0 cuda:0,cuda:0 cuda:0,cuda:0,cuda:0; do
	"$gpusph" GridHeatedCavity --ra 1e6 --cells 64 --diffusion implicit --maxiter 200 --nosave -q \
		--force --devices "$devices" --dir "$dir/bits" >/dev/null 2>&1
	echo "bits on $devices: $(grep -o 'SHA-256 .*' "$dir/bits/report.txt")"
done

# Kernels: propagate and collide at 80 % or more of the copy (Calore et al. have 187 GB/s of a K40),
# direction and update of conjugate gradients 75 %, those at walls no slower.
for flow in "RayleighTaylorLattice --cells 2048 --re 20000 --unfused" \
	"RayleighTaylorLattice --cells 1024 --height-cells 8192 --re 6000" \
	"RayleighTaylorLattice --cells 3600 --height-cells 3600 --re 30000" \
	"RisingThermal --cells 2560" "RisingThermal --cells 2560 --precision single" \
	"GridTaylorGreen3D --cells 256 --solver ppcg" \
	"GridHeatedCavity --cells 256 --depth-cells 256 --diffusion implicit"; do
	echo "$flow"
	# shellcheck disable=SC2086
	"$gpusph" timeline $flow --gpus 1 --force --dir "$dir/timeline" 2>&1 | sed -n '/^Kernel/,/^$/p' |
		head -9
done

# More cells than 2³¹, 1296³ on four GPUs in single precision, some 50 GB on each: a step with the
# speed a cell of 512³.
if [ "$("$gpusph" devices 2>/dev/null | grep -c cuda:)" -gt 3 ]; then
	"$gpusph" bench GridTaylorGreen3D --cells 1296 --precision single --solver ppcg --gpus 4 \
		--warmup 1 --steps 2
fi

# Two GPUs, 512³: 1.94 times as fast (BENCHMARKS.md); weak growth along one, two and three axes.
if [ "$("$gpusph" devices 2>/dev/null | grep -c cuda:)" -gt 1 ]; then
	"$gpusph" scaling GridTaylorGreen3D --cells 512 --gpus 1,2 --warmup 2 --steps 6
	for grow in z xz xyz; do
		"$gpusph" scaling GridTaylorGreen3D --cells 256 --gpus 1,2 --weak --grow "$grow" --warmup 2 \
			--steps 6 | grep -E '^ +[0-9]+  '
	done
fi
