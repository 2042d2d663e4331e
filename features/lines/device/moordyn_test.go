package device

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/features/lines"
)

//go:embed testdata/moordyn.csv
var moorDyn string

// Chains in 50 and 200 m of water have the tension at rest and along the heave of the fairlead,
// with a period of 10 s, that MoorDyn's tests compare with.
func TestMoorDynChains(t *testing.T) {
	for _, test := range []struct{ depth, far, length, fairlead, anchor float64 }{
		{50, 400, 410, 991.6, 826.2}, {200, 700, 760, 2065.4, 1402.2},
	} {
		for _, amplitude := range []float64{2, 5} {
			t.Run(fmt.Sprintf("%g m, heave %g m", test.depth, amplitude), func(t *testing.T) {
				f := hung(lines.Line{Name: "chain", From: fixed(test.far, 0, -test.depth),
					To: lines.End{Kind: lines.OnBody, Body: 1}, Length: test.length,
					Segments: int(test.length / 10), Kind: lines.Kind{Mass: 390, Diameter: 0.252,
						Stiffness: 1.674e9, Damping: 1, Drag: [2]float64{1.37, 0.64},
						Added: [2]float64{1, 0}, Friction: 0.5}},
					lines.Bed{Is: true, Level: -test.depth, Stiffness: 1e5, Damping: 1})
				f.Water, f.Level = lines.StillWater, 0.1
				a, _, _ := on(t, f, 1025, gravity)
				a.of.Quantum = 1e-8
				a.settle(0.2, 60, 0.02)
				rest := a.readings()
				for k, want := range []float64{test.anchor, test.fairlead} {
					e := rest[k]/1e3/want - 1
					t.Logf("at rest %.5g kN, not %g: %+.2f %%", rest[k]/1e3, want, 100*e)
					if math.Abs(e) > 0.02 {
						t.Errorf("the tension at rest is off by %.3g %%", 100*e)
					}
				}
				a.heave(t, amplitude, func(time float64) {
					a.compare(t, test.depth, amplitude, time, test.fairlead)
				})
				a.judge(t)
			})
		}
	}
}

// heave moves the fairlead for two periods, the first of which begins with its speed rising.
func (a *alone) heave(t *testing.T, amplitude float64, each func(time float64)) {
	const dt = 0.005
	omega := 2 * math.Pi / 10
	for n := range int(20/dt) + 1 {
		time := float64(n) * dt
		each(time)
		phase, ramp, rate := omega*time-0.018, 1.0, 0.0
		if time < 5 { // nothing is pulled at once
			ramp, rate = (1-math.Cos(math.Pi*time/5))/2, math.Pi/10*math.Sin(math.Pi*time/5)
		}
		z := amplitude * ramp * math.Sin(phase)
		v := amplitude * (ramp*omega*math.Cos(phase) + rate*math.Sin(phase))
		for k := range 2 {
			m := &a.bodies[2*k+1]
			m.Displacement[0][2] = int32(math.Round(z / a.of.Quantum))
			m.Velocity[0][2] = float32(v)
			m.Acceleration[0][2] = float32(-omega * omega * amplitude * ramp * math.Sin(phase))
		}
		a.step(dt)
	}
}

// compare compares the tensions at a time with those of the table, over that at rest.
func (a *alone) compare(t *testing.T, depth, amplitude, time, scale float64) {
	for line := range strings.Lines(moorDyn) {
		var d, m, at, z, fairlead, anchor float64
		n, _ := fmt.Sscanf(line, "%f,%f,%f,%f,%f,%f", &d, &m, &at, &z, &fairlead, &anchor)
		if n < 6 || d != depth || m != amplitude || math.Abs(at-time) > 1e-6 {
			continue
		}
		a.errors = append(a.errors, (a.readings()[1]/1e3-fairlead)/scale)
	}
}

// judge refuses tensions that are off by more than 5 %. The greatest difference is where the line
// is slack and snaps, and depends on the friction on the bed.
func (a *alone) judge(t *testing.T) {
	sum, worst := 0.0, 0.0
	for _, e := range a.errors {
		sum, worst = sum+e*e, max(worst, math.Abs(e))
	}
	rms := math.Sqrt(sum / float64(len(a.errors)))
	t.Logf("along the motion off by %.2f %% (rms) and %.2f %% at most", 100*rms, 100*worst)
	if len(a.errors) < 20 || rms > 0.05 || worst > 0.1 {
		t.Errorf("%d tensions along the motion are off by %.3g %%, and by up to %.3g %%", len(a.errors),
			100*rms, 100*worst)
	}
}
