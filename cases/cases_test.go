package cases

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpusph/grid"
	"gpusph/grid/gridcase"
	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/problems"
	"gpusph/sph"
)

var update = flag.Bool("update", false, "write the files that case files name")

// TestMade holds that the files that case files name are what these formulas make of them.
func TestMade(t *testing.T) {
	for file, make := range map[string]func() ([]byte, error){"valley.asc": valley,
		"lava.asc": hill, "ship.stl": ship, "pipe.stl": pipe, "cubes.stl": cubes} {
		want, err := make()
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what is made (%v); go test ./cases -run TestMade -update writes it", file, err)
		}
	}
}

// valley is a valley that falls by 5 in 100 and winds, between slopes that grow steeper.
func valley() ([]byte, error) {
	// it reaches beyond the domain, as far as walls do at least
	const columns, rows, cell, beyond = 66, 36, 4.0, 12.0
	const east, north = 512000, 4212000 // the corner of the domain, in map coordinates
	var b bytes.Buffer
	fmt.Fprintf(&b, "ncols %d\nnrows %d\nxllcorner %.0f\nyllcorner %.0f\ncellsize %g\n"+
		"nodata_value -9999\n", columns, rows, east-beyond, north-beyond, cell)
	for j := rows - 1; j >= 0; j-- { // the northern row is first
		var words []string
		for i := range columns {
			x, y := (float64(i)+0.5)*cell-beyond, (float64(j)+0.5)*cell-beyond
			middle := 60.0
			if x > 85 {
				middle += 14 * math.Sin((x-85)*2*math.Pi/110)
			}
			across := math.Abs(y-middle) / 40
			bottom := 14 - 0.05*x
			words = append(words, fmt.Sprintf("%.2f", bottom+18*across*across*across/(0.3+across)))
		}
		fmt.Fprintln(&b, strings.Join(words, " "))
	}
	return b.Bytes(), nil
}

// hill is the side of a hill that falls by 47 in 100 at first and less and less, with a gully that
// winds.
func hill() ([]byte, error) {
	const columns, rows, cell, beyond = 36, 26, 0.1, 0.3
	var b bytes.Buffer
	fmt.Fprintf(&b, "ncols %d\nnrows %d\nxllcorner %g\nyllcorner %g\ncellsize %g\n"+
		"nodata_value -9999\n", columns, rows, -beyond, -beyond, cell)
	for j := rows - 1; j >= 0; j-- { // the northern row is first
		var words []string
		for i := range columns {
			x, y := (float64(i)+0.5)*cell-beyond, (float64(j)+0.5)*cell-beyond
			across := 2 * (y - 1 - 0.2*math.Sin(x/0.45))
			bottom := 0.1 + 0.7*math.Exp(-max(x, 0)/1.5)
			words = append(words, fmt.Sprintf("%.3f", bottom+0.2*across*across/(0.5+math.Abs(across))))
		}
		fmt.Fprintln(&b, strings.Join(words, " "))
	}
	return b.Bytes(), nil
}

// ship is Wigley's hull with sides that go on upright above the water, in millimetres. The
// waterline is at z = 0.
func ship() ([]byte, error) {
	const long, wide, draught, side = 1200.0, 300.0, 150.0, 120.0
	const n, m = 48, 12 // along the hull, and from the keel to the waterline
	half := func(i, k int) float64 {
		u, v := 2*float64(i)/n-1, 1-float64(min(k, m))/m
		return wide / 2 * (1 - u*u) * (1 - v*v)
	}
	at := func(i, k, port int) geometry.Vec {
		z := draught * (float64(k)/m - 1)
		if k > m {
			z = side
		}
		return geometry.Vec{long * (float64(i)/n - 0.5), float64(port) * half(i, k), z}
	}
	var all []geometry.Triangle
	// a quadrangle, of which corners may coincide; it is parted so that stern and bow are alike
	add := func(i int, a, b, c, d geometry.Vec) {
		parts := []geometry.Triangle{{a, b, c}, {a, c, d}}
		if i >= n/2 {
			parts = []geometry.Triangle{{a, b, d}, {b, c, d}}
		}
		for _, t := range parts {
			if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
				all = append(all, t)
			}
		}
	}
	for i := range n {
		for k := range m + 1 {
			add(i, at(i, k, -1), at(i+1, k, -1), at(i+1, k+1, -1), at(i, k+1, -1))
			add(i, at(i, k, 1), at(i, k+1, 1), at(i+1, k+1, 1), at(i+1, k, 1))
		}
		add(i, at(i, m+1, -1), at(i+1, m+1, -1), at(i+1, m+1, 1), at(i, m+1, 1))
	}
	return stl(all)
}

// pipe is the inside of a pipe along a cosine, 0.7 m long, and somewhat more at both ends.
func pipe() ([]byte, error) {
	const period, swing, radius = 0.7, 0.12, 0.05
	const n, around = 56, 24 // pieces along the pipe, of which 4 are beyond each end
	at := func(i, k int) geometry.Vec {
		x := period * float64(i-4) / (n - 8)
		sin, cos := math.Sincos(2 * math.Pi * x / period)
		slope := -2 * math.Pi / period * swing * sin
		norm := math.Hypot(1, slope)
		up, out := math.Sincos(2 * math.Pi * float64(k%around) / around)
		return geometry.Vec{x - radius*out*slope/norm, swing*cos + radius*out/norm, radius * up}
	}
	var all []geometry.Triangle
	for k := range around {
		for i := range n {
			a, b, c, d := at(i, k), at(i+1, k), at(i+1, k+1), at(i, k+1)
			all = append(all, geometry.Triangle{a, c, b}, geometry.Triangle{a, d, c})
		}
		if k > 0 && k < around-1 { // the ends
			all = append(all, geometry.Triangle{at(0, 0), at(0, k+1), at(0, k)}, geometry.Triangle{at(n, 0), at(n, k), at(n, k+1)})
		}
	}
	return stl(all)
}

// cubes are five rows of cubes on a slope of 1:1.5 that begins at the origin, in millimetres: by
// turns two at the sides of a flume of 360 mm and one in the middle. They reach 20 mm into the
// slope.
func cubes() ([]byte, error) {
	const side, pitch, below = 120.0, 200.0, 20.0
	cos, sin := 1.5/math.Sqrt(3.25), 1/math.Sqrt(3.25)
	var all []geometry.Triangle
	for row := range 5 {
		along := 60 + pitch*float64(row)
		for k := row % 2; k < 3; k += 2 {
			across := side * float64(k)
			all = append(all, cuboid(geometry.Vec{along, across, -below}, geometry.Vec{along + side, across + side, side})...)
		}
	}
	for i := range all {
		for k, x := range all[i] {
			all[i][k] = geometry.Vec{cos*x[0] - sin*x[2], x[1], sin*x[0] + cos*x[2]}
		}
	}
	return stl(all)
}

// cuboid is the surface of a box, by its least and greatest corners.
func cuboid(low, high geometry.Vec) (all []geometry.Triangle) {
	corner := func(bits int) geometry.Vec {
		v := low
		for a := range 3 {
			if bits>>a&1 == 1 {
				v[a] = high[a]
			}
		}
		return v
	}
	// faces across each axis; u and v are the other two, in the order of a turn to the right
	for a := range 3 {
		u, v := 1<<((a+1)%3), 1<<((a+2)%3)
		top := 1 << a
		p, q, r, s := corner(0), corner(v), corner(u|v), corner(u)
		all = append(all, geometry.Triangle{p, q, r}, geometry.Triangle{p, r, s})
		p, q, r, s = corner(top), corner(top|u), corner(top|u|v), corner(top|v)
		all = append(all, geometry.Triangle{p, q, r}, geometry.Triangle{p, r, s})
	}
	return all
}

// stl is a mesh in which nothing is wrong as a file.
func stl(all []geometry.Triangle) ([]byte, error) {
	mesh, err := geometry.NewMesh(all, 0)
	if err != nil {
		return nil, err
	}
	if faults := mesh.Faults(0); len(faults) > 0 || mesh.Flipped {
		return nil, fmt.Errorf("the mesh is inside out (%t), or %v", mesh.Flipped, faults)
	}
	var b bytes.Buffer
	err = mesh.WriteSTL(&b)
	return b.Bytes(), err
}

// cases are spacings at which there are up to 25,000 particles, and what a reader of the files
// expects.
var cases = map[string]struct {
	spacing float64 // [m]
	volume  float64 // of the fluid [m³]
	bodies  int     // whose force is measured
}{
	"blank":    {0.06, 0.4 * 0.6 * 0.4, 0},
	"flume2d":  {0.05, 0.4*4.4 + 0.4*0.4*5/2, 2}, // m² between the piston and the shore
	"fishpass": {0.075, 0.8 * (4*1.5 - 2*(0.15*1+0.2*0.15) - 2*0.15*0.25), 0},
	"pillars":  {0.05, 0.4 * 0.4 * 0.9, 3},

	"waveflume": {0.05, 0.4 * 8.6, 1}, // m² from the piston to the end

	"pipebend": {0.012, math.Pi * 0.05 * 0.05 * 0.8666, 0}, // the length of the cosine
	"ship":     {0.065, 0.6*1.2*0.55 + 3.4*1.2*0.35 - 4./9*1.2*0.3*0.15, 1},
	"valley":   {3, 33320, 0},     // as at spacings of 0.5 and 1 m
	"lava":     {0.05, 0.0384, 0}, // by sums over its box

	"breakwater":  {0.05, 0.36 * (0.35*(4.3+0.35*1.5/2) + 0.148), 2}, // with the wave, less some cubes
	"gate":        {0.02, 3 * 0.5, 1},
	"piers":       {0.04, 1 * 0.9 * 0.3, 2},
	"spillway":    {0.1, 7 * 2.1, 1},
	"weir":        {0.05, 4 * 0.5, 1},
	"paddlewheel": {0.02, 1.6*0.3 - 0.05*0.17, 1}, // m² beside the lower blade

	"flume-waves":    {0.05, 11.6 * 0.5, 1},
	"flume-absorb":   {0.05, 8.5 * 0.5, 1},
	"overtopping":    {0.05, 0.5 * (4.4 + 0.5*2.2/2), 2},   // m² before the piston, and on the slope
	"solitary-slope": {0.03, 0.3*5.7 + 0.3*0.3*19.85/2, 2}, // m² before the piston, and on the slope

	"floating-box":    {0.025, 0.4*7.6 - 0.3*0.1, 2},
	"moored-buoy":     {0.025, 0.5*8.6 - math.Pi/2*0.15*0.15, 2},
	"tethered-sphere": {0.06, 0.6*0.6*3.48 - 0.0072382, 2},
	"moored-box":      {0.07, 0.45*0.96*4.18 - 0.009, 2},
	"rolling-ship":    {0.0125, 0.4*3.6 - 0.0375, 1},
	"owc":             {0.025, 0.5*6.6 - 0.1*0.15, 2},
	"box-dambreak":    {0.03, 0.48 * 0.6 * 0.42, 6},
	"ramp-sphere":     {0.04, 0.42 * (0.24*0.8 + 0.24*0.48/2), 2},

	"broad-crested-weir": {0.02, 2.2 * 0.43, 1},
	"sharp-crested-weir": {0.02, 2 * 0.3, 1},
	"zoned-weir":         {0.02, 2 * 0.3, 1},
	"hydraulic-jump":     {0.02, 1.2*0.1 + 2.4*0.31, 0},
	"sluice-inflow":      {0.02, 2 * 0.5, 1},
	"culvert":            {0.05, 1.1 * 0.75 * 0.25, 1},
	"piers-flood":        {0.05, 0.25 * (1.6*0.8 - 2*(0.2*0.1+math.Pi*0.05*0.05)), 2},
	"cylinder2d":         {0.2, 12.5*10 - math.Pi/4, 1},
	"dam-break-air":      {0.02, 1.61 * 0.6, 0},
	"brine-discharge":    {0.01, 2.4 * 0.3, 0},
	"pipe-tee":           {0.0129, 0.010204, 0}, // two cylinders less what they have in common

	"dam-break-column": {0.05715 / 20, 0.05715 * 0.1143, 0},
	"rolling-tank":     {0.0124, 0.9 * 0.093, 0},
	"focused-wave":     {0.04, 6.5 * 0.5, 1},
	"tied-barges":      {0.04, 6*0.4 - 2*0.4*0.08, 3}, // m², less what the barges displace
	"hinged-pontoons":  {0.04, 6*0.4 - 3*0.4*0.08, 4},
	"surge-converter":  {0.03, 7.45*0.5 - 0.12*0.35, 2},
	"rising-bubble":    {0.05, 2, 0},
	"heated-cavity":    {0.05, 1, 0},
	"mud-slump":        {0.01, 0.2 * 0.2, 0},
	"porous-dam":       {0.01, 0.28 * 0.25, 0},
	"rough-channel":    {0.1, 3, 0},

	"elastic-gate":       {0.00125, 0.1 * 0.14, 1},
	"dam-break-on-plate": {0.004, 0.2 * 0.2, 2},
	"reeds":              {0.01, 2.84*0.2 - 5*0.02*0.14, 6},
	"flap-on-float":      {0.015, 3.54*0.33 - 0.33*0.045 - 0.03*0.15, 3},

	"rubble-mound": {0.025, 0.4*6.55 - 0.62*0.512 - 1.15*0.084, 1}, // m², less the stones
}

// TestCases holds that each case can be simulated, and has as much fluid as it should.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("*.toml")
	particles := slices.DeleteFunc(slices.Clone(files), casefile.IsOnGrid)
	if err != nil || len(particles) != len(cases) {
		t.Fatalf("there are %v (%v), and %d in the table", files, err, len(cases))
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".toml")
		t.Run(name, func(t *testing.T) {
			if casefile.IsOnGrid(file) {
				checkOnGrid(t, file)
				return
			}
			want, ok := cases[name]
			if !ok {
				t.Fatal("it is not in the table")
			}
			problem, err := problems.FromFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c, err := problem.Setup(want.spacing)
			if err == nil {
				err = c.Check()
			}
			if err != nil {
				t.Fatal(err)
			}
			q := &c.Particles
			if fluid, walls := q.Count(sph.Fluid), q.Count(sph.Wall); fluid == 0 || walls == 0 || q.Len() > 25000 {
				t.Errorf("%d particles of fluid and %d of walls", fluid, walls)
			}
			volume := c.Params.Mass / c.Params.Rho0 * float64(q.Count(sph.Fluid))
			if len(c.Zones) > 0 {
				volume = c.FluidMass() / c.Params.Rho0
			}
			if math.Abs(volume/want.volume-1) > 0.05 {
				t.Errorf("there are %.4g m³ of fluid, not %.4g", volume, want.volume)
			}
			if len(c.Bodies) != want.bodies {
				t.Errorf("the forces on %d bodies are measured, not %d", len(c.Bodies), want.bodies)
			}
			if d := closest(q, c.Params.DeltaP); d < 0.5*c.Params.DeltaP {
				t.Errorf("two particles are %g of a spacing apart", d/c.Params.DeltaP)
			}
		})
	}
}

// closest is the least distance of two particles, if it is below side [m].
func closest(q *sph.Particles, side float64) float64 {
	cell := func(x [3]float64) (k [3]int) {
		for a := range 3 {
			k[a] = int(math.Floor(x[a] / side))
		}
		return k
	}
	cells := map[[3]int][]int{}
	least := math.Inf(1)
	for i, x := range q.Position {
		k := cell(x)
		for n := range 27 {
			for _, j := range cells[[3]int{k[0] + n%3 - 1, k[1] + n/3%3 - 1, k[2] + n/9 - 1}] {
				y := q.Position[j]
				least = min(least, math.Sqrt((x[0]-y[0])*(x[0]-y[0])+(x[1]-y[1])*(x[1]-y[1])+(x[2]-y[2])*(x[2]-y[2])))
			}
		}
		cells[k] = append(cells[k], i)
	}
	return least
}

// checkOnGrid holds that a case makes a flow on a grid.
func checkOnGrid(t *testing.T, file string) {
	t.Helper()
	p, err := gridcase.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Flow()
	if err == nil {
		err = f.Check(grid.Multigrid)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestBlank holds that what the blank case has behind # is right once the # is taken away.
func TestBlank(t *testing.T) {
	data, ok := Text(Blank)
	if !ok {
		t.Fatal("there is no blank case")
	}
	var b strings.Builder
	commented := 0
	for line := range strings.SplitSeq(string(data), "\n") {
		without, is := strings.CutPrefix(line, "# ")
		key := regexp.MustCompile(`^(\[\[?[a-z]+\]|[a-z0-9-]+ = )`).MatchString(without)
		// These stand in place of other lines.
		other := strings.HasPrefix(without, "dimension") || strings.HasPrefix(without, "fill")
		if is && key && !other {
			line = without
			commented++
		}
		b.WriteString(line + "\n")
	}
	if commented < 25 {
		t.Errorf("only %d lines are behind #", commented)
	}
	c, err := casefile.Parse([]byte(b.String()), "blank.toml")
	if err != nil {
		t.Fatal(err)
	}
	if w, p, g := len(c.Walls), len(c.Probes), len(c.Gauges); w != 4 || p != 1 || g != 1 {
		t.Errorf("there are %d walls, %d probes and %d gauges", w, p, g)
	}
	c.Walls = slices.DeleteFunc(c.Walls, func(w casefile.Wall) bool {
		return w.STL != nil // a file of the reader's own
	})
	p, err := problems.FromCase(c)
	if err != nil {
		t.Fatal(err)
	}
	flow, err := p.Setup(0.05)
	if err == nil {
		err = flow.Check()
	}
	if err != nil {
		t.Error(err)
	}
}

// TestNames holds that each name has a text, with all files that it names, and no other.
func TestNames(t *testing.T) {
	for _, name := range Names() {
		all, err := Read(name)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for _, f := range all {
			if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		file := filepath.Join(dir, name+".toml")
		if casefile.IsOnGrid(file) {
			checkOnGrid(t, file)
		} else if _, err := problems.FromFile(file); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]int{"pillars": 1, "ship": 2, "lava": 2, "piers-flood": 2} {
		if all, err := Read(name); err != nil || len(all) != want {
			t.Errorf("%s has %d files, not %d (%v)", name, len(all), want, err)
		}
	}
	for _, name := range []string{"../cases", "gallery.csv", ""} {
		if _, err := Read(name); err == nil {
			t.Errorf("there is a case %q", name)
		}
	}
}
