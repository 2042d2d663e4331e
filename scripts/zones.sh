#!/bin/sh
# Measures zones beside flows of one spacing: scripts/zones.sh GPUSPH DIR. It writes case files and
# results below DIR and prints
#   - a sharp-crested weir with 2.5 mm at its crest, in zones of 2, 4 and 8, and everywhere: head
#     (Rehbock: 0.100 m) and seconds
#   - DamBreak3D with a zone around the pillar and with its spacing everywhere: greatest force [N],
#     impulse from 0.2 s on [N s] and seconds
#   - Spheric2 to 2 s with 0.02 m, with a zone of 2 around the box, and with its spacing everywhere:
#     what P1 to P8 are off those of the fine flow from 0.35 s on, over their RMS, and seconds
#   - a channel, 60 s: volume that its inlet, the zone and what is around this have counted [m²]
# Predictions: the weir has 11 times fewer particles in zones, DamBreak3D 8 times.
set -e
gpusph=$1 dir=$2
mkdir -p "$dir"

zone() { # name, min, max, how many times finer
	printf '[[zone]]\nname = "%s"\nmin = [%s]\nmax = [%s]\nfiner = %s\n' "$@"
}
run() { # case, further options
	name=$1 && shift
	"$gpusph" run "$dir/$name.toml" --dir "$dir/$name" --force --quiet --nosave "$@" || true
}
seconds() { sed -n 's/.*"runtime_s": *\([0-9.]*\).*/\1 s/p' "$dir/$1/summary.json" | head -1; }

weir() { # name, spacing
	sed "s/^spacing = [0-9.]*/spacing = $2/; s/^end = [0-9.]*/end = 6/" "$dir/weir.toml" \
		>"$dir/$1.toml"
}
"$gpusph" init sharp-crested-weir --to "$dir/weir.toml" --force >"$dir/init.log"
weir everywhere 0.0025
weir zones 0.02
{
	zone "by 2" "1.6, -0.15" "2.7, 0.6" 2
	zone "by 4" "1.8, 0" "2.36, 0.36" 4
	zone "by 8" "1.9, 0.08" "2.16, 0.33" 8
} >>"$dir/zones.toml"
for name in zones everywhere; do
	run $name
	echo "weir, $name: head of 1 to 2 s, of 3 to 6 s [m]" "$(awk -F, '
		NR > 1 && $1 >= 1 && $1 < 2 { early += $3 - 0.2; m++ } NR > 1 && $1 >= 3 { late += $3 - 0.2; n++ }
		END { print early / m, late / n }' "$dir/$name/gauges.csv")", "$(seconds $name)"
done

"$gpusph" init DamBreak3D --to "$dir/dam.toml" --force >"$dir/init.log"
for name in dam-zone dam-everywhere; do cp "$dir/dam.toml" "$dir/$name.toml"; done
zone pillar "0.72, 0.155, 0" "1.12, 0.515, 0.6" 2 >>"$dir/dam-zone.toml"
run dam-zone --deltap 0.01
run dam-everywhere --deltap 0.005
for name in dam-zone dam-everywhere; do
	echo "$name: force, impulse" "$(awk -F, 'NR > 1 { if ($3 > most) most = $3
		if ($1 > 0.2) sum += $3 * ($1 - last); last = $1 } END { print most, sum }' \
		"$dir/$name/forces.csv")", "$(seconds $name)"
done

"$gpusph" init Spheric2 --to "$dir/box.toml" --force >"$dir/init.log"
for name in box-coarse box-zone box-everywhere; do cp "$dir/box.toml" "$dir/$name.toml"; done
zone box "0.4, 0.12, 0" "1.2, 0.88, 0.6" 2 >>"$dir/box-zone.toml"
run box-everywhere --deltap 0.01 --tend 2
for name in box-coarse box-zone; do
	run $name --deltap 0.02 --tend 2
	echo "$name:" "$(awk -F, 'FNR > 1 && $1 >= 0.35 { for (k = 3; k <= NF; k++) {
		if (NR == FNR) { fine[$1, k] = $k; all[k] += $k * $k; last = NF }
		else if (($1, k) in fine) off[k] += ($k - fine[$1, k]) ^ 2 } }
		END { for (k = 3; k <= last; k++) printf "%.0f %% ", 100 * sqrt(off[k] / all[k]) }' \
		"$dir/box-everywhere/probes.csv" "$dir/$name/probes.csv")", "$(seconds $name)"
done
echo "box-everywhere: $(seconds box-everywhere)"

{
	printf 'name = "Channel"\ndimension = 2\nspacing = 0.04\nend = 60\n[domain]\nmin = [0, 0]\n'
	printf 'max = [4.8, 0.6]\nopen = ["zmax"]\n[[fluid]]\nname = "water"\n'
	printf 'box = { min = [0, 0], max = [4.8, 0.4] }\nvelocity = [0.3, 0]\n'
	printf '[[inlet]]\nname = "in"\nside = "xmin"\nvelocity = 0.3\nlevel = 0.4\n'
	printf '[[outlet]]\nname = "out"\nside = "xmax"\nlevel = 0.4\n'
	zone fine "1.8, 0" "3, 0.6" 2
} >"$dir/channel.toml"
run channel
sed -n '/"openings"/,/^ *],/p' "$dir/channel/summary.json" | grep -E '"(name|volume|prescribed)"'
