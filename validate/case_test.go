package validate

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// Every case says what it is, has outlines at all of its spacings, which fall, and figures and
// norms of its own names.
func TestCases(t *testing.T) {
	for _, c := range Cases {
		if c.What == "" || c.How == "" || c.Source == "" || len(c.Norms) == 0 || len(c.Figures) == 0 || (c.Why == "") != (c.Options == nil) {
			t.Errorf("%s does not say all", c.Name)
		}
		if c.Missing() != nil {
			continue // TestMonai has its own
		}
		p, err := c.problem()
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if (c.Problem == "") == (c.Text == "") || p.Name() != c.Flow() {
			t.Errorf("%s runs the problem %q and the case file %q", c.Name, c.Problem, p.Name())
		}
		for level, plan := range c.Levels {
			if len(plan.Spacings) == 0 && Level(level) != GPU {
				continue // the level leaves it out
			}
			if len(plan.Spacings) == 0 || !(plan.End > 0) || !slices.IsSortedFunc(plan.Spacings, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
				t.Errorf("%s %s has the plan %+v", c.Name, Levels[level], plan)
			}
			for _, deltaP := range plan.Spacings {
				if _, err := p.Outline(deltaP); err != nil {
					t.Errorf("%s at %g: %v", c.Name, deltaP, err)
				}
			}
		}
		names := map[string]bool{}
		for _, n := range c.Norms {
			if names[n.Name] || (n.Of == nil) == (n.Between == nil) || n.Gate.Falls && !n.Exact {
				t.Errorf("%s has the norm %+v", c.Name, n)
			}
			names[n.Name] = true
		}
	}
}

// Every case can begin: its parameters, its fields and its particles are not refused. Those with
// many particles are left out, which take longer.
func TestCasesBegin(t *testing.T) {
	const most = 10_000
	begun := 0
	for _, c := range Cases {
		if c.Missing() != nil {
			continue
		}
		coarsest := 0.0
		for _, plan := range c.Levels {
			coarsest = max(coarsest, slices.Max(append(plan.Spacings, 0)))
		}
		p, err := c.problem()
		if err != nil {
			t.Fatal(err)
		}
		if o, err := p.Outline(coarsest); err != nil || o.Fluid+o.Wall > most {
			continue // TestCases has the error
		}
		begun++
		if _, err := c.Setup(coarsest); err != nil {
			t.Errorf("%s at %g: %v", c.Name, coarsest, err)
		}
	}
	if begun < len(Cases)/2 {
		t.Errorf("only %d of %d cases have begun", begun, len(Cases))
	}
}

func TestFind(t *testing.T) {
	all, err := Find([]string{"spheric2", "Hydrostatic"}, nil)
	if err != nil || len(all) != 2 || all[0] != hydrostatic || all[1] != spheric2 {
		t.Errorf("found are %v: %v", all, err)
	}
	if _, err := Find([]string{"Hydrostatik"}, nil); err == nil || !strings.Contains(err.Error(), "did you mean Hydrostatic?") {
		t.Errorf("%v", err)
	}
	_, err = Find([]string{"Pondd"}, []string{"Pond"})
	if err == nil || !strings.Contains(err.Error(), "did you mean Pond?") {
		t.Errorf("%v", err)
	}
	if all, _ := Find(nil, nil); len(all) != len(Cases) {
		t.Errorf("without names there are %d", len(all))
	}
}

var onHost = Place{Devices: []string{"host"}, Options: func(system *gpu.System, end float64) engine.Options {
	return engine.Options{System: system, End: end}
}}

// A run has samples at the times asked for and looks near to those, from the beginning to the end.
// What ends it early is told.
func TestRun(t *testing.T) {
	c := &Case{Name: "MadeUp", Problem: "Hydrostatic", Options: []string{"--depth=0.2", "--length=0.2", "--width=0.2"}, Samples: 0.01, Snapshots: 0.02,
		Look: func(s *sph.Snapshot) []float64 { return []float64{s.Time, float64(s.Len())} }}
	told := 0.0
	r, err := c.Run(context.Background(), 0.05, 0.05, onHost, func(part float64) { told = part })
	if err != nil || r.Err != nil {
		t.Fatal(err, r.Err)
	}
	heights := r.Of(func(s *sph.Sample) float64 { return s.Height[0] })
	for k, want := range []float64{0, 0.01, 0.02, 0.03, 0.04, 0.05} {
		if len(heights.X) != 6 || math.Abs(heights.X[k]-want) > 1e-9 || math.Abs(heights.Y[k]-0.2) > 0.01 {
			t.Fatalf("the heights are %v", heights)
		}
	}
	looks := r.Seen(1)
	if n := len(looks.X); n != 4 || looks.X[0] != 0 || math.Abs(looks.X[1]-0.02) > 0.001 || math.Abs(looks.X[2]-0.04) > 0.001 || looks.X[3] < 0.05 ||
		looks.Y[3] != float64(r.Flow.Particles.Len()) || r.Seen(0).Y[1] != looks.X[1] {
		t.Errorf("looks are %v", looks)
	}
	if told != 1 || r.Steps == 0 || r.Seconds <= 0 {
		t.Errorf("told %g of %d steps in %g s", told, r.Steps, r.Seconds)
	}

	c.Snapshots = 1e-5 // several to a step
	if r, err = c.Run(context.Background(), 0.05, 0.01, onHost, func(float64) {}); err != nil || r.Err != nil {
		t.Fatal(err, r.Err)
	}
	for x, k := r.Seen(0).X, 1; k < len(x); k++ {
		if !(x[k] > x[k-1]) {
			t.Errorf("looks are at %v", x)
		}
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Run(ctx, 0.05, 0.05, onHost, func(float64) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	c.Options = []string{"--depth=0.9"}
	if r, err := c.Run(context.Background(), 0.05, 0.05, onHost, func(float64) {}); err != nil || r.Err == nil {
		t.Errorf("a depth beyond the tank: %v, %+v", err, r)
	}
}

// What cases keep of a snapshot: in a column with Tait's pressure that is not off, and mostly more
// than ρ g (H - z).
func TestLooks(t *testing.T) {
	p := sph.Defaults(0.02)
	s := &sph.Snapshot{Case: &sph.Case{Params: p}}
	add := func(x, z float32, kind sph.Type) {
		s.Position = append(s.Position, [3]float32{x, 0, z})
		s.Pressure = append(s.Pressure, float32(taitPressure(&p, stillDepth-float64(z))))
		s.Type = append(s.Type, kind)
	}
	add(99, 99, sph.Wall)
	for k := range 1000 {
		add(float32(k)/1000, stillDepth*(float32(k)+0.5)/1000, sph.Fluid)
	}
	still := lookAtStillWater(s)
	if still[stillTait] > 1e-6 || still[stillRMS] < 0.001 || still[stillRMS] > 0.005 {
		t.Errorf("the pressure is off by %g, and Tait's by %g", still[stillRMS], still[stillTait])
	}
	profile := stillProfile(&Run{Looks: []Look{{0, still}}})
	if n := len(profile.X); n != layerCount || math.Abs(profile.X[0]-0.025) > 1e-4 || math.Abs(profile.Y[0]-100*(taitPressure(&p, 0.39)/(p.Rho0*gravity*stillDepth)-0.975)) > 0.01 {
		t.Errorf("the profile is %v", profile)
	}
	column := lookAtColumn(s)
	if math.Abs(column[columnFront]-0.9945) > 1e-4 || math.Abs(column[columnEdge]-1.009) > 1e-4 {
		t.Errorf("front and edge are at %v", column)
	}
	dam := lookAtDam(s)
	if math.Abs(dam[damFront]-0.9945) > 1e-4 || math.Abs(dam[damX]-0.4995) > 1e-4 || math.Abs(dam[damZ]-0.2) > 1e-4 {
		t.Errorf("front and centre are at %v", dam)
	}
}

// TestWith adds options to a case's own, and leaves the case as it is.
func TestWith(t *testing.T) {
	c := &Case{Name: "Column", Problem: "DambreakColumn", Options: []string{"--ratio=0.5"}}
	other, err := c.With([]string{"--alpha=0.02", "--ratio=1"})
	if err != nil {
		t.Fatal(err)
	}
	flow, err := other.Setup(0.01)
	if err != nil {
		t.Fatal(err)
	}
	if flow.Params.Alpha != 0.02 || len(c.Options) != 1 || len(other.Options) != 3 {
		t.Errorf("alpha is %v with the options %v of %v, want 0.02 with three of one", flow.Params.Alpha, other.Options, c.Options)
	}
	if _, err := c.With([]string{"--alhpa=1"}); err == nil || !strings.Contains(err.Error(), "Column cannot be run with --alhpa=1") {
		t.Errorf("an option that the problem does not have gives %v", err)
	}
}
