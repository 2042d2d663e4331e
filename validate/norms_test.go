package validate

import (
	"math"
	"testing"

	"gpusph/sph"
)

// measured makes a run whose samples, every 1 ms to an end, have the same pressure at all probes
// and height at all gauges.
func measured(end float64, pressure, height func(t float64) float64) *Run {
	r := &Run{End: end}
	for _, t := range Times(0, end, 0.001) {
		s := sph.Sample{Time: t, Energy: make([]float64, 3)}
		for range 4 {
			s.Pressure, s.Height = append(s.Pressure, pressure(t)), append(s.Height, height(t))
		}
		r.Samples = append(r.Samples, s)
	}
	return r
}

func norm(t *testing.T, c *Case, name string) Norm {
	t.Helper()
	for _, n := range c.Norms {
		if n.Name == name {
			return n
		}
	}
	t.Fatalf("%s has no norm %q", c.Name, name)
	return Norm{}
}

func near(t *testing.T, c *Case, name string, r *Run, want, tolerance float64) {
	t.Helper()
	if got := norm(t, c, name).Of(r); !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %s is %g, not %g", c.Name, name, got, want)
	}
}

// SPHERIC 2's norms of the record itself, 20 ms late, 1 kPa higher for 0.1 of the 0.25 s, and 1 cm
// deeper.
func TestSphericNorms(t *testing.T) {
	record, heights := Reference("spheric2_pressures.csv", "time_s", "P1_Pa"), measuredHeight(3)
	late := measured(0.8, func(t float64) float64 { return record.At(max(t, 0.33) - 0.02) }, func(float64) float64 { return 0 })
	near(t, spheric2, "P1 > 2810 Pa comes later by", late, 0.02, 1e-4)
	higher := measured(0.8, func(t float64) float64 {
		p := record.At(max(t, 0.3))
		if t > 0.43 && t < 0.5 || t > 0.65 && t < 0.72 {
			p += 1000
		}
		return p
	}, func(t float64) float64 { return heights.At(t) + 0.01 })
	near(t, spheric2, "P1 too high by", higher, 1000*0.1/0.25/5456, 0.002)
	near(t, spheric2, "H4 off to 0.8 s, RMS", higher, 0.01, 2e-4)
}

// Sloshing's norms of two plateaus after each impact.
func TestSloshingNorms(t *testing.T) {
	r := measured(4.25, func(t float64) float64 {
		switch {
		case t < 2.4 || t > 2.75 && t < 4.1:
			return 0
		case t < 2.45 || t > 3 && t < 4.15:
			return 2000
		}
		return 735
	}, func(float64) float64 { return 0 })
	near(t, sloshing, "first impact comes later by", r, 2.4/2.375-1, 0.001)
	near(t, sloshing, "p after the first, to 50 ms, too high by", r, 2000./1610-1, 0.06)
	near(t, sloshing, "p after the first, 50 to 300 ms, too high by", r, 735./690-1, 0.02)
	near(t, sloshing, "second impact comes later by", r, 4.1/4.05-1, 0.001)
	near(t, sloshing, "p after the second, to 50 ms, too high by", r, 2000./2120-1, 0.06)
	near(t, sloshing, "p after the second, 50 to 140 ms, too high by", r, 735./490-1, 0.05)
}

// Norms of still water are of its second half, but for the drift, and those of dam breaks the
// greatest in time.
func TestStillAndDamNorms(t *testing.T) {
	r := measured(60.2*stillTime, func(float64) float64 { return 0 }, func(float64) float64 { return 0 })
	r.Flow = &sph.Case{Params: sph.Params{Mass: 2}}
	r.Flow.Particles.Add([3]float64{}, sph.Fluid, 0)
	for i := range r.Samples {
		s := &r.Samples[i]
		// 0.2 m high at first and 0.21 m after 40 √(H/g); 1e-3 of the energy is kinetic at first,
		// 2e-6 after 25.
		s.Energy[sph.Potential], s.Energy[sph.Kinetic] = 2*gravity*0.2, 1e-3*2*gravity*0.2
		if s.Time > 25*stillTime {
			s.Energy[sph.Kinetic] = 2e-6 * s.Energy[sph.Potential]
		}
		if s.Time > 40*stillTime {
			s.Energy[sph.Potential] *= 1.05
		}
	}
	for k := range 61 {
		off := 0.5
		if k > 29 {
			off = 0.02
		}
		r.Looks = append(r.Looks, Look{float64(k) * stillTime, []float64{off, off / 2}})
	}
	near(t, hydrostatic, "pressure off, RMS", r, 0.02, 1e-9)
	near(t, hydrostatic, "pressure off Tait's, RMS", r, 0.01, 1e-9)
	near(t, hydrostatic, "E_kin / E_pot, most", r, 2e-6, 1e-12)
	near(t, hydrostatic, "drift of the height", r, 2*0.01/stillDepth, 1e-9)

	coarse, fine := &Run{}, &Run{}
	for _, time := range Times(0, damEnd+0.02, 0.02) {
		coarse.Looks = append(coarse.Looks, Look{time, []float64{1, 1, 1}})
		fine.Looks = append(fine.Looks, Look{time, []float64{1, 1 + 0.1*time, 1}})
	}
	for name, want := range map[string]float64{"front differs": 0, "x of the centre of mass differs": 1 - 1/1.06} {
		if got := norm(t, damBreak3D, name).Between(coarse, fine); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s by %g, not %g", name, got, want)
		}
	}
}
