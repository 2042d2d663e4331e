#!/bin/sh
# Measures flexible parts on a GPU: scripts/flexible.sh GPUSPH DIR. It writes case files and results
# below DIR and prints
#   - the cost of 5 % of structure particles that need 20 sub-steps, beside 1 million of fluid
#   - hydrostatic plate: displacement of its middle [m] (Fourey et al. 2017: -6.86e-5 m)
set -e
gpusph=$1 dir=$2
mkdir -p "$dir"

# A slab of rubber of 200 x 50 x 5 particles in 100³ of water, and the same as a rigid wall.
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
box = { min = [0, 0, 0.05], max = [2, 1, 0.55] }
$2
name = "slab"
box = { min = [-0.02, 0, 0], max = [2.02, 1, 0.05] }
$3
CASE
	"$gpusph" bench "$dir/$1.toml" --boundary mdbc --steps 200 | tail -5
}
stiff='young = 3e8
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
