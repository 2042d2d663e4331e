package engine

import (
	"math"
	"testing"

	"gpusph/features/thick"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// thickened gives a case a material with a rheology, and each other particle of fluid another
// material.
func thickened(c *sph.Case, rheologies ...thick.Rheology) *sph.Case {
	massive(c, []float64{1, 1, 1, 1}[:len(rheologies)]...)
	thick.Give(c, rheologies)
	return c
}

// oracleNearby is the plane of the walls near a particle of fluid: normal, |Σ ∇W| [1/m], height
// over it [m] and velocity [m/s].
type oracleNearby struct {
	normal, velocity vector
	size, height     float64
}

func (o *oracle) nearbyWalls(s oracleState, i int) (w oracleNearby) {
	var away, moves, nearest vector
	var all float64
	o.near(s, i, false, func(j int, d vector, r float64) {
		slope := -o.dw(r) / r
		away, all = away.plus(d, slope), all+slope*r*r
		moves = moves.plus(s.v[j], slope*r*r)
		if nearest == (vector{}) || r < nearest.norm() {
			nearest = d
		}
	})
	if all == 0 || o.p.Further.Slip {
		return w
	}
	w.size = away.norm()
	w.normal, w.velocity = vector{}.plus(away, 1/w.size), vector{}.plus(moves, 1/all)
	w.height = max(nearest.dot(w.normal)-o.p.DeltaP/2, o.p.DeltaP/4)
	return w
}

// shearRate is √(2 S:S), by a gradient of velocity that is exact for what is linear. Behind a wall
// the velocity against it is as far on the other side as before it.
func (o *oracle) shearRate(s oracleState, i int) float64 {
	var g, m tensor
	walls := o.nearbyWalls(s, i)
	add := func(j int, change, d vector, r float64) {
		for a := range 3 {
			for b := range 3 {
				g[a][b] += o.mass(j) * change[a] * d[b] * -o.dw(r) / r
				m[a][b] += o.mass(j) * d[a] * d[b] * -o.dw(r) / r / o.p.Rho0
			}
		}
	}
	o.near(s, i, true, func(j int, d vector, r float64) { add(j, s.v[i].plus(s.v[j], -1), d, r) })
	if walls.size > 0 {
		o.near(s, i, false, func(j int, d vector, r float64) {
			against := s.v[i].plus(walls.velocity, -1)
			add(j, vector{}.plus(against, walls.normal.dot(d)/walls.height), d, r)
		})
	}
	m = o.acrossPlane(m)
	inverse := m.inverse(0.01, 0)
	var gradient tensor
	for a := range 3 {
		gradient[a] = inverse.times(vector(g[a]))
	}
	sum := 0.0
	for a := range 3 {
		for b := range 3 {
			strain := (gradient[a][b] + gradient[b][a]) / 2 / o.p.Rho0
			sum += 2 * strain * strain
		}
	}
	return math.Sqrt(sum)
}

// viscosityOf is the dynamic viscosity of particle i, between fluid and against walls [Pa s].
func (o *oracle) viscosityOf(s oracleState, i int) (own, wall float64) {
	r := o.rheology(i)
	least, most := r.ShearRates(&o.p)
	at := func(shear float64) float64 {
		return r.Consistency*math.Pow(min(max(shear, least), most), r.Index-1) +
			r.YieldStress*(1-math.Exp(-r.Regularisation*shear))/shear
	}
	shear := o.shearRate(s, i)
	if w := o.nearbyWalls(s, i); w.size > 0 {
		return at(shear), at(max(shear, s.v[i].plus(w.velocity, -1).norm()/w.height))
	}
	return at(shear), 0
}

// viscous is what the viscosity of thick fluids adds to the velocities in a step, by
// Runge-Kutta-Legendre stages with what other forces make.
func (o *oracle) viscous(first oracleRates) (added []vector) {
	if o.rheology == nil {
		return nil
	}
	s, n, q := o.now, len(o.now.x), float64(thick.Stages(&o.p))
	o.pairs = o.allPairs(s)
	defer func() { o.pairs = nil }()
	mu, against := make([]float64, n), make([]float64, n)
	for i := range n {
		if o.fluid[i] {
			mu[i], against[i] = o.viscosityOf(s, i)
		}
	}
	rate := func(y []vector, i int) (a vector) {
		o.near(s, i, true, func(j int, d vector, r float64) {
			v := y[i].plus(y[j], -1)
			if o.p.Laminar == sph.MonaghanGingold {
				v = vector{}.plus(d, float64(o.p.Dim+2)*v.dot(d)/(r*r+0.01*o.p.H*o.p.H))
			}
			mean := 4 * mu[i] * mu[j] / (mu[i] + mu[j])
			a = a.plus(v, o.mass(j)*mean/(s.rho[i]*s.rho[j])*o.dw(r)/r)
		})
		if w := o.nearbyWalls(s, i); w.size > 0 {
			a = a.plus(y[i].plus(w.velocity, -1),
				-o.p.Mass*2*against[i]/(s.rho[i]*o.p.Rho0)*w.size/w.height)
		}
		return vector{}.plus(a, 1/o.onLattice()).plus(first.a[i], 1)
	}
	before, y := s.v, s.v
	for k := 1.0; k <= q; k++ {
		next, m := make([]vector, n), 2-1/k
		for i := range n {
			next[i] = y[i]
			if o.fluid[i] {
				next[i] = before[i].plus(y[i].plus(before[i], -1), m).plus(rate(y, i),
					m*2/(q*q+q)*o.dt)
			}
		}
		before, y = y, next
	}
	added = make([]vector, n)
	for i := range n {
		if o.fluid[i] {
			added[i] = y[i].plus(s.v[i], -1).plus(first.a[i], -o.dt)
		}
	}
	return added
}

// thicken adds a part of what viscosity adds to the velocities.
func (o *oracle) thicken(s *oracleState, added []vector, part float64) {
	for i := range added {
		s.v[i] = s.v[i].plus(added[i], part)
	}
}

// thickCases are flows of thick fluids that reach each form of the kernels.
var thickCases = map[string]struct {
	change func(*sph.Params)
	fluids []thick.Rheology
}{
	"bingham, dummy": {func(p *sph.Params) {}, []thick.Rheology{{Consistency: 50, YieldStress: 200,
		Regularisation: 1}}},
	"newtonian, mdbc": {func(p *sph.Params) { p.Boundary = sph.MDBC },
		[]thick.Rheology{{Consistency: 30000}}},
	"power law, dynamic, quintic": {func(p *sph.Params) {
		p.Boundary, p.Kernel = sph.Dynamic,
			sph.Quintic
	},
		[]thick.Rheology{{Consistency: 600, Index: 0.5, Regularisation: 10}}},
	"herschel-bulkley and a thickening " +
		"fluid": {func(p *sph.Params) { p.Laminar = sph.MonaghanGingold },
		[]thick.Rheology{{Consistency: 30, Index: 0.7, YieldStress: 100, Regularisation: 0.05},
			{Consistency: 5, Index: 1.5}}},
}

// newThickOracle has the rheologies of the case.
func newThickOracle(t testing.TB, s *Simulation) *oracle {
	o := newOracle(t, s)
	c := s.Case
	o.rheology = func(i int) thick.Rheology { return thick.Bounded(c, int(c.Particles.MaterialOf(i))) }
	return o
}

// A step of thick fluids is what the equations say, in both forms of the kernels. Errors of 1 % of
// a parameter show.
func TestThickAgainstOracle(t *testing.T) {
	for name, test := range thickCases {
		t.Run(name, func(t *testing.T) {
			c := corner(1)
			test.change(&c.Params)
			c.Params.Dt = 0.5 * c.Params.CFL * c.Params.H / c.Params.C0
			c = thickened(c, test.fluids...)
			for form, system := range forms {
				s := start(t, c, Options{System: system(t, 1)})
				o := newThickOracle(t, s)
				begun := o.now
				o.step()
				dt := advance(t, s, 1).Dt
				d := compare(t, s, o, begun, dt)
				t.Logf("%s: %d stages, %+v", form, thick.Stages(&c.Params), d)
				tolerance := oneStep(c.Params.Boundary)
				tolerance.position, tolerance.quanta = 0.001, 1.02 // rounded twice
				if !(d.worst(tolerance) < 1) {
					t.Errorf("%s: %+v, tolerated %+v", form, d, tolerance)
				}
				for parameter, wrong := range wrongRheologies(test.fluids[0]) {
					if form != "fast" {
						break // both forms agree with the oracle
					}
					o := newThickOracle(t, s)
					right := o.rheology
					o.rheology = func(i int) thick.Rheology {
						r := right(i)
						wrong(&r)
						return r
					}
					o.step()
					if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) > 1.5) {
						t.Errorf("%s: 1 %% more of %s is not seen: %+v", form, parameter, d)
					}
				}
			}
		})
	}
}

// wrongRheologies are errors of 1 % of each parameter that a rheology has.
func wrongRheologies(r thick.Rheology) map[string]func(*thick.Rheology) {
	all := map[string]func(*thick.Rheology){"the " +
		"consistency": func(r *thick.Rheology) { r.Consistency *= 1.01 }}
	if r.Index > 0 {
		all["the index"] = func(r *thick.Rheology) { r.Index *= 1.01 }
	}
	if r.YieldStress > 0 {
		all["the yield stress"] = func(r *thick.Rheology) { r.YieldStress *= 1.01 }
		all["the regularisation"] = func(r *thick.Rheology) { r.Regularisation *= 1.01 }
	}
	return all
}

// The same bits on any number of devices, with slices moving at every list, whatever the exchange
// and the walls, and from a checkpoint on.
func TestThickOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		var hash string
		for _, test := range []struct {
			devices int
			way     exchange.Mode
		}{{1, exchange.Fastest}, {3, exchange.Overlap}, {6, exchange.Direct}} {
			c := column(0.05)
			c.Params.Boundary = boundary
			c = thickened(c, thick.Rheology{Consistency: 20, YieldStress: 30, Regularisation: 10},
				thick.Rheology{Consistency: 20, Index: 0.6})
			o := Options{System: openStrict(t, test.devices), Stripe: 500, Exchange: test.way}
			if test.devices > 1 {
				o.Balance = &shaker{}
			}
			s := start(t, c, o)
			goOn(t, s, 21)
			middle, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			end := goOn(t, s, 21)
			if hash == "" {
				hash = end
			} else if end != hash {
				t.Errorf("%v, %d devices, %v: %s, one gives %s", boundary, test.devices, test.way,
					end, hash)
			}
			resumed := start(t, c, Options{System: openStrict(t, 2), Stripe: 500})
			if err := resumed.Resume(middle, nil, nil); err != nil {
				t.Fatal(err)
			}
			if again := goOn(t, resumed, 21); again != end {
				t.Errorf("%v, from a checkpoint of %d devices: %s, want %s", boundary,
					test.devices, again, end)
			}
		}
	}
}

// Viscosity acts between pairs, so fluid by itself keeps its momentum, but for rounding; along the
// line between them, also its angular momentum.
func TestThickKeepsMomentum(t *testing.T) {
	onOneDevice(t)
	for laminar := range sph.Laminar(len(sph.Laminars)) {
		c := blob(8)
		c.Params.Alpha, c.Params.Laminar = 0, laminar
		c = thickened(c, thick.Rheology{Consistency: 10, YieldStress: 20, Regularisation: 10})
		s := start(t, c, Options{System: open(t, 1)})
		sums := func() (p, l vector, size float64) {
			for _, q := range held(t, s) {
				v := vector{float64(q.Vel[0]), float64(q.Vel[1]), float64(q.Vel[2])}
				p, size = p.plus(v, 1), size+v.norm()
				l = l.plus(vector(s.grid.Position(q.Pos)).cross(v), 1)
			}
			return p, l, size
		}
		p, l, size := sums()
		advance(t, s, 100)
		after, turned, _ := sums()
		drift, turn := after.plus(p, -1).norm()/size, turned.plus(l, -1).norm()/l.norm()
		t.Logf("%v: momentum drifts by %.1e, angular momentum by %.1e", laminar, drift, turn)
		if !(drift < 1e-6) || (laminar == sph.MonaghanGingold) != (turn < 1e-4) {
			t.Errorf("%v: momentum drifts by %.2g, angular momentum by %.2g", laminar, drift, turn)
		}
	}
}
