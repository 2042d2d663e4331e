#!/bin/sh
# Measures flexible parts on a GPU: scripts/flexible.sh GPUSPH DIR. It writes case files and results
# below DIR and prints
#   - the cost of 5 % of structure particles that need 20 sub-steps, beside 1 million of fluid
#   - hydrostatic plate: displacement of its middle [m]: -6.86e-5 of a thin plate (Fourey et al.
#     2017), -7.06e-5 by elements in plane strain
#   - two plates that a dam break presses on each other, on one device and on two shares of it: the
#     same bits, and the time of a step
set -e
gpusph=$1 dir=$2
mkdir -p "$dir"

# A slab of rubber of 204 x 50 x 5 particles in a million of water, clamped at both ends, and the
# same as a rigid wall.
cost() { # name, table
	cat > "$dir/$1.toml" <<CASE
name = "Cost"
spacing = 0.01
end = 1
[domain]
min = [0, 0, 0]
max = [2, 1, 1]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [2, 1, 0.52] }
$2
name = "slab"
box = { min = [-0.02, 0.25, 0.25], max = [2.02, 0.75, 0.3] }
$3
CASE
	"$gpusph" bench "$dir/$1.toml" --boundary mdbc --steps 200 | tail -5
}
stiff='young = 1e8
poisson = 0.3
density = 1100'
echo "rigid"; cost rigid "[[wall]]" 'force = "slab"'
echo "flexible"; cost flexible "[[flexible]]" "$stiff"
"$gpusph" check "$dir/flexible.toml" | grep sub-steps

cat > "$dir/plate.toml" <<'CASE'
name = "HydrostaticPlate"
dimension = 2
spacing = 0.005
end = 0.5
[domain]
min = [0, -0.1]
max = [1, 2.2]
open = ["zmax", "zmin"]
[[fluid]]
name = "water"
box = { min = [0, 0], max = [1, 2] }
[[flexible]]
name = "plate"
box = { min = [-0.05, -0.05], max = [1.05, 0] }
young = 67.5e9
poisson = 0.34
density = 2700
tip = [{ name = "middle", at = [0.5, -0.025] }]
CASE
"$gpusph" run "$dir/plate.toml" --dir "$dir/plate" --sample-interval 0.001 > "$dir/plate.log"
awk -F, '$1 > 0.25 { sum += $NF; n++ } END { print "hydrostatic plate", sum / n, "m" }' \
	"$dir/plate/flexible.csv"

cat > "$dir/touching.toml" <<'CASE'
name = "Touching"
spacing = 0.01
end = 0.4
[domain]
min = [0, 0, 0]
max = [1.6, 0.4, 0.7]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [0.5, 0.4, 0.5] }
[[flexible]]
name = "first"
box = { min = [0.8, 0.05, -0.05], max = [0.84, 0.35, 0.3] }
young = 5e5
poisson = 0.3
density = 1100
[[flexible]]
name = "second"
box = { min = [0.86, 0.05, -0.05], max = [0.9, 0.35, 0.25] }
young = 2e6
poisson = 0.3
density = 1100
CASE
for on in cuda:0 cuda:0,cuda:0; do
	"$gpusph" run "$dir/touching.toml" --devices "$on" --formats none --sample-interval 0.005 \
		--dir "$dir/touching" --force > "$dir/touching.log"
	grep -h state_sha256 "$dir/touching/summary.json"
done
tail -1 "$dir/touching/flexible.csv"
"$gpusph" bench "$dir/touching.toml" --steps 400 | tail -5
