package measure

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/output"
	"gpusph/sph"
)

const (
	spacing = 0.05
	rho0    = 1025
)

// block is a block of fluid at rest in the frame of its case, 1.2 m long, 1 m wide and 0.8 m high.
// It begins at the point (100, 200, 30) of the map, and nothing is around it.
func block(dim int) *sph.Case {
	c := &sph.Case{Name: "Block", Params: sph.Defaults(spacing), End: 2}
	p := &c.Params
	p.Dim, p.Rho0, p.Mass = dim, rho0, rho0*math.Pow(spacing, float64(dim))
	p.Further.Scalar = 1e-9
	p.Origin = [3]float64{100, 200, 30}
	p.Min, p.Max = [3]float64{-0.5, -0.5, -0.5}, [3]float64{2, 2, 2}
	for x := spacing / 2; x < 1.2; x += spacing {
		for z := spacing / 2; z < 0.8; z += spacing {
			for y := spacing / 2; y < 1; y += spacing {
				if dim == 3 || y < spacing {
					c.Particles.Add([3]float64{x, y, z}, sph.Fluid, 0)
				}
			}
		}
	}
	c.Particles.Extra = map[string][]float32{"Scalar": slices.Repeat([]float32{7}, c.Particles.Len())}
	c.Probes = []sph.Probe{{Name: "near", Position: [3]float64{0.4, 0.5, 0.4}}, {Name: "far",
		Position: [3]float64{0.8, 0.5, 0.4}}}
	if dim == 3 { // a face of 5 × 5 points, of which 3 × 3 are in the fluid, 0.3 m away from it
		c.Probes = append(c.Probes, sph.Probe{Name: "face", Position: [3]float64{0.6, 0.5, 0.4},
			Normal: [3]float64{1, 0, 0}, Distance: 0.3, Size: 2})
	}
	c.Gauges = []sph.Gauge{
		{Name: "wet", X: 1.1, Y: 0.5, Ground: 0, Ceiling: math.Inf(1)},
		{Name: "dry", X: 1.5, Y: 0.5, Ground: 0.3, Ceiling: math.Inf(1)},
	}
	if dim == 2 {
		p.Min[1], p.Max[1] = spacing/2-p.H/2, spacing/2+p.H/2
		for i := range c.Probes {
			c.Probes[i].Position[1] = spacing / 2
		}
	}
	return c
}

// storedRun writes a run directory with two snapshots of a block: the fluid's velocity is (1, 2, 3) m/s
// at 0.5 s in step 10, and twice that at 1.5 s in step 30. Its pressure is linear [Pa].
func storedRun(t *testing.T, c *sph.Case) (dir string) {
	t.Helper()
	dir = t.TempDir()
	writers := output.Always
	for _, f := range output.Formats {
		if f.Name == "msgpack" {
			writers = append(writers[:len(writers):len(writers)], f)
		}
	}
	files, err := output.Begin(&output.Run{Dir: dir, Case: c, Devices: []string{"host:0"}}, writers)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 2 {
		s := c.Snapshot()
		s.Time, s.Step = 0.5+float64(k), 10+20*k
		for i, x := range s.Position {
			s.ID[i], s.Density[i] = uint32(i), 1100
			s.Velocity[i] = [3]float32{float32(1 + k), float32(2 + 2*k), float32(3 + 3*k)}
			s.Pressure[i] = 1000 + 2000*x[0] + 500*x[1] + 100*x[2]
		}
		if err := files.Snapshot(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := files.End(nil); err != nil {
		t.Fatal(err)
	}
	summary := output.NewSummary(c)
	summary.Devices = []output.DeviceSummary{{Name: "host:0"}}
	if err := summary.Write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// measured runs the command on a directory, and compares its table with the one wanted, numbers
// within their tolerances.
func measured(t *testing.T, dir, words, file, want string) {
	t.Helper()
	line := cli.Line{Words: append([]string{dir, "--force"}, strings.Fields(words)...)}
	if err := Run(context.Background(), line); err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(want), "\n")
	if len(got) != len(rows) || strings.Join(got[0], " | ") != strings.TrimSpace(rows[0]) {
		t.Fatalf("%s has %d rows below\n%s; want %d below\n%s", file, len(got),
			strings.Join(got[0], " | "), len(rows), rows[0])
	}
	for k, row := range rows[1:] {
		for column, word := range strings.Fields(row) {
			want, _ := strconv.ParseFloat(word, 64)
			x, err := strconv.ParseFloat(got[k+1][column], 64)
			if err != nil || math.Abs(x-want) > tolerance(got[0][column])*math.Abs(want) {
				t.Errorf("%s, row %d: %s is %s, want %s", file, k+1, got[0][column], got[k+1][column], word)
			}
		}
	}
}

// tolerance of a column, of the value: 1 %. Heights and coordinates are of the map.
func tolerance(column string) float64 {
	if strings.HasSuffix(column, "[m]") && !strings.Contains(column, " wet") {
		return 1e-4
	}
	return 0.01
}

// What is measured in a block of fluid that moves are literal numbers, in every kind of table.
func TestMeasured(t *testing.T) {
	dir := storedRun(t, block(3))
	const around = " | filled | p[Pa] | rho[kg/m3] | vx[m/s] | vy[m/s] | vz[m/s] | scalar"
	measured(t, dir, "--points 100.4,200.5,30.4;100.8,200.5,30.4;101.9,200.5,30.4",
		"measure_points.csv",
		"t[s] | step | point | x[m] | y[m] | z[m]"+around+`
		0.5 10 1 100.4 200.5 30.4  1 2090 1100 1 2 3 7
		0.5 10 2 100.8 200.5 30.4  1 2890 1100 1 2 3 7
		0.5 10 3 101.9 200.5 30.4  0 0 0 0 0 0 0
		1.5 30 1 100.4 200.5 30.4  1 2090 1100 2 4 6 7
		1.5 30 2 100.8 200.5 30.4  1 2890 1100 2 4 6 7
		1.5 30 3 101.9 200.5 30.4  0 0 0 0 0 0 0`)
	measured(t, dir, "--time 0.6 --spacing 0.25 "+
		"--lines 100.6,200.3,30.4,100.6,200.7,30.4;100.4,200.5,30.4,100.7,200.5,30.4",
		"measure_lines.csv",
		"t[s] | step | line | s[m] | x[m] | y[m] | z[m]"+around+`
		0.5 10 1 0    100.6  200.3 30.4  1 2390 1100 1 2 3 7
		0.5 10 1 0.2  100.6  200.5 30.4  1 2490 1100 1 2 3 7
		0.5 10 1 0.4  100.6  200.7 30.4  1 2590 1100 1 2 3 7
		0.5 10 2 0    100.4  200.5 30.4  1 2090 1100 1 2 3 7
		0.5 10 2 0.15 100.55 200.5 30.4  1 2390 1100 1 2 3 7
		0.5 10 2 0.3  100.7  200.5 30.4  1 2690 1100 1 2 3 7`)
	measured(t, dir, "--time 1.4 --spacing 1 --planes x=100.4;y=200.5", "measure_planes.csv",
		"t[s] | step | plane | x[m] | y[m] | z[m]"+around+`
		1.5 30 1 100.4 199.5 29.5  0 0 0 0 0 0 0
		1.5 30 1 100.4 199.5 30.5  0 0 0 0 0 0 0
		1.5 30 1 100.4 199.5 31.5  0 0 0 0 0 0 0
		1.5 30 1 100.4 200.5 29.5  0 0 0 0 0 0 0
		1.5 30 1 100.4 200.5 30.5  1 2100 1100 2 4 6 7
		1.5 30 1 100.4 200.5 31.5  0 0 0 0 0 0 0
		1.5 30 1 100.4 201.5 29.5  0 0 0 0 0 0 0
		1.5 30 1 100.4 201.5 30.5  0 0 0 0 0 0 0
		1.5 30 1 100.4 201.5 31.5  0 0 0 0 0 0 0
		1.5 30 2 99.5  200.5 29.5  0 0 0 0 0 0 0
		1.5 30 2 99.5  200.5 30.5  0 0 0 0 0 0 0
		1.5 30 2 99.5  200.5 31.5  0 0 0 0 0 0 0
		1.5 30 2 100.5 200.5 29.5  0 0 0 0 0 0 0
		1.5 30 2 100.5 200.5 30.5  1 2300 1100 2 4 6 7
		1.5 30 2 100.5 200.5 31.5  0 0 0 0 0 0 0
		1.5 30 2 101.5 200.5 29.5  0 0 0 0 0 0 0
		1.5 30 2 101.5 200.5 30.5  0 0 0 0 0 0 0
		1.5 30 2 101.5 200.5 31.5  0 0 0 0 0 0 0`)
	// 1025 kg/m³ by the speed by the area: 0.8, 0.96, 1.2 and, of rectangles, 0.06, 0.04 and 0.08 m².
	sections := "x=100.6 y=200.5 z=30.4 x=100.6,200.3,200.6,30.3,30.5 y=200.5,100.4,100.6,30.3,30.5 z=30.4,100.4,100.6,200.3,200.7"
	heading := "t[s] | step"
	for name := range strings.FieldsSeq(sections) {
		heading += fmt.Sprintf(" | %[1]s mass[kg/s] | %[1]s volume[m3/s] | %[1]s wet[m2]", name)
	}
	measured(t, dir, "--flux "+strings.ReplaceAll(sections, " ", ";"), "measure_flux.csv", heading+`
		0.5 10  820 0.8 0.8    1968 1.92 0.96  3690 3.6 1.2  61.5 0.06 0.06   82 0.08 0.04  246 0.24 0.08
		1.5 30  1640 1.6 0.8   3936 3.84 0.96  7380 7.2 1.2  123 0.12 0.06  164 0.16 0.04  492 0.48 0.08`)
	measured(t, dir, "--sensors", "measure_probes.csv", `t[s] | step | near[Pa] | far[Pa] | face[Pa]
		0.5 10 2090 2890 1112.4
		1.5 30 2090 2890 1112.4`)
	measured(t, dir, "--sensors", "measure_gauges.csv", `t[s] | step | wet[m] | dry[m]
		0.5 10 30.8 30.3
		1.5 30 30.8 30.3`)
}

// In two dimensions flows are those of a metre of width.
func TestMeasuredInPlane(t *testing.T) {
	dir := storedRun(t, block(2))
	measured(t, dir, "--time 0.5 --points 100.4,7,30.4", "measure_points.csv",
		"t[s] | step | point | x[m] | y[m] | z[m] | filled | p[Pa] | rho[kg/m3] | vx[m/s] | vy[m/s] | vz[m/s] | scalar"+`
		0.5 10 1 100.4 200.025 30.4 1 1852.5 1100 1 2 3 7`)
	measured(t, dir, "--time 0.5 --flux x=100.6;z=30.4,100.4,100.6,0,1", "measure_flux.csv",
		"t[s] | step | x=100.6 mass[kg/s/m] | x=100.6 volume[m2/s] | x=100.6 wet[m] | z=30.4,100.4,100.6,0,1 mass[kg/s/m]"+
			" | z=30.4,100.4,100.6,0,1 volume[m2/s] | z=30.4,100.4,100.6,0,1 wet[m]"+`
		0.5 10  820 0.8 0.8  615 0.6 0.2`)
}

// TestOwnDirectory holds that --dir is made, and refused where it cannot be.
func TestOwnDirectory(t *testing.T) {
	run, file := storedRun(t, block(2)), filepath.Join(t.TempDir(), "file")
	measure := func(dir string) error {
		return Run(context.Background(), cli.Line{Words: []string{run, "--dir", dir, "--points",
			"100.4,200.5,30.4"}})
	}
	dir := filepath.Join(t.TempDir(), "a", "b")
	if err := measure(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "measure_points.csv")); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := measure(file); err == nil || !strings.Contains(err.Error(), "--dir: ") ||
		!strings.Contains(err.Error(), "use a directory") {
		t.Errorf("--dir of a file gives %v", err)
	}
}
