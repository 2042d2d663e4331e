package engine

import (
	"math"
	"testing"

	"gpusph/features/roughness"
	"gpusph/sph"
)

// overFloor is particles of fluid out of each other's reach that move along a floor of dummy walls
// without gravity, at the heights given [Δp] and a speed [m/s].
func overFloor(speed float32, heights []float64) *sph.Case {
	const dp = 0.02
	c := &sph.Case{Name: "floor", Params: sph.Defaults(dp), End: 0.2}
	p := &c.Params
	p.Min, p.Max, p.Gravity = [3]float64{0, 0, -0.1}, [3]float64{1.2, 0.4, 0.2}, [3]float64{}
	p.Mass, p.C0, p.Alpha, p.Boundary = p.Rho0*dp*dp*dp, 3, 0, sph.Dummy
	for k, z := range heights {
		c.Particles.Add([3]float64{0.1 + 6*dp*float64(k), 0.2, z * dp}, sph.Fluid, 0)
		c.Particles.Velocity[k] = [3]float32{0.8 * speed, 0.6 * speed, 0}
	}
	for x := range 60 {
		for y := range 20 {
			for z := range 4 {
				c.Particles.Add([3]float64{(float64(x) + 0.5) * dp, (float64(y) + 0.5) * dp,
					-(float64(z) + 0.5) * dp}, sph.Wall, 0)
			}
		}
	}
	return c
}

// roughRate is k of dv/dt = -k v² for a particle at x over the floor of overFloor, in float64:
// 2 |Σ V ∇W| (κ/ln(30 z/ks))², the gradient by differences.
func roughRate(c *sph.Case, x [3]float64, sand, least float64) float64 {
	p := &c.Params
	w := func(r float64) float64 { // Wendland C2 in space
		q := r / p.H
		if q >= 2 {
			return 0
		}
		return 21 / (16 * math.Pi * p.H * p.H * p.H) * math.Pow(1-q/2, 4) * (2*q + 1)
	}
	var sum [3]float64
	for i, at := range c.Particles.Position {
		if c.Particles.Type[i] != sph.Wall {
			continue
		}
		d := [3]float64{x[0] - at[0], x[1] - at[1], x[2] - at[2]}
		r := math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
		const e = 1e-7
		slope := (w(r+e) - w(r-e)) / (2 * e)
		for a := range sum {
			sum[a] -= p.Mass / p.Rho0 * slope * d[a] / r
		}
	}
	size := math.Sqrt(sum[0]*sum[0] + sum[1]*sum[1] + sum[2]*sum[2])
	log := max(1, math.Log(30*max(x[2], least)/sand))
	return 2 * size * math.Pow(0.4/log, 2)
}

// The velocity of fluid along a rough floor falls as 1/(1 + ∫ k v dt) at each height, and not at
// all out of reach; that across it does not change.
func TestRoughWallsFollowLaw(t *testing.T) {
	heights := []float64{0.3, 0.5, 0.9, 1.3, 1.7, 2.1, 2.4, 3.2}
	for name, change := range map[string]func(p *sph.Params) (sand, least float64){
		"sand": func(p *sph.Params) (float64, float64) {
			*p.Number("roughness-sand") = 0.004
			return 0.004, p.DeltaP / 2
		},
		"sand larger than the spacing": func(p *sph.Params) (float64, float64) {
			*p.Number("roughness-sand") = 0.1
			return 0.1, p.DeltaP / 2
		},
		"Manning": func(p *sph.Params) (float64, float64) {
			*p.Number("roughness-manning") = 0.016
			return math.Pow(25*0.016, 6), p.DeltaP / 2
		},
		"Manning with a depth": func(p *sph.Params) (float64, float64) {
			*p.Number("roughness-manning"), *p.Number("roughness-depth") = 0.02, 0.6
			return roughness.Sand(p), 0.03
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := overFloor(0.1, heights)
			smooth := afterFloor(t, c)
			sand, least := change(&c.Params)
			rough := afterFloor(t, c)
			for k := range heights {
				v, want := smooth.Velocity[k], 0.1
				const n = 100
				dt := rough.Time / n
				for m := range n {
					var x [3]float64
					for a := range x {
						from, to := c.Particles.Position[k][a], float64(rough.Position[k][a])
						x[a] = from + (to-from)*(float64(m)+0.5)/n
					}
					want /= 1 + dt*roughRate(c, x, sand, least)*want
				}
				u := rough.Velocity[k]
				lost := 0.8*float64(v[0]-u[0]) + 0.6*float64(v[1]-u[1])
				if math.Abs(lost-(0.1-want)) > 0.004*(0.1-want)+1e-7 ||
					math.Abs(float64(v[2]-u[2])) > 1e-4 {
					t.Errorf("at %g Δp %g m/s are lost, not %g; %g m/s across", heights[k], lost,
						0.1-want, v[2]-u[2])
				}
			}
		})
	}
}

// afterFloor is the flow after some steps.
func afterFloor(t *testing.T, c *sph.Case) *sph.Snapshot {
	t.Helper()
	s := start(t, c, Options{System: open(t, 1)})
	advance(t, s, 40)
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return snap
}

// Over a column of fluid the parts of the stress that act at each height add up to all of it.
func TestRoughStressOfColumn(t *testing.T) {
	c := overFloor(1, nil)
	for _, h := range []float64{1.3, 1.5, 2} {
		c.Params.H = h * c.Params.DeltaP
		sum := 0.0
		for layer := range 5 {
			x := [3]float64{0.59, 0.19, (float64(layer) + 0.5) * c.Params.DeltaP}
			sum += c.Params.DeltaP * roughRate(c, x, 1e9, 1) / (0.4 * 0.4)
		}
		if math.Abs(sum-1) > 0.025 {
			t.Errorf("h %g Δp: %g of the stress acts on the fluid", h, sum)
		}
	}
}

// However rough and fast, nothing turns round.
func TestRoughWallsDoNotTurnFlow(t *testing.T) {
	c := overFloor(2, []float64{0.5, 1, 2})
	*c.Params.Number("roughness-sand") = 10
	c.Params.C0 = 40
	snap := afterFloor(t, c)
	for k := range 3 {
		u := snap.Velocity[k]
		if !(u[0] > 0 && u[1] > 0 && u[0] < 1.6) || math.Abs(float64(u[1]/u[0])-0.75) > 1e-4 {
			t.Errorf("particle %d has the velocity %v", k, u)
		}
	}
}

// roughColumn is a column of water that falls onto rough walls.
func roughColumn() *sph.Case {
	c := column(0.05)
	c.Params.Boundary, *c.Params.Number("roughness-sand") = sph.Dummy, 0.03
	return c
}

// A flow with rough walls has the same bits on any number of devices.
func TestRoughWallsOnDevices(t *testing.T) {
	smooth := func() *sph.Case { c := column(0.05); c.Params.Boundary = sph.Dummy; return c }
	if caseOnDevices(t, roughColumn) == caseOnDevices(t, smooth) {
		t.Error("roughness makes no difference")
	}
	damped := func() *sph.Case {
		c := dampedColumn()
		*c.Params.Number("roughness-sand") = 0.03
		return c
	}
	if caseOnDevices(t, damped) == caseOnDevices(t, dampedColumn) {
		t.Error("roughness makes no difference to what is damped")
	}
}

// No pair is missed where rough walls slow what slides along them.
func TestNoPairIsMissedAtRoughWalls(t *testing.T) {
	c := fast()
	*c.Params.Number("roughness-sand") = 10
	if used := pairsMissed(t, c, 60); used < 0.3 {
		t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
	}
}

// Manning's n of a depth makes the mean of the logarithmic law the velocity of Manning.
func TestManningOfDepth(t *testing.T) {
	for _, depth := range []float64{0.1, 1, 8} {
		for _, n := range []float64{0.012, 0.03} {
			p := sph.Defaults(0.02)
			*p.Number("roughness-manning"), *p.Number("roughness-depth") = n, depth
			sand := roughness.Sand(&p)
			mean, steps := 0.0, 100_000
			for k := range steps { // 1/κ ln(30 z/ks), from where it is 0
				z := (float64(k) + 0.5) / float64(steps) * depth
				mean += max(0, math.Log(30*z/sand)/0.4) / float64(steps)
			}
			want := math.Pow(depth, 1./6) / (n * math.Sqrt(9.81)) // of R^(2/3) √S/n over √(g R S)
			if math.Abs(mean/want-1) > 0.03 {
				t.Errorf("depth %g m, n %g: the mean is %g u*, Manning has %g", depth, n, mean, want)
			}
		}
	}
}
