package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// againstOracle takes a step of a case, which must be what the equations say within a tolerance,
// and not what they say with other parameters.
func againstOracle(t *testing.T, c *sph.Case, system *gpu.System, tolerance disagreement, other func(*sph.Params)) {
	t.Helper()
	s := start(t, c, Options{System: system})
	o := newOracle(t, s)
	begun := o.now
	o.step()
	dt := advance(t, s, 1).Dt
	if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) < 1) {
		t.Errorf("%v, %v, %+v: %+v, tolerated %+v", c.Params.Kernel, c.Params.Boundary, c.Params.Further, d, tolerance)
	}
	o = newOracle(t, s)
	o.now = begun
	other(&o.p)
	o.step()
	if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) > 3) {
		t.Errorf("%v, %v, %+v: other parameters are not seen: %+v", c.Params.Kernel, c.Params.Boundary, c.Params.Further, d)
	}
}

// displace moves particles of fluid after a step, where a pass is on, by at most half of how far a
// tenth of the speed of sound takes them in the longest step.
func (o *oracle) displace(next oracleState, on float64, by func(i int) vector) {
	if on == 0 {
		return
	}
	most := 0.05 * o.p.C0 * min(o.p.CFL*o.p.H/o.p.C0, o.diffusive())
	for i := range next.x {
		if o.fluid[i] {
			d := by(i)
			next.x[i] = next.x[i].plus(d, min(1, most/max(d.norm(), 1e-300)))
		}
	}
}

// onDevices is the hash of a flow with some options. It must be the same on one, three and six
// devices, between which slices move, with either exchange.
func onDevices(t *testing.T, change func(*sph.Params)) (hash string) {
	t.Helper()
	return caseOnDevices(t, func() *sph.Case {
		c := column(0.05)
		change(&c.Params)
		return c
	})
}

func caseOnDevices(t *testing.T, make func() *sph.Case) (hash string) {
	t.Helper()
	for _, test := range []struct {
		devices int
		way     exchange.Mode
	}{{1, exchange.Fastest}, {3, exchange.Overlap}, {6, exchange.Direct}} {
		if underRace && test.devices == 1 {
			continue // TestLoops and others have one device
		}
		c := make()
		o := Options{System: open(t, test.devices), Stripe: 500, Exchange: test.way}
		if test.devices > 1 {
			o.Balance = &shaker{}
		}
		s := start(t, c, o)
		advance(t, s, 25)
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if hash == "" {
			hash = snap.SHA256
		} else if snap.SHA256 != hash {
			t.Errorf("%d devices, %v: %s, one gives %s", test.devices, test.way, snap.SHA256, hash)
		}
	}
	return hash
}

// The parameters of passes are checked, by the names of their options, and where they are 0 there
// is no such pass.
func TestParametersOfPasses(t *testing.T) {
	var p sph.Params
	for option, to := range map[string]*float64{"smagorinsky": &p.Further.Smagorinsky, "shifting": &p.Further.Shifting, "xsph": &p.Further.XSPH} {
		p = column(0.05).Params
		without := passesOf(&p)
		*to = 0.1
		if err := p.Check(); err != nil || passesOf(&p) != without+1 {
			t.Errorf("%s: %v, %d passes, and %d without", option, err, passesOf(&p), without)
		}
		for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
			*to = bad
			if err := p.Check(); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s is %g, but must be zero or a positive number", option, bad)) {
				t.Errorf("%s %g: %v", option, bad, err)
			}
		}
	}
}

func passesOf(p *sph.Params) (n int) {
	for h := range corrector + 1 {
		for _, s := range passGroups(p, h, 1) {
			n += len(s.passes)
		}
	}
	return n
}
