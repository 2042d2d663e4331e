package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// From a checkpoint another simulation of the case goes on with the same bits, the same list
// periods, samples and captures, on any number of devices.
func TestResumeElsewhere(t *testing.T) {
	leaving := flight([3]float32{4, 0, -4})
	leaving.End = 1
	dye := column(0.05)
	dye.Params.Further.Scalar = 1e-4
	for name, c := range map[string]*sph.Case{"leaving": leaving, "dynamic": column(0.05), "dye": dye, "periodic": around([3]bool{true, true, false}, 16)} {
		t.Run(name, func(t *testing.T) {
			if underRace && name != "leaving" {
				t.Skip("it is the same to the race detector, and slow")
			}
			c.Probes = []sph.Probe{{Name: "P", Position: [3]float64{0.1, 0.1, 0.1}}}
			options := func(devices int) Options {
				return Options{System: open(t, devices), Stripe: 100, Balance: &shaker{}, SampleInterval: 3e-4, CopyInterval: 2.1e-3}
			}
			recorded := func(s *Simulation, all bool) (rows string) {
				for _, m := range s.Samples() {
					rows += fmt.Sprintf("%x %d %x %x %x\n", m.Time, m.Step, m.Energy[sph.Kinetic], m.Pressure, m.Density)
				}
				captures, err := s.StateCopies(all)
				if err != nil {
					t.Fatal(err)
				}
				for _, k := range captures {
					rows += fmt.Sprintln("capture", k.Step(), k.Snapshot().SHA256)
				}
				return rows
			}
			s := start(t, c, options(3))
			goOn(t, s, 45)
			recorded(s, true)
			middle, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			want := goOn(t, s, 35) + recorded(s, true)
			if strings.Count(want, "\n") < 10 || !strings.Contains(want, "capture") {
				t.Fatalf("there are too few samples or captures: %s", want)
			}
			for _, devices := range []int{1, 3} {
				other := start(t, c, options(devices))
				if err := other.Resume(middle, nil, &shaker{}); err != nil {
					t.Fatal(err)
				}
				if got := goOn(t, other, 35) + recorded(other, true); got != want {
					t.Errorf("on %d devices\n%s\nwant\n%s", devices, got, want)
				}
			}
		})
	}
}

// What comes from a file may be anything. What does not fit the case is refused, and the flow is as
// it was.
func TestResumeRefuses(t *testing.T) {
	s := start(t, column(0.05), Options{System: open(t, 2), Stripe: 100})
	goOn(t, s, 20)
	good, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	want := goOn(t, s, 20)
	for what, spoil := range map[string]func(*sph.Checkpoint){
		"fields":                func(c *sph.Checkpoint) { c.Fields = c.Fields[1:] },
		"of 7 bytes":            func(c *sph.Checkpoint) { c.Fields[2].Bytes = 7 },
		"bytes of Velocity":     func(c *sph.Checkpoint) { c.Fields[2].Data = c.Fields[2].Data[16:] },
		"no order":              func(c *sph.Checkpoint) { c.Starts[3] = -1 },
		"in 1 slices":           func(c *sph.Checkpoint) { c.Starts = c.Starts[:2] },
		"twice":                 func(c *sph.Checkpoint) { copy(c.Fields[sph.IDField].Data[4:8], c.Fields[sph.IDField].Data[:4]) },
		"left the domain":       func(c *sph.Checkpoint) { c.LeftDomain = 1 },
		"with 2147483647":       func(c *sph.Checkpoint) { c.Capacity = math.MaxInt32 },
		"lists are for 1000":    func(c *sph.Checkpoint) { c.Planned = 1000 },
		"its clock says step":   func(c *sph.Checkpoint) { c.Step++ },
		"has no clock":          func(c *sph.Checkpoint) { c.Globals = nil },
		"89 bytes of the clock": func(c *sph.Checkpoint) { c.SetGlobal("clock", make([]byte, 89)) },
		"at NaN s": func(c *sph.Checkpoint) {
			c.Time = math.NaN()
			c.SetGlobal("clock", (&sph.Clock{Time: c.Time, Step: int32(c.Step)}).Bytes())
		},
	} {
		bad := *good
		bad.Starts, bad.Fields, bad.Globals = slices.Clone(good.Starts), slices.Clone(good.Fields), slices.Clone(good.Globals)
		for k := range bad.Fields {
			bad.Fields[k].Data = slices.Clone(bad.Fields[k].Data)
		}
		spoil(&bad)
		if err := s.Resume(&bad, nil, nil); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v does not say %q", err, what)
		}
	}
	if err := s.Resume(good, nil, nil); err != nil {
		t.Fatal(err)
	}
	if got := goOn(t, s, 20); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
