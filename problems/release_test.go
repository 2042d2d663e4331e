package problems

import (
	"math"
	"slices"
	"testing"

	"gpusph/sph"
)

// columnPressure is the pressure in a column of water as wide as a and as high as b, in metres of water, at the moment in which it
// is let go: harmonic, with ∂p/∂x = 0 at x = 0, ∂p/∂z = -1 at z = 0, and 0 at the surfaces x = a and z = b. It is a series in cos (n + 1/2) π x/a.
func columnPressure(a, b, x, z float64) (p float64) {
	for n := range 400 {
		k := (float64(n) + 0.5) * math.Pi / a
		c := 2 / (k * a)
		if n%2 == 1 {
			c = -c
		}
		p += c * math.Cos(k*x) / k * math.Exp(-k*z) * (1 - math.Exp(-2*k*(b-z))) / (1 + math.Exp(-2*k*b))
	}
	return p
}

// A column begins with the pressures that it has without its gate, to one part in fifty of the greatest, and the more exactly the finer it is.
func TestReleaseOfColumn(t *testing.T) {
	var before float64
	for _, across := range []int{20, 80} {
		d := newDamBreakColumn()
		const a, b = 0.05715, 0.1143
		c, err := d.Setup(a / float64(across))
		if err != nil {
			t.Fatal(err)
		}
		p, q := &c.Params, &c.Particles
		var off float64
		for i, kind := range q.Type {
			if x := q.Position[i]; kind == sph.Fluid {
				want := p.Rho0 * gravity * columnPressure(a, b, x[0], x[2])
				off = max(off, math.Abs(p.Pressure(float64(q.Rel[i]))-want))
			}
		}
		off /= p.Rho0 * gravity * columnPressure(a, b, 0, 0)
		t.Logf("%d spacings: %.2g off at most", across, off)
		if across == 80 && (off > 0.02 || off > before/2) {
			t.Errorf("with 80 spacings the pressure is %.2g off, with 20 %.2g; want 0.02 at most, and half of it", off, before)
		}
		before = off
	}
}

// Water that rests, behind a gate as well, begins with the weight of what is above; a block in the air begins without pressure.
func TestReleaseLeavesRestingWater(t *testing.T) {
	tank := box{max: [3]float64{2, 0.5, 1}}
	half := []pool{{box: box{max: [3]float64{1, 0.5, 0.5}}}}
	gate := solid{box: box{[3]float64{1, 0, 0}, [3]float64{1.15, 0.5, 1}}}
	for name, s := range map[string]struct {
		scene
		most, least float64 // pressure over that of the depth
		more        float64 // spacings of water: within a cell from the top a surface is taken to slope
	}{
		"rests":         {scene{tank: tank, open: noLid, water: []pool{{box: box{max: [3]float64{2, 0.5, 0.5}}}}}, 1, 1, 1e-4},
		"behind a gate": {scene{tank: tank, open: noLid, water: half, solids: []solid{gate}}, 1, 1, 1e-4},
		"in the air":    {scene{tank: tank, open: noLid, water: []pool{{box: box{[3]float64{0.5, 0, 0.4}, [3]float64{1.5, 0.5, 0.9}}}}}, 0.1, 0, 2.2},
	} {
		c, err := newHydrostatic().(*hydrostatic).newCase(newHydrostatic(), 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.fill(c); err != nil {
			t.Fatal(err)
		}
		p, q := &c.Params, &c.Particles
		for i, kind := range q.Type {
			if kind != sph.Fluid {
				continue
			}
			depth := s.water[0].pressure(p, q.Position[i][2])
			got := p.Pressure(float64(q.Rel[i]))
			if more := s.more * p.DeltaP * p.Rho0 * gravity; got > s.most*depth+more || got < s.least*depth-more {
				t.Errorf("%s: at %.3v the pressure is %.4g Pa, where the water above weighs %.4g", name, q.Position[i], got, depth)
				break
			}
		}
	}
}

// BenchmarkRelease times what it adds to the start, with 1.7 million particles of water.
func BenchmarkRelease(b *testing.B) {
	c := setup(b, "DamBreak3D", 0.004)
	before := slices.Clone(c.Particles.Rel)
	for b.Loop() {
		copy(c.Particles.Rel, before)
		release(c)
	}
}
