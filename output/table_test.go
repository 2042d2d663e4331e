package output

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	_ "gpusph/features"
	"gpusph/features/damping"
	"gpusph/sph"
	"gpusph/sph/motion"
)

func TestTable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	table, err := NewTable(path, "t[s]", "Ek[J]", "a, b[Pa]")
	if err != nil {
		t.Fatal(err)
	}
	defer table.End(nil)
	want := "t[s],Ek[J],\"a, b[Pa]\"\n"
	for _, row := range []struct {
		values [3]float64
		text   string
	}{
		{[3]float64{0, 1234567, -0.25}, "0,1234567,-0.25"},
		{[3]float64{0.1, 1.0 / 3, 1e-4}, "0.1,0.3333333333333333,0.0001"},
		{[3]float64{1e-5, 123456789012345, 1e15}, "1e-05,123456789012345,1e+15"},
		{[3]float64{math.NaN(), math.Inf(1), math.SmallestNonzeroFloat64}, "NaN,+Inf,5e-324"},
	} {
		if err := table.Row(row.values[:]...); err != nil {
			t.Fatal(err)
		}
		want += row.text + "\n"
		// Before Close: users tail these files.
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Fatalf("%v; the file has\n%swant\n%s", err, got, want)
		}
	}
	if err := table.Row(1, 2); err == nil || !strings.Contains(err.Error(), "3 columns") {
		t.Errorf("two values in three columns: %v", err)
	}
}

func testSample() *sph.Sample {
	return &sph.Sample{
		Time: 0.5, Step: 100, Energy: []float64{1, 2, 0.25},
		Pressure: []float64{1000, 2000.5}, Height: []float64{0.3},
		Force: [][3]float64{{1, 2, 3}, {7, 8, 9}}, Moment: [][3]float64{{4, 5, 6}, {10, 11, 12}},
	}
}

// written has the files that every run has, on two devices, of what observers are told.
func written(t *testing.T, c *sph.Case, tell func(Observer) error) (dir string) {
	t.Helper()
	dir = t.TempDir()
	all, err := Begin(&Run{Dir: dir, Case: c, Devices: []string{"cuda:0", "cuda:1"}}, Always)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(tell(all), all.End(nil)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestSamples(t *testing.T) {
	dir := written(t, testCase(), func(o Observer) error { return o.Sample(testSample()) })
	for name, want := range map[string][]string{
		"energies.csv": {"t[s],step,kinetic[J],potential[J],internal[J],total[J]",
			"0.5,100,1,2,0.25,3.25"},
		"probes.csv": {"t[s],step,P1[Pa],\"P2, upper[Pa]\"", "0.5,100,1000,2000.5"},
		"gauges.csv": {"t[s],step,H1[m]", "0.5,100,0.3"},
		"forces.csv": {"t[s],step,pillar Fx[N],pillar Fy[N],pillar Fz[N],pillar Mx[N m],pillar My[N " +
			"m],pillar Mz[N m]," +
			"step Fx[N],step Fy[N],step Fz[N],step Mx[N m],step My[N m],step Mz[N m]",
			"0.5,100,1,2,3,4,5,6,7,8,9,10,11,12"},
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != strings.Join(want, "\n")+"\n" {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}

// In two dimensions energies and forces are those of a metre of width. The front stands beside the
// gauges.
func TestSamplesInPlane(t *testing.T) {
	c := testCase()
	c.Params.Dim, c.Front, c.Bodies = 2, "front", c.Bodies[:1]
	m := testSample()
	m.Front = 0.75
	dir := written(t, c, func(o Observer) error { return o.Sample(m) })
	for name, want := range map[string]string{
		"energies.csv": "t[s],step,kinetic[J/m],potential[J/m],internal[J/m],total[J/m]\n0.5,100,1,2,0.25,3.25\n",
		"gauges.csv":   "t[s],step,H1[m],front[m]\n0.5,100,0.3,0.75\n",
		"forces.csv": "t[s],step,pillar Fx[N/m],pillar Fy[N/m],pillar Fz[N/m],pillar Mx[N],pillar " +
			"My[N],pillar Mz[N]\n0.5,100,1,2,3,4,5,6\n",
	} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}

// TestNoSamples holds that a case that measures nothing has no empty tables.
func TestNoSamples(t *testing.T) {
	dir := written(t, &sph.Case{},
		func(o Observer) error { return o.Sample(&sph.Sample{Time: 1, Energy: make([]float64, 3)}) })
	if got := files(t, dir); !reflect.DeepEqual(got,
		[]string{"energies.csv", "throughput.csv", "throughput.msgpack"}) {
		t.Errorf("there are %v", got)
	}
}

// testProgress are two periods of a run on two devices, before which two slices and
// between which one moved.
func testProgress() []sph.Progress {
	return []sph.Progress{
		{Time: 0.01, Step: 10, Steps: 10, Dt: 0.001, Wall: 0.5, Particles: 1000, Active: 700, Moved: 2,
			Speed: 1.5, Devices: []sph.DeviceProgress{
				{Name: "cuda:0", FirstSlice: 0, Slices: 20, Particles: 500,
					Seconds: [sph.PhaseCount]float64{0.0625, 0.25, 0.03125}},
				{Name: "cuda:1", FirstSlice: 20, Slices: 20, Particles: 500,
					Seconds: [sph.PhaseCount]float64{0.0625, 0.125, 0.25}},
			}},
		{Time: 0.03, Step: 30, Steps: 20, Dt: 0.0005, Wall: 1, Particles: 990, Active: 650, Lost: 10,
			Moved: 1, Speed: 2.25, Devices: []sph.DeviceProgress{
				{Name: "cuda:0", FirstSlice: 0, Slices: 19, Particles: 470,
					Seconds: [sph.PhaseCount]float64{0.125, 0.5, 0.0625}},
				{Name: "cuda:1", FirstSlice: 19, Slices: 21, Particles: 520,
					Seconds: [sph.PhaseCount]float64{0.125, 0.25, 0.5}},
			}},
	}
}

func TestThroughput(t *testing.T) {
	dir := written(t, testCase(), func(o Observer) error {
		p := testProgress()
		return errors.Join(o.Progress(&p[0]), o.Progress(&p[1]))
	})
	got, err := os.ReadFile(filepath.Join(dir, "throughput.csv"))
	const want = "t[s],step,steps,dt[s],wall[s],mips,particles,lost,moved,speed[m/s]," +
		"cuda:0 BuildNeibs[s],cuda:0 Forces[s],cuda:0 MinimumScan[s],cuda:0 first slice,cuda:0 " +
		"slices,cuda:0 particles," +
		"cuda:1 BuildNeibs[s],cuda:1 Forces[s],cuda:1 MinimumScan[s],cuda:1 first slice,cuda:1 " +
		"slices,cuda:1 particles\n" +
		"0.01,10,10,0.001,0.5,0.02,1000,0,2,1.5,0.0625,0.25,0.03125,0,20,500,0.0625,0.125,0.25,20,20,500\n" +
		"0.03,30,20,0.0005,1,0.0198,990,10,1,2.25,0.125,0.5,0.0625,0,19,470,0.125,0.25,0.5,19,21,520\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}

	f, err := os.Open(filepath.Join(dir, "throughput.msgpack"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := msgpack.NewDecoder(f)
	d.SetCustomStructTag("json")
	for _, p := range testProgress() {
		var r Record
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(r, newRecord(&p)) {
			t.Errorf("%+v comes back as %+v", p, r)
		}
	}
}

// TestPhases holds that PhaseSeconds has the phases that sph has.
func TestPhases(t *testing.T) {
	p := reflect.TypeFor[PhaseSeconds]()
	if p.NumField() != int(sph.PhaseCount) {
		t.Fatalf("there are %d phases, but PhaseSeconds has %d", sph.PhaseCount, p.NumField())
	}
	for i, name := range sph.Phases {
		if p.Field(i).Name != name {
			t.Errorf("phase %d is %s, but in PhaseSeconds %s", i, name, p.Field(i).Name)
		}
	}
}

// What bodies and the frame have given the fluid is what it has gained, and what damping zones have
// taken: a paddle pushes a slug of fluid with 7 N against a gate that gives way with 3 N, while the
// frame lifts it, and a zone takes 0.25 W.
func TestGivenIsGained(t *testing.T) {
	const mass, push, hold, lift, damped = 2.0, 7.0, 3.0, 1.5, 0.25
	c := testCase()
	law := motion.Steady(0, (push-hold)/mass, motion.During{Finish: motion.Never})
	for i := range c.Bodies {
		c.Bodies[i].Motion.Add(motion.Link{Axis: [3]float64{1, 0, 0}, Law: law})
	}
	damping.Give(c, make([]damping.Zone, 1))
	var table SampleRows
	for _, rows := range SampleTables(c) {
		if rows.File == "energies.csv" {
			table = rows
		}
	}
	at := func(time float64) map[string]float64 {
		x, v, _ := law.At(time)
		m := &sph.Sample{Time: time, Energy: []float64{mass * v * v / 2, 10 + (lift-damped)*time, 4},
			Work: []float64{-push * x, hold * x}, Turned: lift * time, Sums: []float64{damped * time}}
		row := map[string]float64{}
		for k, value := range table.Row(m) {
			name, _, _ := strings.Cut(table.Columns[k], "[")
			row[name] = value
		}
		return row
	}
	first := at(0)
	for _, time := range []float64{0.5, 1, 3} {
		row := at(time)
		gained, way := row["total"]-first["total"], (push-hold)/mass*time*time/2
		if off := gained - row["given"] + row["damped"]; math.Abs(off) > 1e-12 {
			t.Errorf("at %g s %g J are of nothing: %v", time, off, row)
		}
		if want := (push-hold)*way + lift*time; math.Abs(row["given"]-want) > 1e-12 {
			t.Errorf("at %g s %g J were given, not %g", time, row["given"], want)
		}
	}
}
