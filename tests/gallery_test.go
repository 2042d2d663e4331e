package tests

import (
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"gpusph/cases"
	"gpusph/problems"
	"gpusph/sph"
)

// galleryRun is how a case of the gallery is tried.
type galleryRun struct {
	spacing float64 // coarser than that of the file, so that the case has some thousand particles [m]
	steps   int
	holds   func(t *testing.T, f *flow, first, last sph.Sample)
}

// What holds after some steps.
var (
	moves = func(t *testing.T, f *flow, first, last sph.Sample) {
		if last.Energy[0] <= first.Energy[0] {
			t.Errorf("the kinetic energy is %g J at first and %g J then", first.Energy[0], last.Energy[0])
		}
	}
	spreads = func(t *testing.T, f *flow, first, last sph.Sample) {
		moves(t, f, first, last)
		if last.Front <= first.Front {
			t.Errorf("the front is at %g m at first and at %g m then", first.Front, last.Front)
		}
	}
	floats = func(t *testing.T, f *flow, first, last sph.Sample) {
		for k, p := range last.Poses {
			if shift := p.Shift[2] - first.Poses[k].Shift[2]; !(math.Abs(shift) < f.Params.DeltaP) {
				t.Errorf("body %d has moved by %g m along z", k, shift)
			}
		}
		if len(last.Poses) == 0 {
			t.Error("no body is free")
		}
	}
	falls = func(t *testing.T, f *flow, first, last sph.Sample) {
		if shift := last.Poses[0].Shift[2] - first.Poses[0].Shift[2]; !(shift < 0) {
			t.Errorf("the body has moved by %g m along z", shift)
		}
	}
	flowsIn = func(t *testing.T, f *flow, first, last sph.Sample) {
		in, o := last.Openings[0].Volume-first.Openings[0].Volume, &f.Openings[0]
		if o.Discharge == nil { // a part of the opening may be dry
			most := (last.Time - first.Time) * f.OpeningLayouts()[0].Area(f.Params.Dim) *
				max(o.Velocity.At(first.Time), o.Velocity.At(last.Time))
			if !(in > 0.2*most && in < 1.01*most) {
				t.Errorf("%g m³ have come in, of at most %g", in, most)
			}
			return
		}
		want := o.Discharge.Integral(last.Time) - o.Discharge.Integral(first.Time)
		if !(math.Abs(in/want-1) < 1e-3) {
			t.Errorf("%g m³ have come in, but %g are prescribed", in, want)
		}
	}
	warms = func(t *testing.T, f *flow, first, last sph.Sample) {
		if last.Heat[0] <= 0 || last.Heat[1] >= 0 {
			t.Errorf("the walls have given %g J", last.Heat)
		}
	}
	cools = func(t *testing.T, f *flow, first, last sph.Sample) {
		if air := last.Heat[len(last.Heat)-1]; air >= 0 {
			t.Errorf("the air has given %g J", air)
		}
	}
	soaks = func(t *testing.T, f *flow, first, last sph.Sample) {
		if moves(t, f, first, last); len(last.Soaked) == 0 {
			t.Error("there is no porous layer")
		}
	}
	steady = func(t *testing.T, f *flow, first, last sph.Sample) {
		if off := last.Energy[0]/first.Energy[0] - 1; math.Abs(off) > 0.01 {
			t.Errorf("the kinetic energy has changed by %g", off)
		}
	}
)

var galleryRuns = map[string]galleryRun{
	"pillars":            {0.05, 150, moves},
	"dam-break-column":   {0.05715 / 20, 300, spreads},
	"piers":              {0.05, 150, spreads},
	"gate":               {0.02, 100, moves},
	"spillway":           {0.1, 150, moves},
	"weir":               {0.05, 150, moves},
	"broad-crested-weir": {0.02, 100, flowsIn},
	"sharp-crested-weir": {0.02, 100, flowsIn},
	"hydraulic-jump":     {0.02, 100, flowsIn},
	"sluice-inflow":      {0.02, 100, flowsIn},
	"culvert":            {0.05, 50, flowsIn},
	"piers-flood":        {0.05, 100, flowsIn},
	"fishpass":           {0.1, 50, moves},
	"rough-channel":      {0.1, 100, steady},
	"flume2d":            {0.05, 100, moves},
	"waveflume":          {0.05, 100, moves},
	"flume-waves":        {0.05, 100, moves},
	"flume-absorb":       {0.05, 100, moves},
	"focused-wave":       {0.04, 100, moves},
	"overtopping":        {0.05, 100, moves},
	"solitary-slope":     {0.05, 100, moves},
	"breakwater":         {0.06, 20, steady},
	"rubble-mound":       {0.05, 100, soaks},
	"porous-dam":         {0.01, 200, soaks},
	"floating-box":       {0.04, 100, floats},
	"moored-buoy":        {0.03, 100, floats},
	"tied-barges":        {0.04, 100, floats},
	"rolling-ship":       {0.02, 100, floats},
	"owc":                {0.025, 100, moves},
	"box-dambreak":       {0.03, 30, floats},
	"ramp-sphere":        {0.05, 100, falls},
	"paddlewheel":        {0.02, 100, moves},
	"rolling-tank":       {0.0124, 200, moves},
	"ship":               {0.065, 50, moves},
	"pipebend":           {0.012, 50, moves},
	"pipe-tee":           {0.0129, 30, flowsIn},
	"cylinder2d":         {0.2, 100, flowsIn},
	"valley":             {3, 100, moves},
	"dam-break-air":      {0.02, 200, moves},
	"brine-discharge":    {0.012, 100, flowsIn},
	"rising-bubble":      {0.05, 200, moves},
	"heated-cavity":      {0.05, 200, warms},
	"mud-slump":          {0.01, 100, spreads},
	"lava":               {0.05, 30, cools},
}

// processorTime is that of this process [s].
func processorTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// TestGalleryRuns holds that each case of the gallery runs some steps in at most 5 s of processor
// time, that nothing blows up, that no particle is lost, and that its phenomenon begins.
func TestGalleryRuns(t *testing.T) {
	if all := cases.List(); len(all) != len(galleryRuns) {
		t.Errorf("the gallery has %d cases, the table %d", len(all), len(galleryRuns))
	}
	for _, c := range cases.List() {
		t.Run(c.Name, func(t *testing.T) {
			began := processorTime()
			run, ok := galleryRuns[c.Name]
			if !ok {
				t.Fatal("it is not in the table")
			}
			galleryCase(t, c.Name, run)
			if took := processorTime() - began; took > 5 {
				t.Errorf("it has taken %.1f s of a processor; 5 s are allowed", took)
			}
		})
	}
}

func galleryCase(t *testing.T, name string, run galleryRun) {
	t.Helper()
	dir := t.TempDir()
	all, err := cases.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, err := problems.FromFile(filepath.Join(dir, all[0].Name))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(run.spacing)
	if err == nil {
		err = c.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	f := begin(t, c, c.End, hosts(1))
	first := f.sample()
	for f.reached.Step < run.steps {
		f.advanceAndLose()
	}
	last := f.sample()
	if v := f.reached.Speed; !(v < c.Params.FastestSound()/3) {
		t.Errorf("the greatest speed is %g m/s, that of sound %g m/s", v, c.Params.FastestSound())
	}
	if d := last.Density; !(d[0] > 0.9*c.Params.Rho0 && d[1] < 1.1*c.Params.Rho0) {
		t.Errorf("densities are from %g to %g kg/m³", d[0], d[1])
	}
	if n := c.Particles.Len(); len(c.Openings) == 0 &&
		(f.reached.Lost != 0 || f.reached.Particles != n) {
		t.Errorf("%d of %d particles are left", f.reached.Particles, n)
	}
	run.holds(t, f, first, last)
}
