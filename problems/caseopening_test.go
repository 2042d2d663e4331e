package problems

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/features/openings"
	"gpusph/internal/casefile"
	"gpusph/sph"
)

// openChannel is a channel with a bump, whose least corner is at a point.
const openChannel = `name = "Channel"
dimension = 2
spacing = 0.02
end = 2
[domain]
min = [%[1]s, %[2]s]
max = [%[3]s, %[4]s]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [%[1]s, %[2]s], max = [%[3]s, %[5]s] }
velocity = [0.25, 0]
[[wall]]
name = "bump"
box = { min = [%[6]s, %[2]s], max = [%[7]s, %[8]s] }
[[inlet]]
name = "river"
side = "xmin"
discharge = [[0, 0.2], [2, 0.3]]
level = %[5]s
profile = "logarithmic"
[[outlet]]
name = "sea"
side = "xmax"
velocity = 0.5
reverse = "stop"
nonreflecting = true
`

func channelAt(x, z float64) string {
	number := func(v float64) string { return fmt.Sprintf("%.2f", v) }
	return fmt.Sprintf(openChannel, number(x), number(z), number(x+2), number(z+0.6), number(z+0.4),
		number(x+0.9), number(x+1.1), number(z+0.1))
}

// closest is the least distance between a particle of fluid and another particle [spacings].
func closest(c *sph.Case) float64 {
	q, dp := &c.Particles, c.Params.DeltaP
	cells := map[[3]int][]int{}
	cell := func(x [3]float64) [3]int {
		return [3]int{int(math.Floor(x[0] / dp)), int(math.Floor(x[1] / dp)), int(math.Floor(x[2] / dp))}
	}
	for i, x := range q.Position {
		cells[cell(x)] = append(cells[cell(x)], i)
	}
	least := math.Inf(1)
	for i, x := range q.Position {
		if q.Type[i] != sph.Fluid {
			continue
		}
		at := cell(x)
		for n := range 27 {
			for _, k := range cells[[3]int{at[0] + n%3 - 1, at[1] + n/3%3 - 1, at[2] + n/9 - 1}] {
				y := q.Position[k]
				if k != i {
					least = min(least, sph.Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]})/dp)
				}
			}
		}
	}
	return least
}

// inBuffer are the particles of fluid in the buffer of an opening.
func inBuffer(c *sph.Case, number int) (ids []int) {
	layouts := openings.Layouts(c)
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid && openings.At(c, layouts, x) == number+1 {
			ids = append(ids, i)
		}
	}
	return ids
}

func checkedFlow(t *testing.T, text string) *sph.Case {
	t.Helper()
	c := flowOfCase(t, text)
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

// An inlet and an outlet take sides: these have no walls, buffers lie before them, and particles
// fill what is wet with what is prescribed.
func TestChannelWithOpenings(t *testing.T) {
	c := checkedFlow(t, channelAt(0, 0))
	p, q := &c.Params, &c.Particles
	if math.Abs(p.Mass/(1000*0.02*0.02)-1) > 1e-12 {
		t.Errorf("a particle has %g kg", p.Mass)
	}
	in, out := &openings.Of(c)[0], &openings.Of(c)[1]
	if len(openings.Of(c)) != 2 || !in.Inlet || out.Inlet || !c.Drains {
		t.Fatalf("%+v", openings.Of(c))
	}
	deep := 0.02 * float64(openings.Layers(p.Support(), p.DeltaP))
	for _, test := range []struct {
		o            *openings.Opening
		centre, norm float64
	}{{in, deep, 1}, {out, 2 - deep, -1}} {
		if math.Abs(test.o.Centre[0]-test.centre) > 1e-12 || test.o.Normal != [3]float64{test.norm} ||
			test.o.Across != [2][3]float64{{0, 1, 0}, {0, 0, 1}} || math.Abs(test.o.Half[1]-0.3) > 1e-12 {
			t.Errorf("%+v", test.o)
		}
	}
	if v := out.Velocity.At(1); v != -0.5 || !out.OneWay || !out.NonReflecting || in.OneWay {
		t.Errorf("the outlet has %g m/s into the flow: %+v", v, out)
	}
	layers := openings.Layers(p.Support(), p.DeltaP)
	for k := range openings.Of(c) {
		ids := inBuffer(c, k)
		if len(ids) != 20*layers {
			t.Errorf("%d particles are in the buffer of %s, want %d", len(ids), openings.Of(c)[k].Name,
				20*layers)
		}
		var sum float64
		for _, i := range ids {
			sum += float64(q.Velocity[i][0]) / float64(len(ids))
			want := 1000 * 9.81 * (0.4 - q.Position[i][2]) / (1000 * p.C0 * p.C0)
			if math.Abs(float64(q.RelDensity[i])/want-1) > 0.05 {
				t.Errorf("density %g at %v, want %g", q.RelDensity[i], q.Position[i], want)
			}
		}
		if math.Abs(sum-0.5) > 1e-6 { // 0.2 m²/s over 0.4 m
			t.Errorf("the mean velocity of %s is %g m/s", openings.Of(c)[k].Name, sum)
		}
	}
	if least := closest(c); least < 0.95 {
		t.Errorf("particles are %g spacings apart", least)
	}
	for i, x := range q.Position {
		if q.Type[i] == sph.Wall && (x[0] < 0 || x[0] > 2) {
			t.Fatalf("a wall particle is at %v", x)
		}
	}
	const note = `the inlet "river" at (0.08, 0, 0.3) m: discharge and level given, 30 sites, ` +
		`0.6 m, of which 20 are wet at first, and 4 layers behind it, at most 750 particles a second`
	if notes := strings.Join(c.Notes, "\n"); !strings.Contains(notes, note) {
		t.Error(notes)
	}
}

// A channel elsewhere on the map has the same particles and openings.
func TestOpeningsElsewhere(t *testing.T) {
	at, far := flowOfCase(t, channelAt(0, 0)), flowOfCase(t, channelAt(1200, 34))
	if a, b := fmt.Sprintf("%v", at.Particles), fmt.Sprintf("%v", far.Particles); a != b {
		t.Error("the particles differ")
	}
	for k := range openings.Of(at) {
		a, b := openings.Of(at)[k], openings.Of(far)[k]
		if a.Level != nil && math.Abs(a.Level.At(1)-b.Level.At(1)) > 1e-12 {
			t.Errorf("levels %g and %g m", a.Level.At(1), b.Level.At(1))
		}
		if a.Centre != b.Centre || fmt.Sprint(a.Profile) != fmt.Sprint(b.Profile) {
			t.Errorf("%+v\n%+v", a, b)
		}
	}
}

// closedPipe is a pipe along x, with a file of its discharge.
const closedPipe = `name = "Pipe"
spacing = 0.02
end = 2
[domain]
min = [0, 0, 0]
max = [0.8, 0.5, 0.5]
[physics]
gravity = [0, 0, 0]
speed = 2
[[fluid]]
name = "water"
fill = { seed = [0.4, 0.25, 0.25], level = 0.5 }
[[wall]]
name = "pipe"
difference = [
    { box = { min = [-0.1, -0.1, -0.1], max = [0.9, 0.6, 0.6] } },
    { cylinder = { from = [-0.2, 0.25, 0.25], to = [1, 0.25, 0.25], radius = 0.2 } },
]
[[inlet]]
name = "in"
disc = { centre = [0.08, 0.25, 0.25], radius = 0.2, direction = [1, 0, 0] }
discharge = "q.csv"
profile = "parabolic"
[[outlet]]
name = "out"
side = "xmax"
pressure = 100
`

// A disc in a pipe and a side that is mostly wall have a site for each column of water, on its
// lattice. The velocity at a disc is twice the mean in the middle.
func TestPipeWithOpenings(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "pipe.toml")
	for name, data := range map[string]string{file: closedPipe,
		filepath.Join(dir, "q.csv"): "# gauge 7 (upstream)\nt [s], Q [m3/s]\n0, 0.05\n2, 0.06\n"} {
		if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := FromFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if files := f.Files(); len(files) != 1 || files[0] != "q.csv" {
		t.Errorf("the files are %v", files)
	}
	c, err := f.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	layouts := openings.Layouts(c)
	across := 0 // columns of water
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid && math.Abs(x[0]-0.41) < 0.009 {
			across++
		}
	}
	for k, o := range openings.Of(c) {
		l := layouts[k]
		if len(l.Sites) != across || len(inBuffer(c, k)) != across*l.Layers {
			t.Errorf("%s has %d sites and %d particles, but %d columns of water are across the pipe", o.Name,
				len(l.Sites), len(inBuffer(c, k)), across)
		}
	}
	if least := closest(c); least < 0.99 {
		t.Errorf("particles are %g spacings apart", least)
	}
	var sum, most, flow float64
	for _, factor := range openings.Of(c)[0].Profile {
		sum, most = sum+factor, max(most, factor)
	}
	if n := float64(len(layouts[0].Sites)); math.Abs(sum/n-1) > 1e-12 || math.Abs(most-2) > 0.05 {
		t.Errorf("the profile has the mean %g and at most %g", sum/n, most)
	}
	for _, i := range inBuffer(c, 0) {
		flow += float64(c.Particles.Velocity[i][0]) * 0.02 * 0.02 / float64(layouts[0].Layers)
	}
	if math.Abs(flow/0.05-1) > 1e-6 {
		t.Errorf("%g m³/s come in", flow)
	}
	for _, i := range inBuffer(c, 1) {
		if math.Abs(float64(c.Particles.RelDensity[i])*1000*c.Params.C0*c.Params.C0/100-1) > 1e-3 {
			t.Fatalf("at the outlet the density is %g", c.Particles.RelDensity[i])
		}
	}
}

const openTank = `name = "Tank"
spacing = 0.05
end = 2
[domain]
min = [0, 0, 0]
max = [2, 1, 1]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [2, 1, 0.6] }
[[wall]]
name = "valley"
[wall.prism]
outline = [[0, -0.1], [1, -0.1], [1, 0.3], [0.5, 0.1], [0, 0.3]]
along = "x"
from = -0.2
to = 2.2
`

// A side takes what the bed leaves of it, and a profile by rows of heights. What falls out of a
// free outfall leaves by a side without a wall or a buffer.
func TestOpeningsOverABed(t *testing.T) {
	c := checkedFlow(t, openTank+`[[inlet]]
name = "river"
side = "xmin"
velocity = 0.5
profile = [[0.1, 0], [0.6, 1]]
[[outlet]]
name = "fall"
side = "xmax"
free = true
`)
	in, fall := &openings.Of(c)[0], &openings.Of(c)[1]
	l := openings.LayoutOf(&c.Params, in)
	if len(in.Closed) != 400 || len(l.Sites) < 300 || len(l.Sites) > 340 {
		t.Errorf("%d of %d sites are free", len(l.Sites), len(in.Closed))
	}
	wet := len(inBuffer(c, 0)) / l.Layers
	if wet < 160 || wet > 180 { // 0.4 m² and more
		t.Errorf("%d sites are wet", wet)
	}
	var sum float64
	for k, x := range l.Sites {
		if x[2] < 0.6 {
			sum += in.Profile[k]
		}
		if x[2] < 0.15 && in.Profile[k] > 0.2 {
			t.Errorf("at z = %g m the factor is %g", x[2], in.Profile[k])
		}
	}
	if math.Abs(sum/float64(wet)-1) > 1e-9 {
		t.Errorf("the mean factor is %g", sum/float64(wet))
	}
	if fall.Centre[0] != 2 || !fall.Free || len(inBuffer(c, 1)) != 0 {
		t.Errorf("the outfall is at %v", fall.Centre)
	}
	if least := closest(c); least < 0.95 {
		t.Errorf("particles are %g spacings apart", least)
	}
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Wall && (x[0] < 0 || x[0] > 2) {
			t.Fatalf("a wall particle is at %v", x)
		}
	}
}

// Beside an opening that takes a part of a side stands a wall as thick as the buffer.
func TestPartsOfSides(t *testing.T) {
	before, _, _ := strings.Cut(openTank, "[[wall]]")
	c := checkedFlow(t, before+`[[inlet]]
name = "river"
side = "xmin"
min = [0, 0.3, 0.2]
max = [0, 0.8, 0.5]
velocity = 0.5
[[outlet]]
name = "hole"
side = "xmax"
min = [0, 0.3, 0]
max = [0, 0.8, 0.3]
free = true
`)
	deep := openings.LayoutOf(&c.Params, &openings.Of(c)[0]).Thickness()
	if x := openings.Of(c)[1].Centre; math.Abs(x[0]-(2-deep)) > 1e-9 || math.Abs(x[2]-0.15) > 1e-9 {
		t.Errorf("the outfall is at %v", x)
	}
	fluid, wall := [2]int{}, [2]int{} // in the layers of both buffers
	for i, x := range c.Particles.Position {
		if x[0] < 0 || x[0] > 2 || x[1] < 0 || x[1] > 1 || x[2] < 0 || x[2] > 1 {
			continue
		}
		side, inside := 0, x[0] < deep && x[2] > 0.2 && x[2] < 0.5
		if x[0] > 1 {
			side, inside = 1, x[0] > 2-deep && x[2] < 0.3
		}
		switch inside = inside && x[1] > 0.3 && x[1] < 0.8; {
		case x[0] > deep && x[0] < 2-deep:
			if c.Particles.Type[i] == sph.Wall {
				t.Fatalf("a wall particle is at %v", x)
			}
		case c.Particles.Type[i] == sph.Fluid && inside:
			fluid[side]++
		case c.Particles.Type[i] == sph.Fluid || inside:
			t.Fatalf("a particle of %v is at %v", c.Particles.Type[i], x)
		default:
			wall[side]++
		}
	}
	if n := len(inBuffer(c, 0)); fluid != [2]int{n, 0} || wall[0] != wall[1] || wall[0] < 200 {
		t.Errorf("%v particles of fluid and %v of walls", fluid, wall)
	}
	if least := closest(c); least < 0.95 {
		t.Errorf("particles are %g spacings apart", least)
	}
}

// Openings of any direction: up is across them, and no two particles are closer than half a
// spacing.
func TestObliqueOpenings(t *testing.T) {
	before, _, _ := strings.Cut(openTank, "[[wall]]")
	c := checkedFlow(t, before+`[[inlet]]
name = "spring"
disc = { centre = [0.6, 0.5, 0.35], radius = 0.15, direction = [1, 0, 1] }
velocity = [[0, 0.5], [2, 0.2]]
[[outlet]]
name = "drain"
rectangle = { centre = [1.6, 0.5, 0.4], size = [0.5, 0.3], direction = [1, 1, 0] }
`)
	in, out := &openings.Of(c)[0], &openings.Of(c)[1]
	half := math.Sqrt(0.5)
	for _, test := range []struct{ got, want [3]float64 }{
		{in.Normal, [3]float64{half, 0, half}}, {in.Across[1], [3]float64{-half, 0, half}},
		{in.Across[0], [3]float64{0, 1, 0}}, {out.Normal, [3]float64{-half, -half, 0}},
		{out.Across[1], [3]float64{0, 0, 1}},
	} {
		for a := range 3 {
			if math.Abs(test.got[a]-test.want[a]) > 1e-12 {
				t.Errorf("%v, want %v", test.got, test.want)
				break
			}
		}
	}
	l, n := openings.LayoutOf(&c.Params, out), len(inBuffer(c, 1))
	if l.Along != [2]int{10, 6} || n != 60*l.Layers {
		t.Errorf("%v, %d particles", l.Along, n)
	}
	if least := closest(c); least < 0.4999 {
		t.Errorf("particles are %g spacings apart", least)
	}
	layouts := openings.Layouts(c)
	for i, x := range c.Particles.Position { // the casings keep fluid off the buffers
		for k := range openings.Of(c) {
			o := &openings.Of(c)[k]
			_, _, depth := o.From(x)
			beside := o.Holds(layouts[k], x, 0.99*c.Params.DeltaP) && !o.Holds(layouts[k], x, 0)
			if beside && depth > 0 && c.Particles.Type[i] == sph.Fluid {
				t.Errorf("fluid is beside the buffer of %s, at %v", o.Name, x)
			}
		}
	}
	for _, i := range inBuffer(c, 0) {
		v := c.Particles.Velocity[i]
		if math.Abs(float64(v[0])-0.5*half) > 1e-6 || v[0] != v[2] || v[1] != 0 {
			t.Fatalf("the velocity is %v", v)
		}
	}
}

// A level in a file is one of the map. An opening whose height is no multiple of the spacing is
// warned of.
func TestLevelInAFile(t *testing.T) {
	dir := t.TempDir()
	text := strings.Replace(channelAt(1200, 34), "level = 34.40", `level = "level.csv"`, 1)
	text = strings.Replace(text, "1202.00, 34.60]", "1202.00, 34.61]", 1)
	file := filepath.Join(dir, "channel.toml")
	for name, data := range map[string]string{file: text,
		filepath.Join(dir, "level.csv"): "0, 34.4\n2, 34.5\n"} {
		if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := FromFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	level := openings.Of(c)[0].Level
	if math.Abs(level.At(0)-0.4) > 1e-9 || math.Abs(level.At(2)-0.5) > 1e-9 {
		t.Errorf("the level is %g, then %g m", level.At(0), level.At(2))
	}
	const warning = `the inlet "river" is 0.61 m high, but its sites take 0.62 m`
	if all := strings.Join(c.Warnings, "\n"); !strings.Contains(all, warning) {
		t.Errorf("warnings: %s", all)
	}
}

// Where the level is given, sites below it are wet without fluid; a dry outlet begins empty.
func TestDryBed(t *testing.T) {
	c := checkedFlow(t, strings.Replace(openTank, "min = [0, 0, 0], max = [2, 1, 0.6]",
		"min = [0.5, 0.4, 0.1], max = [1, 0.6, 0.4]", 1)+`[[inlet]]
name = "flood"
side = "xmin"
discharge = [[0, 0], [1, 0.2], [2, 0.1]]
level = 0.5
[[outlet]]
name = "out"
side = "xmax"
`)
	l := openings.LayoutOf(&c.Params, &openings.Of(c)[0])
	if wet := len(inBuffer(c, 0)) / l.Layers; wet < 110 || wet > 140 || len(inBuffer(c, 1)) != 0 {
		t.Errorf("%d sites are wet at the inlet, and %d particles at the outlet", wet,
			len(inBuffer(c, 1)))
	}
}

// A case may begin without fluid, where an inlet has a level.
func TestNoFluidAtFirst(t *testing.T) {
	_, bed, _ := strings.Cut(openTank, "[[wall]]")
	c := checkedFlow(t, unitTank+"[[wall]]"+strings.Replace(bed, "to = 2.2", "to = 1.2", 1)+`[[inlet]]
name = "flood"
side = "xmin"
discharge = [[0, 0], [1, 0.2]]
level = [[0, 0.4], [1, 0.6]]
`)
	n := c.Particles.Count(sph.Fluid)
	if n == 0 || n != len(inBuffer(c, 0)) {
		t.Errorf("%d particles of fluid, %d in the buffer", n, len(inBuffer(c, 0)))
	}
	if want := 10 * math.Sqrt(9.81*0.6); math.Abs(c.Params.C0-want) > 1e-9 {
		t.Errorf("the speed of sound is %g m/s, want %g", c.Params.C0, want)
	}
}

// Parabolas are 1.5 times the mean in the middle between walls, and at a surface.
func TestParabolicProfiles(t *testing.T) {
	closed := strings.Replace(strings.Replace(channelAt(0, 0), "open = [\"zmax\"]\n", "", 1),
		"max = [2.00, 0.40]", "max = [2.00, 0.60]", 1)
	closed = strings.Replace(closed, "level = 0.40\n", "", 1)
	for name, test := range map[string]struct {
		text string
		z    float64 // of the greatest [m]
	}{"between": {closed, 0.3}, "surface": {channelAt(0, 0), 0.4}} {
		c := checkedFlow(t, strings.Replace(test.text, "logarithmic", "parabolic", 1))
		in := &openings.Of(c)[0]
		l := openings.LayoutOf(&c.Params, in)
		best := 0
		for k := range l.Sites {
			if in.Profile[k] > in.Profile[best] {
				best = k
			}
		}
		if math.Abs(in.Profile[best]-1.5) > 0.01 || math.Abs(l.Sites[best][2]-test.z) > 0.0101 {
			t.Errorf("%s: %g times the mean at z = %g m", name, in.Profile[best], l.Sites[best][2])
		}
	}
}

// A channel begins at the depth and the velocity of uniform flow: on a bed that falls, and on a
// level one where gravity is tilted.
func TestNormalDepth(t *testing.T) {
	const channel = `name = "Channel"
dimension = 2
spacing = 0.01
end = 1
[domain]
min = [0, -0.1]
max = [2, 0.4]
open = ["zmax"]
[[fluid]]
name = "river"
normal-depth = { discharge = 0.1, slope = 0.02, manning = 0.02, at = [1, 0] }
[[wall]]
name = "bed"
prism = { outline = [[-1, %g], [3, %g], [3, -1], [-1, -1]] }
`
	const depth = 0.077679961 // (0.02 0.1/√0.02)^0.6
	for name, text := range map[string]string{
		"falls": fmt.Sprintf(channel, 0.04, -0.04),
		"level": fmt.Sprintf(channel, 0.0, 0.0) + "[physics]\ngravity = [0.1962, -9.81]\n",
	} {
		c := checkedFlow(t, text)
		fall := map[string]float64{"falls": 0.02}[name]
		area, speed := 0.0, 0.1/depth
		for i, x := range c.Particles.Position {
			if c.Particles.Type[i] != sph.Fluid {
				continue
			}
			area += c.Params.Mass / 1000
			if top := 0.1 + depth - (x[0]-1)*fall; x[2] > top {
				t.Fatalf("%s: fluid is at %v, above %g m", name, x, top)
			}
			v := c.Particles.Velocity[i]
			if math.Abs(math.Hypot(float64(v[0]), float64(v[2]))/speed-1) > 1e-6 ||
				math.Abs(float64(v[2]/v[0])+fall) > 1e-6 {
				t.Fatalf("%s: the velocity is %v, want %g m/s", name, v, speed)
			}
		}
		if math.Abs(area/(2*depth)-1) > 0.02 {
			t.Errorf("%s: %g m² of fluid, want %g", name, area, 2*depth)
		}
	}
	n := &casefile.NormalDepth{Discharge: 1.5, Slope: 0.001, Manning: 0.015, Width: 2}
	h, v := normalDepth(n, 3)
	r := 2 * h / (2 + 2*h)
	if q := 2 * h * math.Pow(r, 2.0/3) * math.Sqrt(0.001) / 0.015; math.Abs(q/1.5-1) > 1e-9 ||
		math.Abs(v*2*h-1.5) > 1e-9 {
		t.Errorf("%g m and %g m/s carry %g m³/s", h, v, q)
	}
}
