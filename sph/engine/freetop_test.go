package engine

import (
	"math"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/features/bodies"
	"gpusph/sph"
)

// inVacuum is three bodies that only gravity and ties act on, far from a drop of fluid: one that
// moves freely, one that turns about two axes through a point beside its centre, and one on a hinge
// askew. All have products of inertia.
func inVacuum(scheme sph.Scheme) *sph.Case {
	const dp = 0.05
	c := &sph.Case{Name: "vacuum", Params: sph.Defaults(dp), End: 10}
	p := &c.Params
	p.Boundary, p.Dim, p.C0, p.Further.Scheme = sph.Dummy, 3, 40, scheme
	p.Mass = p.Rho0 * dp * dp * dp
	p.Gravity = [3]float64{1, -2, -9.81}
	p.Min, p.Max = [3]float64{-3, -3, -4}, [3]float64{3, 3, 3}
	for i := range 4 {
		c.Particles.Add([3]float64{2.5, 2.5, 2.5 + dp*float64(i)}, sph.Fluid, 0)
	}
	add := func(name string, centre [3]float64, f *bodies.Body) {
		c.Bodies = append(c.Bodies, sph.Body{Name: name, Centre: centre, Free: f})
		for k := range 3 {
			x := centre
			x[k] += dp
			c.Particles.Add(x, sph.Wall, uint8(len(c.Bodies)))
		}
	}
	all := [][3]float64{{1}, {0, 1}, {0, 0, 1}}
	s, r := math.Sqrt(1./3), math.Sqrt(0.5)
	add("free", [3]float64{0, 0, 0}, &bodies.Body{Mass: 3, Directions: all, Axes: all,
		Inertia:  [3][3]float64{{0.5, 0.1, -0.05}, {0.1, 0.7, 0.08}, {-0.05, 0.08, 0.9}},
		Velocity: [3]float64{0.3, 0.5, 4}, Spin: [3]float64{5, -4, 6},
		Springs: []bodies.Spring{
			{At: [3]float64{0.3, 0.1, -0.2}, To: [3]float64{-1.2, 0.4, 0.3}, Body: 2, Length: 1, Stiff: 90,
				Damping: 4},
			{At: [3]float64{-0.2, 0.2, 0.1}, To: [3]float64{0.4, 1, 0.5}, Length: 0.8, Stiff: 70,
				Slack: true},
		},
		Moorings: []bodies.Mooring{
			{At: [3]float64{0.1, -0.3, 0.1}, Anchor: [3]float64{0.5, -2, -2}, Length: 3.5, Weight: 8,
				Stiff: 3000},
			{At: [3]float64{-0.2, 0.3, 0.1}, Anchor: [3]float64{-0.5, 2, -2.2}, Length: 3.5, Weight: 8,
				Stiff: 3000},
		}})
	add("top", [3]float64{-1.5, 0.5, 0.2}, &bodies.Body{Mass: 2, Pivot: [3]float64{-1.3, 0.2, 0.6},
		Axes:    [][3]float64{{r, r, 0}, {0, 0, 1}},
		Inertia: [3][3]float64{{0.3, -0.06, 0.05}, {-0.06, 0.4, 0.07}, {0.05, 0.07, 0.2}},
		Spin:    [3]float64{3 * r, 3 * r, 7}})
	add("door", [3]float64{1.5, -0.4, 0}, &bodies.Body{Mass: 2.5, Pivot: [3]float64{1.2, -0.1, 0.5},
		Axes:     [][3]float64{{s, -s, s}},
		Inertia:  [3][3]float64{{0.2, 0.05, 0.04}, {0.05, 0.3, -0.06}, {0.04, -0.06, 0.35}},
		Spin:     [3]float64{4 * s, -4 * s, 4 * s},
		Torsions: []bodies.Torsion{{Axis: [3]float64{s, -s, s}, Stiff: 12, Damping: 1.5}},
		Springs: []bodies.Spring{{At: [3]float64{1.4, -0.6, -0.3}, To: [3]float64{0.1, 0.3, 0.2}, Body: 1,
			Length: 1.5, Stiff: 40, Damping: 3}}})
	bodies.Release(c)
	return c
}

// rigidState is a body as the equations of Newton and Euler have it: the rows of its rotation, its
// angular velocity, and the shift and the velocity of its pivot.
type rigidState struct {
	r           [3]triple
	w, shift, v triple
}

// wrenches are the forces and the moments about their pivots of what acts on the bodies of a case.
func wrenches(c *sph.Case, all []rigidState) (force, moment []triple) {
	force, moment = make([]triple, len(all)), make([]triple, len(all))
	pull := func(i int, lever, f triple) {
		force[i], moment[i] = plusTimes(force[i], 1, f), plusTimes(moment[i], 1, crossed(lever, f))
	}
	at := func(i int, x triple) (lever, y, v triple) { // of the point that was at x
		pivot := c.Bodies[i].Pivot()
		lever = apply(all[i].r, plusTimes(x, -1, pivot))
		return lever, plusTimes(plusTimes(pivot, 1, all[i].shift), 1, lever),
			plusTimes(all[i].v, 1, crossed(all[i].w, lever))
	}
	for i := range all {
		b := &c.Bodies[i]
		lever, _, _ := at(i, b.Centre)
		pull(i, lever, plusTimes(triple{}, bodies.Of(b).Mass, c.Params.Gravity))
		for _, s := range bodies.Of(b).Springs {
			lever, x, v := at(i, s.At)
			var other, y, u triple
			if y = s.To; s.Body > 0 {
				other, y, u = at(s.Body-1, s.To)
			}
			d := plusTimes(y, -1, x)
			length := math.Sqrt(product(d, d))
			size := s.Stiff*(length-s.Length) + s.Damping*product(d, plusTimes(u, -1, v))/length
			if s.Slack && length < s.Length {
				size = 0
			}
			f := plusTimes(triple{}, size/length, d)
			if pull(i, lever, f); s.Body > 0 {
				pull(s.Body-1, other, plusTimes(triple{}, -1, f))
			}
		}
		for _, t := range bodies.Of(b).Torsions { // the hinge has its axis
			angle := math.Atan2(product(t.Axis, crossed(triple{1, 1}, apply(all[i].r, triple{1, 1}))),
				product(triple{1, 1}, apply(all[i].r, triple{1, 1}))-
					product(t.Axis, triple{1, 1})*product(t.Axis, triple{1, 1}))
			moment[i] = plusTimes(moment[i], -t.Stiff*angle-t.Damping*product(t.Axis, all[i].w), t.Axis)
		}
		for _, m := range bodies.Of(b).Moorings {
			lever, x, _ := at(i, m.At)
			d := plusTimes(m.Anchor, -1, x)
			across := math.Hypot(d[0], d[1])
			level, down := m.Forces(across, -d[2])
			pull(i, lever, triple{level * d[0] / across, level * d[1] / across, -down})
		}
	}
	return force, moment
}

// rates are the derivatives of solids: Euler's equations in the space of the axes of each.
func rates(c *sph.Case, all []rigidState) []rigidState {
	force, moment := wrenches(c, all)
	d := make([]rigidState, len(all))
	for i := range all {
		b, s := &c.Bodies[i], &all[i]
		arm := plusTimes(b.Centre, -1, b.Pivot())
		inertia := func(v triple) triple { // about the pivot: Huygens and Steiner
			own := back(s.r, v)
			return apply(s.r, plusTimes(apply(bodies.Of(b).Inertia, own), bodies.Of(b).Mass,
				plusTimes(plusTimes(triple{}, product(arm, arm), own), -product(arm, own), arm)))
		}
		rest := plusTimes(moment[i], -1, crossed(s.w, inertia(s.w)))
		n := len(bodies.Of(b).Axes)
		var m [3][4]float64
		for k := range n {
			for l := range n {
				m[k][l] = product(bodies.Of(b).Axes[k], inertia(bodies.Of(b).Axes[l]))
			}
			m[k][3] = product(bodies.Of(b).Axes[k], rest)
		}
		for k := range n { // Gauss and Jordan
			for l := range n {
				if l == k {
					continue
				}
				by := m[l][k] / m[k][k]
				for e := range 4 {
					m[l][e] -= by * m[k][e]
				}
			}
		}
		for k := range n {
			d[i].w = plusTimes(d[i].w, m[k][3]/m[k][k], bodies.Of(b).Axes[k])
		}
		for k := range 3 { // dR/dt = ω × R, by columns
			column := crossed(s.w, triple{s.r[0][k], s.r[1][k], s.r[2][k]})
			for a := range 3 {
				d[i].r[a][k] = column[a]
			}
		}
		d[i].shift = s.v
		for _, e := range bodies.Of(b).Directions {
			d[i].v = plusTimes(d[i].v, product(e, force[i])/bodies.Of(b).Mass, e)
		}
	}
	return d
}

// integrate moves solids for a time by the scheme of Runge and Kutta.
func integrate(c *sph.Case, all []rigidState, time float64) []rigidState {
	const steps = 1000
	dt := time / steps
	moved := func(by float64, d []rigidState) []rigidState {
		to := append([]rigidState(nil), all...)
		for i := range to {
			s := &to[i]
			s.w, s.v = plusTimes(s.w, by, d[i].w), plusTimes(s.v, by, d[i].v)
			s.shift = plusTimes(s.shift, by, d[i].shift)
			for a := range 3 {
				s.r[a] = plusTimes(s.r[a], by, d[i].r[a])
			}
		}
		return to
	}
	for range steps {
		k1 := rates(c, all)
		k2 := rates(c, moved(dt/2, k1))
		k3 := rates(c, moved(dt/2, k2))
		k4 := rates(c, moved(dt, k3))
		all = moved(dt/6, k1)
		all = moved(dt/3, k2)
		all = moved(dt/3, k3)
		all = moved(dt/6, k4)
	}
	return all
}

// Free bodies turn and move as Euler's and Newton's equations say, with both schemes: gyroscopic
// moments with three axes, two and one, pivots beside the centre, products of inertia, springs and
// dampers between bodies off their centres, ropes, torsions and moorings.
func TestFreeBodiesInVacuum(t *testing.T) {
	for _, scheme := range []sph.Scheme{sph.PredictorCorrector, sph.Verlet} {
		c := inVacuum(scheme)
		s := start(t, c, Options{System: open(t, 2)})
		advance(t, s, 500)
		k, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		data, err := k.Global(s.bodyMotion.States[0].Name, len(c.Bodies)*bodyStateBytes)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]cuda.BodyState, len(c.Bodies))
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&got[0])), len(data)), data)
		want := make([]rigidState, len(c.Bodies))
		for i := range want {
			f := bodies.Of(&c.Bodies[i])
			want[i] = rigidState{r: [3]triple{{1}, {0, 1}, {0, 0, 1}}, w: f.Spin, v: f.Velocity}
		}
		want = integrate(c, want, k.Time)
		for i, w := range want {
			pose := sph.BodyPose{Shift: got[i].Shift, Velocity: got[i].Velocity, Turn: got[i].Turn}
			r := pose.Pose(triple{}).Rotation
			off := 0.0
			for a := range 3 {
				off = max(off, math.Abs(got[i].Shift[a]-w.shift[a]), 0.1*math.Abs(got[i].Velocity[a]-w.v[a]),
					0.1*math.Abs(got[i].Spin[a]-w.w[a]))
				for e := range 3 {
					off = max(off, math.Abs(r[a][e]-w.r[a][e]))
				}
			}
			t.Logf("%v: after %.3g s the body %s is off by %.1e", scheme, k.Time, c.Bodies[i].Name, off)
			most := 2e-5
			if len(bodies.Of(&c.Bodies[i]).Moorings) > 0 {
				most = 3e-4 // their tables are linear
			}
			if off > most {
				t.Errorf("%v: after %.3g s the body %s is off by %.1e: shift %v, want %v; velocity %v, "+
					"want %v; spin %v, want %v", scheme, k.Time, c.Bodies[i].Name, off, got[i].Shift, w.shift,
					got[i].Velocity, w.v, got[i].Spin, w.w)
			}
		}
	}
}
