package openings

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// channel is a flow of 0.4 m by 0.2 m in two dimensions at a spacing of 0.1 m: two sites at each
// end. What comes in is given by change. The inlet's buffer is full.
func channel(change func(inlet *Opening)) *sph.Case {
	c := &sph.Case{Name: "Channel", Params: sph.Defaults(0.1), End: 10}
	p := &c.Params
	p.Dim, p.Mass, p.Rho0, p.Gravity = 2, 10, 1000, [3]float64{}
	p.Min, p.Max = [3]float64{-1, -0.5, -1}, [3]float64{2, 0.5, 1}
	in := Opening{Name: "river", Inlet: true, Centre: [3]float64{0, 0, 0.1},
		Normal: [3]float64{1, 0, 0}, Across: [2][3]float64{{0, 1, 0}, {0, 0, 1}},
		Half: [2]float64{0.5, 0.1}}
	out := in
	out.Name, out.Inlet, out.Centre[0], out.Normal[0] = "weir", false, 0.4, -1
	out.Level = timeseries.Constant(0.2)
	change(&in)
	Open(c, []Opening{in, out})
	layout := LayoutOf(p, &Of(c)[0])
	for site := range layout.Sites {
		for _, x := range Of(c)[0].Column(layout, site) {
			c.Particles.Add(x, sph.Fluid, 0)
		}
	}
	for range 8 {
		c.Particles.Add([3]float64{0.2, 0, 0.1}, sph.Fluid, 0)
	}
	return c
}

// counted is a call of Advance that reached a time, before which particles had crossed the inlet.
func counted(time float64, in, out int) *sph.Progress {
	return &sph.Progress{Time: time, Crossings: []sph.Crossing{{In: in, Born: in},
		{Out: out, Removed: out}}, Particles: 100 + in - out, Born: in, Lost: out,
		Devices: []sph.DeviceProgress{{Name: "host:0"}}}
}

// What is prescribed is the integral until the lists were built, where the case tells it.
func TestBalances(t *testing.T) {
	ramp := &timeseries.Series{Times: []float64{0, 2}, Values: []float64{0, 1}}
	for _, test := range []struct {
		name   string
		change func(o *Opening)
		want   float64 // by 2 s; NaN is not known
	}{
		{"discharge", func(o *Opening) { o.Discharge = ramp }, 1},
		{"velocity, full", func(o *Opening) { o.Velocity = ramp }, 0.2},
		{"velocity and a level", func(o *Opening) {
			o.Velocity, o.Level = ramp, timeseries.Constant(0.1)
		}, 0.1},
		{"level", func(o *Opening) { o.Level = timeseries.Constant(0.1) }, math.NaN()},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := channel(test.change)
			b := newBalances(c)
			b.Add(counted(2, 0, 0))
			b.Add(counted(3, 20, 5))
			got := b.all[0]
			if math.IsNaN(test.want) != (got.Prescribed == nil) ||
				got.Prescribed != nil && math.Abs(*got.Prescribed-test.want) > 1e-12 {
				t.Errorf("%v are prescribed, not %g", got.Prescribed, test.want)
			}
			if got.Time != 2 || math.Abs(got.Volume-0.2) > 1e-12 || got.Born != 20 || got.Unit != "m²" {
				t.Errorf("%+v", got)
			}
			if out := b.all[1]; math.Abs(out.Volume-0.05) > 1e-12 || out.Prescribed != nil {
				t.Errorf("out of the weir: %+v", out)
			}
		})
	}
	c := channel(func(o *Opening) { o.Velocity = ramp })
	c.Particles.Type[0] = sph.Wall // so the buffer is not full, and the wet area not known
	if b := newBalances(c); b.all[0].Prescribed != nil {
		t.Error("a velocity through a part of an opening prescribes a volume")
	}
}

// Where nothing is prescribed the volume is that of the samples, which boundaries.csv has.
func TestVolumesOfSamples(t *testing.T) {
	c := channel(func(o *Opening) { o.Discharge = timeseries.Constant(0.1) })
	b := newBalances(c)
	b.Add(counted(2, 0, 0))
	b.Add(counted(3, 20, 5))
	b.Sample(&sph.Sample{Readings: []float64{0, 0.7, 0, 0, -0.07, 0}})
	b.Add(counted(4, 30, 8))
	for k, want := range []float64{0.3, 0.07} {
		if got := b.all[k].Volume; math.Abs(got-want) > 1e-12 {
			t.Errorf("through %s come %g m², not %g", b.all[k].Name, got, want)
		}
	}
}

// With gravity, the level at a full opening may fall where the fluid has a surface, so its velocity
// prescribes a volume in a closed conduit only.
func TestPrescribedWithSurface(t *testing.T) {
	for _, lid := range []bool{false, true} {
		c := channel(func(o *Opening) { o.Velocity = timeseries.Constant(0.5) })
		c.Params.Gravity = [3]float64{0, 0, -9.81}
		for _, x := range slices.Clone(c.Particles.Position) {
			for range 2 {
				if x[2] += 0.1; lid {
					c.Particles.Add(x, sph.Wall, 0)
				}
			}
		}
		if is := newBalances(c).all[0].Prescribed != nil; is != lid {
			t.Errorf("with a lid %t, a volume is prescribed: %t", lid, is)
		}
	}
}

// A difference of a layer is none, more than that is, also where it goes away later.
func TestWarning(t *testing.T) {
	c := channel(func(o *Opening) { o.Discharge = timeseries.Constant(0.1) })
	for _, test := range []struct {
		in   []int // by each second
		want bool
	}{
		{[]int{0, 10, 20}, false}, {[]int{2, 12, 18}, false}, {[]int{0, 13, 20}, true},
		{[]int{0, 10, 17}, true},
	} {
		b := newBalances(c)
		for k, n := range test.in {
			b.Add(counted(float64(k+1), n, 0))
		}
		said := b.all[0].Warning()
		if (said != "") != test.want ||
			test.want && !strings.Contains(said, "0.2 m² are prescribed; they differed by up to 0.03 m², "+
				"more than a layer of its particles, 0.02 m²") {
			t.Errorf("%v: %q", test.in, said)
		}
	}
}

// Balances that go on from a checkpoint are those of a run that has not ended.
func TestBalancesGoOn(t *testing.T) {
	c := channel(func(o *Opening) { o.Discharge = timeseries.Constant(0.1) })
	whole := newBalances(c)
	whole.Add(counted(1, 3, 0))
	whole.Add(counted(2, 10, 4))
	before := whole.Copy()
	whole.Add(counted(3, 20, 8))
	next := newBalances(c)
	next.GoOn(before, 2)
	next.Add(counted(3, 20, 8))
	if !reflect.DeepEqual(next.all, whole.all) {
		t.Errorf("%+v, not %+v", next.all, whole.all)
	}
	if *before[0].Prescribed == *whole.all[0].Prescribed {
		t.Error("a copy changes")
	}
}
