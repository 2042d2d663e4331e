package engine

import (
	"fmt"
	"math"
	"testing"

	"gpusph/features/fluids"
	"gpusph/features/tension"
	"gpusph/sph"
)

// oracleMix is the fluids of an oracle whose densities are ρ_ref (1 + x), x being a particle's own
// ρ/ρ0 - 1. docs/design/materials.md has the equations. Walls are dummy ones.
type oracleMix struct {
	of         []sph.Properties // of each particle
	background float64          // pressure [Pa]
	sharpness  float64          // of Grenier et al. 2009
	sigma      float64          // between two fluids [N/m]
	wets       string           // the fluid whose tension with walls is angular [N/m]
	wall       float64
	stress     []tensor // of surfaces, of the beginning of the step [Pa]
}

// newMix is that of a case.
func newMix(c *sph.Case) *oracleMix {
	x := &oracleMix{background: c.Params.Further.Background,
		sharpness: *c.Params.Number(fluids.Sharpness)}
	for i := range c.Particles.Position {
		x.of = append(x.of, c.PropertiesOf(int(c.Particles.MaterialOf(i))))
	}
	for _, t := range tension.Of(c) {
		// Young 1805: walls pull more at the fluid with the lesser angle, so the other has a tension;
		// twice of it, since half of |∇C| across a face is behind it
		x.sigma, x.wets = t.Sigma, t.Between[0]
		if x.wall = -2 * t.Sigma * math.Cos(t.Angle*math.Pi/180); x.wall < 0 {
			x.wall, x.wets = -x.wall, t.Between[1]
		}
	}
	return x
}

// state is x of a particle and its P/(1 + x)² [Pa].
func (o *oracle) state(s oracleState, i int) (x, term float64) {
	m := &o.mix.of[i]
	x = s.rho[i]/o.p.Rho0 - 1
	pressure := m.Rho0*m.C0*m.C0/m.Gamma*(math.Pow(1+x, m.Gamma)-1) + o.mix.background
	return x, pressure / ((1 + x) * (1 + x))
}

// volume of a particle at its ρ0 [m³].
func (o *oracle) volume(i int) float64 {
	if o.mix == nil {
		return o.mass(i) / o.p.Rho0
	}
	return o.mass(i) / o.mix.of[i].Rho0
}

// missing is L - 1 of corrected gradients, 0 without.
func (o *oracle) missing(i int) tensor {
	if o.kept == nil {
		return tensor{}
	}
	return o.kept[i].plus(tensor{{1}, {0, 1}, {0, 0, 1}}, -1)
}

// onMixed is onFluid of several fluids. The rate is that of ρ_ref (1 + x).
func (o *oracle) onMixed(s oracleState, i int) (a vector, rate float64) {
	p, m, h := &o.p, &o.mix.of[i], o.p.H
	x, term := o.state(s, i)
	var push vector // force on a unit of ρ0 volume
	o.near(s, i, true, func(j int, d vector, r float64) {
		n, volume, slope := &o.mix.of[j], o.volume(j), o.dw(r)/r
		y, other := o.state(s, j)
		zi, zj := m.Rho0*m.C0, n.Rho0*n.C0
		q, same := 2*zj/(zi+zj), m.Kind == n.Kind
		pressures := q*term + (2-q)*other
		if !same {
			pressures += o.mix.sharpness * (math.Abs(term) + math.Abs(other))
		}
		push = push.plus(d, -volume*pressures*slope)
		own := o.missing(i).times(d)
		push = push.plus(own, -volume*q*term*slope)
		push = push.plus(o.missing(j).times(d), -volume*(2-q)*other*slope)
		v := s.v[i].plus(s.v[j], -1)
		if vr := o.approach(i, j, d, v.dot(d)); vr < 0 {
			viscous := 2 * zi * zj / (zi + zj) * 2 * p.Alpha * h * vr / ((2 + x + y) * (r*r + 0.01*h*h))
			push = push.plus(d, volume*viscous*slope)
		}
		if mu, nu := m.Rho0*m.Nu, n.Rho0*n.Nu; mu*nu > 0 {
			mean := 2 * mu * nu / (mu + nu) * o.nu / p.Nu
			push = push.plus(v, volume*mean*(2+x+y)/((1+x)*(1+y))*slope)
		}
		if o.mix.stress != nil {
			of := o.mix.stress[i].times(d).plus(o.mix.stress[j].times(d), 1)
			push = push.plus(of, volume*slope)
		}
		rate += p.Rho0 * volume * q * v.dot(d.plus(own, 1)) * slope
		if same && p.Diffusion == sph.Fourtakas {
			excess := x - y - o.still(p.Gravity).dot(d)/(m.C0*m.C0)
			rate += p.Rho0 * 2 * p.Xi * h * m.C0 * volume * excess * slope
		}
	})
	walls, compression := o.mixedWalls(s, i, x, term)
	push, rate = push.plus(walls, 1), rate+compression
	return o.onLone(s, i).plus(push, 1/m.Rho0), rate
}

// mixedWalls is dummyWalls, as a force on a unit of ρ0 volume.
func (o *oracle) mixedWalls(s oracleState, i int, x, term float64) (push vector, rate float64) {
	p, m, volume, pull := &o.p, &o.mix.of[i], o.p.Mass/o.p.Rho0, o.still(o.onLone(s, i))
	var away, nearest vector
	var squares, all float64
	o.near(s, i, false, func(_ int, d vector, r float64) {
		slope := -o.dw(r) / r
		push = push.plus(d, volume*max(2*term-m.Rho0*pull.dot(d)/(1+x), 0)*slope)
		push = push.plus(o.missing(i).times(d), volume*term*slope)
		if o.mix.stress != nil {
			push = push.plus(o.mix.stress[i].times(d), -volume*slope)
		}
		away = away.plus(d, slope)
		squares, all = squares+slope*r*r*r*r, all+slope*r*r
		if nearest == (vector{}) || r < nearest.norm() {
			nearest = d
		}
	})
	if all == 0 {
		return push, 0
	}
	v, size := s.v[i], away.norm()
	face := max(nearest.dot(away)/size-p.DeltaP/2, p.DeltaP/4)
	if p.Nu > 0 {
		push = push.plus(v, -volume*2*m.Rho0*m.Nu*o.nu/p.Nu/(1+x)*size/face)
	}
	separation, omega := v.dot(away), m.C0/(2*p.DeltaP)
	height := max(o.height(size, all, squares/all), o.heightByNearest(nearest.norm()))
	if close := p.DeltaP/4 - height; close > 0 {
		spring := max(omega*omega*close-omega*separation/size, 0)
		push = push.plus(away, m.Rho0*spring/size)
	}
	if separation < 0 && !p.Further.Residual {
		push = push.plus(away, volume*p.Alpha*m.Rho0*m.C0*2*-separation/size/(1+x))
	}
	corrected := -p.Mass * v.dot(o.missing(i).times(away))
	if separation > 0 && x < 0 {
		return push, corrected
	}
	return push, corrected - p.Mass*separation
}

// surfaceStresses are σ (|∇C| I - ∇C ∇C/|∇C|) of each particle of fluid, of the other fluid and of
// walls.
func (o *oracle) surfaceStresses(s oracleState) {
	if o.mix.sigma == 0 {
		return
	}
	o.mix.stress = make([]tensor, len(s.x))
	for i := range s.x {
		if !o.fluid[i] {
			continue
		}
		var other, walls vector
		o.near(s, i, true, func(j int, d vector, r float64) {
			if o.mix.of[j].Kind != o.mix.of[i].Kind {
				other = other.plus(d, o.volume(j)*o.dw(r)/r)
			}
		})
		o.near(s, i, false, func(_ int, d vector, r float64) {
			walls = walls.plus(d, o.p.Mass/o.p.Rho0*o.dw(r)/r)
		})
		o.mix.stress[i] = o.surfaceStress(o.mix.sigma, other)
		if o.mix.of[i].Kind == o.mix.wets {
			of := o.surfaceStress(o.mix.wall, walls)
			for a := range 3 {
				for b := range 3 {
					o.mix.stress[i][a][b] += of[a][b]
				}
			}
		}
	}
}

// surfaceStress is that of a surface with ∇C, from 0.02/h on.
func (o *oracle) surfaceStress(sigma float64, c vector) (t tensor) {
	size := c.norm()
	if size*o.p.H < 0.02 {
		return t
	}
	for a := range 3 {
		t[a][a] = sigma * size
		for b := range 3 {
			t[a][b] -= sigma * c[a] * c[b] / size
		}
	}
	return t
}

// mixedCorner is corner with water below and a fluid of a thousandth of its density above, which
// has an exponent, a speed of sound and a viscosity of its own.
func mixedCorner(change func(c *sph.Case), tensions ...tension.Tension) *sph.Case {
	c := corner(1)
	p := &c.Params
	p.Boundary, p.Dt = sph.Dummy, 1e-4
	p.Diffusion, p.Xi = sph.Fourtakas, 0.1
	change(c)
	heavy := sph.Properties{Kind: "heavy", Nu: p.Nu}
	light := sph.Properties{Kind: "light", Nu: 15 * p.Nu, Rho0: p.Rho0 / 1000, C0: 4 * p.C0,
		Gamma: 1.4}
	c.Mix([]sph.Material{{Name: "heavy", Mass: p.Mass, Properties: heavy},
		{Name: "light", Mass: p.Mass / 1000, Properties: light}})
	tension.Give(c, tensions)
	c.Particles.Material = make([]uint8, c.Particles.Len())
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid && x[0]+x[2] > 6*p.DeltaP {
			c.Particles.Material[i] = 1
		}
	}
	return c
}

// A step of two fluids, 1000:1 in density, is what the equations say, to as many digits as one of
// one fluid, and each parameter is seen.
func TestFluidsAgainstOracle(t *testing.T) {
	surface := tension.Tension{Between: [2]string{"heavy", "light"}, Sigma: 2, Angle: 60}
	other := surface
	other.Angle = 120
	inside := func(c *sph.Case) {
		c.Params.Further.Correction, c.Params.Further.CorrectionFrom = true, 0.3
	}
	from := func(o *oracle) { o.p.Further.CorrectionFrom += 0.02 }
	for name, test := range map[string]struct {
		change   func(c *sph.Case)
		tensions []tension.Tension
		wrong    func(o *oracle)
	}{
		"densities": {func(*sph.Case) {}, nil, func(o *oracle) {
			for i := range o.mix.of {
				if o.mix.of[i].Kind == "light" {
					o.mix.of[i].C0 *= 1.01
				}
			}
		}},
		"viscosity": {func(c *sph.Case) { c.Params.Nu = 0.02 }, nil, func(o *oracle) {
			for i := range o.mix.of {
				o.mix.of[i].Nu *= 1.01
			}
		}},
		"quintic": {func(c *sph.Case) { c.Params.Kernel = sph.Quintic }, nil,
			func(o *oracle) { o.p.Kernel = sph.CubicSpline }},
		"background": {func(c *sph.Case) { c.Params.Further.Background = 500 }, nil,
			func(o *oracle) { o.mix.background *= 1.01 }},
		"sharpness": {func(c *sph.Case) { *c.Params.Number(fluids.Sharpness) = 0.1 }, nil,
			func(o *oracle) { o.mix.sharpness *= 1.01 }},
		"tension": {func(*sph.Case) {}, []tension.Tension{surface},
			func(o *oracle) { o.mix.sigma *= 1.01 }},
		"angle": {func(*sph.Case) {}, []tension.Tension{other},
			func(o *oracle) { o.mix.wall *= 1.01 }},
		"correction": {inside, nil, from},
		"correction and viscosity on the residual": {func(c *sph.Case) {
			inside(c)
			c.Params.Further.Residual = true
		}, nil, from},
		"correction, tension": {inside, []tension.Tension{surface},
			func(o *oracle) { o.mix.sigma *= 1.01 }},
	} {
		for form, system := range forms {
			t.Run(fmt.Sprint(name, ", ", form), func(t *testing.T) {
				c := mixedCorner(test.change, test.tensions...)
				s := start(t, c, Options{System: system(t, 1)})
				o := newOracle(t, s)
				o.mix = newMix(c)
				begun := o.now
				o.step()
				dt := advance(t, s, 1).Dt
				tolerance := oneStep(sph.Dummy)
				tolerance.position = 1e-3 // the step is a tenth as long, and a displacement 700 quanta
				if c.Params.Further.Residual {
					tolerance.velocity = 1e-4 // of rates of strain that are rounded to 16 bits
				}
				d := compare(t, s, o, begun, dt)
				if !(d.worst(tolerance) < 1) {
					t.Errorf("%+v, tolerated %+v", d, tolerance)
				}
				t.Logf("%.1e", d)
				o = newOracle(t, s)
				o.mix, o.now = newMix(c), begun
				test.wrong(o)
				o.step()
				if wrong := compare(t, s, o, begun, dt); !(wrong.worst(tolerance) > 1) {
					t.Errorf("1 %% of the parameter is not seen: %.1e", wrong)
				} else {
					t.Logf("with 1 %% of the parameter %.1e", wrong)
				}
			})
		}
	}
}

// still is a vector without what it has along periodic axes, along which pressures are the same at
// both ends.
func (o *oracle) still(v vector) vector {
	for a, periodic := range o.p.Periodic {
		if periodic {
			v[a] = 0
		}
	}
	return v
}
