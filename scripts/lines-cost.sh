#!/bin/bash
# What 16 mooring lines of 50 nodes, in 20 sub-steps of a step, cost with 1.5 million particles:
# `gpusph bench` of a box that floats in a tank, with lines and without, one after the other, three
# times.
#
#     scripts/lines-cost.sh [OPTIONS OF BENCH, as --gpus 2]
#
# It takes ./gpusph, or the program that GPUSPH names. SPACING=0.05 STEPS=5 is a trial.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${GPUSPH:-./gpusph}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/without.toml" <<END
name = "Tank"
spacing = ${SPACING:-0.0125}
end = 10

[domain]
min = [0, 0, 0]
max = [2.4, 1.6, 0.9]
open = ["zmax"]

[[fluid]]
name = "water"
fill = { seed = [0.1, 0.1, 0.1], level = 0.65 }

[[body]]
name = "box"
box = { min = [0.95, 0.65, 0.5], max = [1.45, 0.95, 0.8] }
density = 500
END
{
	sed 's/"Tank"/"MooredTank"/' "$work/without.toml"
	for k in {0..15}; do
		awk -v k="$k" 'BEGIN {
			side = k % 2 ? 1 : -1; part = int(k / 2) / 7
			printf "\n[[line]]\nname = \"line%d\"\n", k
			printf "from = { at = [%.4f, %.4f, 0] }\n", 0.2 + 2 * part, 0.8 + 0.7 * side
			printf "to = { body = \"box\", at = [%.4f, %.4f, 0.5] }\n", 0.95 + 0.5 * part, 0.8 + 0.15 * side
			dx = 0.75 - 1.5 * part
			printf "length = %.4f\n", 1.04 * sqrt(dx * dx + 0.55 * 0.55 + 0.5 * 0.5)
			printf "segments = 49\nmass = 0.3\ndiameter = 0.008\nstiffness = 14000\nfriction = 0.3\n"
		}'
	done
} >"$work/with.toml"

"$program" check "$work/with.toml" | grep -o 'Particles.*\|sub-steps.*' | sort -u
for _ in 1 2 3; do
	for flow in without with; do
		echo "$flow lines"
		"$program" bench "$work/$flow.toml" --steps "${STEPS:-400}" --repeat 3 "$@"
	done
done
