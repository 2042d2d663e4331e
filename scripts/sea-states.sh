#!/bin/sh
# Measures sea states: waves of a relaxation zone at two spacings, and an oblique wave of 20° from a
# piston of segments in a basin that is periodic across. Usage: sea-states.sh DIR DEVICES SPACING,
# as `sea-states.sh /tmp/sea cuda:0 0.01`. It needs Python.
set -e
dir=$1 devices=$2 spacing=${3:-0.01}
gpusph=${GPUSPH:-./gpusph}
mkdir -p "$dir"
"$gpusph" validate RelaxedWaves --level gpu --devices "$devices" --dir "$dir/relaxed"
python3 - "$dir/basin.toml" "$spacing" <<'PY'
import math, sys
file, dp = sys.argv[1], float(sys.argv[2])
period, depth, height, g, length = 1.0, 0.3, 0.06, 9.81, 6.4
w = 2 * math.pi / period
k = w * w / g
for _ in range(200):
    k = 0.5 * (k + w * w / g / math.tanh(k * depth))
width = round(2 * math.pi / k / math.sin(math.radians(20)) / dp) * dp  # one wave across
angle = math.degrees(math.asin(2 * math.pi / k / width))
text = f'''name = "Basin"
spacing = {dp}
end = 12
[domain]
min = [0, 0, 0]
max = [{length}, {width:.6g}, 0.5]
periodic = ["y"]
open = ["zmax"]
[[fluid]]
name = "water"
box = {{ min = [0.4, 0, 0], max = [{length}, {width:.6g}, {depth}] }}
[[wall]]
name = "maker"
box = {{ min = [0.2, 0, 0], max = [0.4, {width:.6g}, 0.48] }}
[wall.motion.waves]
kind = "regular"
height = {height}
period = {period}
depth = {depth}
segments = 40
angle = {angle:.6g}
[[damping]]
name = "end"
from = {length - 2}
to = {length}
'''
for i in range(24):
    x, y = 1.4 + 0.3 * (i // 4), width * (i % 4 + 0.5) / 4
    text += f'[[gauge]]\nname = "g{i + 1}"\nat = [{x:.3g}, {y:.6g}]\n'
open(file, "w").write(text)
PY
"$gpusph" run --case "$dir/basin.toml" --devices "$devices" --dir "$dir/basin" --nosave \
	--sample-interval 0.02
python3 - "$dir" <<'PY'
import cmath, csv, math, re, sys
dir, period, height, begins, waves = sys.argv[1], 1.0, 0.06, 7.0, 5
text = open(dir + "/basin.toml").read()
angle = float(re.search(r"angle = ([\d.]+)", text)[1])
at = [(float(x), float(y)) for x, y in re.findall(r"\nat = \[([\d.]+), ([\d.]+)\]", text)]
rows = [[float(v) for v in row] for row in list(csv.reader(open(dir + "/basin/gauges.csv")))[1:]]
rows = [row for row in rows if begins <= row[0] < begins + waves * period - 1e-6]
parts, heights = [], []
for i in range(len(at)):
    z = [row[i + 2] for row in rows]
    mean = sum(z) / len(z)
    parts.append(2 / len(z) * sum((v - mean) * cmath.exp(-2j * math.pi * row[0] / period)
                                  for v, row in zip(z, rows)))
    each = [[v for v, row in zip(z, rows) if int((row[0] - begins) / period) == n]
            for n in range(waves)]
    heights.append(sum(max(e) - min(e) for e in each) / waves)

def wave(kx, ky):  # amplitude of a plane wave through all gauges
    return abs(sum(c * cmath.exp(1j * (kx * x + ky * y)) for c, (x, y) in zip(parts, at)))

kx, ky, step = 4.3, 1.57, 1.0
for _ in range(40):
    near = [(kx + step * i / 2, ky + step * j / 2) for i in range(-2, 3) for j in range(-2, 3)]
    (kx, ky), step = max(near, key=lambda k: wave(*k)), 0.7 * step
for x in sorted({x for x, _ in at}):
    h = [h for h, (a, _) in zip(heights, at) if a == x]
    print(f"{x:.2f} m: height {sum(h) / len(h):.4f} m of {height}")
print(f"direction {math.degrees(math.atan2(ky, kx)):.2f}° of {angle:.2f}°")
PY
