package tests

import (
	"math"
	"slices"
	"testing"

	"gpusph/features/bodies"
	"gpusph/features/flexible"
	"gpusph/features/joints"
	"gpusph/features/lines"
	"gpusph/features/openings"
	"gpusph/sph"
)

// galleryFlow is a case of the gallery after some steps, with what was measured on the way.
type galleryFlow struct {
	*testing.T
	*flow
	all  []sph.Sample // at the beginning, and after each list
	face float64      // where the face of a paddle rests, if the case has one [m]
}

func (g *galleryFlow) first() *sph.Sample { return &g.all[0] }
func (g *galleryFlow) last() *sph.Sample  { return &g.all[len(g.all)-1] }

// check is a law that a flow follows as it begins.
type check func(g *galleryFlow)

// checks are several of them.
func checks(all ...check) check {
	return func(g *galleryFlow) {
		for _, c := range all {
			c(g)
		}
	}
}

// some is the part by which flows at coarse spacings may be off what a law says.
const some = 0.3

func (g *galleryFlow) near(what string, got, want, part float64) {
	g.Helper()
	if !(math.Abs(got-want) <= part*math.Abs(want)) {
		g.Errorf("%s is %.4g, not %.4g within %g %%", what, got, want, 100*part)
	}
}

// width of the fluid along y [m]; 1 in two dimensions.
func (g *galleryFlow) width(of float64) float64 {
	if g.Params.Dim == 2 {
		return 1
	}
	return of
}

// collapses: a column of a depth h, a length l before a wall, and a width has the kinetic energy
//
//	½ ρ g² h² t² Σ 2 tanh(k l)/(k h)³,   k h = (n + ½) π,
//
// as long as t √(g/h) is small. It is that of the pressure whose sum of waves along z is 0 at the
// surface and at the front (J. E. Pohle 1952; A. Korobkin and O. Yilmaz 2009).
func collapses(h, l, width float64) check {
	return func(g *galleryFlow) {
		gravity, sum := math.Abs(g.Params.Gravity[2]), 0.0
		for n := range 20 {
			k := (float64(n) + 0.5) * math.Pi
			sum += math.Tanh(k*l/h) / (k * k * k)
		}
		at := g.last()
		for k := range g.all {
			if g.all[k].Time*math.Sqrt(gravity/h) < 0.35 {
				at = &g.all[k]
			}
		}
		want := g.Params.Rho0 * gravity * gravity * h * h * at.Time * at.Time * sum * g.width(width)
		g.near("the kinetic energy", at.Energy[sph.Kinetic], want, some)
	}
}

// runs: after t √(g/h) = 1 the front of a dam break, with a depth h at first, has some 0.7 times
// the 2 √(g h) of a flow without friction (A. Ritter 1892): it gathers speed, and the bed holds it.
func runs(h float64) check {
	return func(g *galleryFlow) {
		g.near("the front's speed", g.frontSpeed(), 1.4*math.Sqrt(9.81*h), some)
	}
}

// jets: the front has a speed [m/s].
func jets(speed float64) check {
	return func(g *galleryFlow) { g.near("the front's speed", g.frontSpeed(), speed, some) }
}

// frontSpeed is that in the last third of the flow [m/s].
func (g *galleryFlow) frontSpeed() float64 {
	from := &g.all[len(g.all)*2/3]
	return (g.last().Front - from.Front) / (g.last().Time - from.Time)
}

// pushes: water rises by U √(d/g) before a paddle that moves with the mean velocity U in water of a
// depth d, and this runs away with √(g d), as long waves do.
func pushes(d float64) check {
	return func(g *galleryFlow) {
		body, speed := &g.Bodies[0], math.Sqrt(9.81*d)
		highest, want := 0.0, 0.0
		still := g.first().Height[len(g.Gauges)-1]
		for k := range g.all {
			m := &g.all[k]
			highest = max(highest, m.Height[len(g.Gauges)-1]-still)
			u := 0.0
			for j := range 5 {
				pose := body.Motion.Pose(m.Time-paddleGauge/speed, body.Centre)
				_, v, _ := pose.Point([3]float64{g.face, 0, d * (float64(j) + 0.5) / 5})
				u += v[0] / 5
			}
			if m.Time > paddleGauge/speed {
				want = max(want, u*math.Sqrt(d/9.81))
			}
		}
		g.near("the wave before the paddle", highest, want, some)
	}
}

// paddleGauge is how far before a paddle a gauge is added [m].
const paddleGauge = 0.3

// floats: no body has moved by a spacing, and the water carries its weight.
func floats(g *galleryFlow) {
	n := 0
	for k := range g.Bodies {
		if g.Bodies[k].Free == nil {
			continue
		}
		if shift := g.last().Poses[n].Shift[2]; !(math.Abs(shift) < g.Params.DeltaP) {
			g.Errorf("body %d has moved by %g m along z", k, shift)
		}
		n++
		g.near("the force that carries a body", g.last().Force[k][2],
			9.81*bodies.Of(&g.Bodies[k]).Mass, some)
	}
	if n == 0 {
		g.Error("no body is free")
	}
}

// linked: the points of joints are together.
func linked(g *galleryFlow) {
	at := func(body int, x [3]float64) [3]float64 {
		if body == 0 {
			return x
		}
		pose := g.PoseOf(body-1, g.last(), x)
		x, _, _ = pose.Point(x)
		return x
	}
	all := joints.Of(g.Case)
	for _, j := range all {
		a, b := at(j.Body, j.At), at(j.Other, j.At)
		far := sph.Norm([3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]})
		if !(far < 1e-6*g.Params.DeltaP) || g.last().Poses[0].Spin == [3]float64{} {
			g.Errorf("the joint %s is %g m apart", j.Name, far)
		}
	}
	if len(all) == 0 {
		g.Error("there is no joint")
	}
}

// moored: lines pull at both ends, and end at the points of their bodies.
func moored(g *galleryFlow) {
	all := lines.Samples(g.Case, g.last())
	for i, s := range all {
		end := lines.Of(g.Case).Lines[i].To
		pose := g.PoseOf(end.Body-1, g.last(), end.At)
		x, _, _ := pose.Point(end.At)
		at := s.At[len(s.At)-1]
		far := sph.Norm([3]float64{x[0] - at[0], x[1] - at[1], x[2] - at[2]})
		if !(far < 1e-3*g.Params.DeltaP) || !(s.From > 0) || !(s.To > s.From) {
			g.Errorf("line %d ends %g m from its body and pulls with %g and %g N", i+1, far, s.From, s.To)
		}
	}
	if len(all) == 0 {
		g.Error("there is no line")
	}
}

// bends: what the fluid has done to each flexible part is in it, or was lost in it, and it has
// bent. What moves with a body gets work from that, too.
func bends(g *galleryFlow) {
	all := flexible.Samples(g.Case, g.last())
	carried := slices.ContainsFunc(flexible.Of(g.Case).Structure().Points,
		func(p flexible.Point) bool { return p.Clamp > 0 })
	for k, s := range all {
		has := s.Elastic + s.Kinetic + s.Potential + s.Damped + s.Hourglass
		off := math.Abs(has - s.Work)
		if !(off < 0.01*(s.Elastic+s.Kinetic+math.Abs(s.Potential))) && !carried {
			g.Errorf("part %d has %g J, of which the fluid has given it %g J: %+v", k, has, s.Work, s)
		}
		if !(s.Elastic > 0) || len(s.Tips) == 0 || sph.Norm(s.Tips[0]) == 0 {
			g.Errorf("part %d does not bend: %+v", k, s)
		}
	}
	if len(all) == 0 {
		g.Error("there is no flexible part")
	}
}

// yields: the water pushes the gate outward.
func yields(g *galleryFlow) {
	if by := flexible.Samples(g.Case, g.last())[0].Tips[0]; !(by[0] > 1e-4) {
		g.Errorf("the lower end has moved by %v m", by)
	}
}

// rests: no body has moved.
func rests(g *galleryFlow) {
	for k, p := range g.last().Poses {
		if shift := sph.Norm(p.Shift); !(shift < 0.1*g.Params.DeltaP) {
			g.Errorf("body %d has moved by %g m", k, shift)
		}
	}
	if len(g.last().Poses) == 0 {
		g.Error("no body is free")
	}
}

// through is what flows through openings at the end.
func (g *galleryFlow) through() []openings.Sample { return openings.Samples(g.Case, g.last()) }

// flowsIn: what is prescribed at the first opening comes in, of which a part is wet.
func flowsIn(wet float64) check {
	return func(g *galleryFlow) {
		o, in := &openings.Of(g.Case)[0], g.through()[0].Volume
		series, area := o.Discharge, 1.0
		if series == nil {
			series, area = o.Velocity, wet*openings.Layouts(g.Case)[0].Area(g.Params.Dim)
		}
		want := area * (series.Integral(g.last().Time) - series.Integral(0))
		g.near("what comes in", in, want, 0.1)
	}
}

// flowsOut: a part of what has come in by the first opening has left by another.
func flowsOut(opening int, part float64) check {
	return func(g *galleryFlow) {
		g.near("what leaves", -g.through()[opening].Volume, part*g.through()[0].Volume,
			some)
	}
}

// force on a body along an axis [N].
func force(body, axis int, want float64) check {
	return func(g *galleryFlow) { g.near("the force", g.last().Force[body][axis], want, some) }
}

// drives: gravity along x has given the fluid a part of the kinetic energy that it would have had
// without walls.
func drives(part float64) check {
	return func(g *galleryFlow) {
		v := g.Params.Gravity[0] * g.last().Time
		g.near("the kinetic energy", g.last().Energy[sph.Kinetic], part*0.5*g.FluidMass()*v*v, some)
	}
}

// warms: heat is conducted from the warm wall and to the cold one, k ΔT/L of a metre of width, and
// fluid rises in the warm half with 0.101 g β ΔT t in the mean: of a source of vorticity that is
// uniform, 2 ∫ψ dz on the upright axis of a square with -∇²ψ = 1, ψ = 0 at its walls.
func warms(g *galleryFlow) {
	t := g.last().Time
	heat := 0.01186782 * t
	g.near("the heat of the warm wall", g.last().Sums[0], heat, 0.1)
	g.near("the heat of the cold wall", g.last().Sums[1], -heat, 0.1)
	s, rise, n := g.snapshot(), 0.0, 0.0
	for i, x := range s.Position {
		if s.Type[i] == sph.Fluid && x[0] < 0.5 {
			rise, n = rise+float64(s.Velocity[i][2]), n+1
		}
	}
	g.near("the velocity of the warm half", rise/n, 0.101*t, some)
}

// rises: a round bubble of a density ρ and a radius r in a liquid of ρ0, in a row with l between
// two, begins with g (ρ0 - ρ)/(ρ + C ρ0), where C = 1 + 2/3 (πr/l)² is its added mass over what it
// displaces, by the dipoles of all others.
func rises(g *galleryFlow) {
	const heavy, light, r, l = 1000, 100, 0.25, 1
	s, rise, n := g.snapshot(), 0.0, 0.0
	for i, x := range s.Position {
		if math.Hypot(float64(x[0])-0.5, float64(x[2])-0.5) < 0.8*r {
			rise, n = rise+float64(s.Velocity[i][2]), n+1
		}
	}
	added := (1 + 2./3*math.Pow(math.Pi*r/l, 2)) * heavy
	want := 0.98 * (heavy - light) / (light + added) * g.last().Time
	g.near("the velocity of the bubble", rise/n, want, some)
}

// rolls: a ship turns back from a heel φ with φ ω sin ωt.
func rolls(heel, period float64) check {
	return func(g *galleryFlow) {
		w := 2 * math.Pi / period
		g.near("the rate of roll", g.last().Poses[0].Spin[1], heel*w*math.Sin(w*g.last().Time), some)
	}
}

// rollsDown: a ball without slip has 5/7 g sin θ t, and turns with that over its radius.
func rollsDown(slope, radius float64) check {
	return func(g *galleryFlow) {
		p, speed := &g.last().Poses[0], 5./7*9.81*math.Sin(slope)*g.last().Time
		g.near("the velocity along x", p.Velocity[0], speed*math.Cos(slope), 0.1)
		g.near("the velocity along z", p.Velocity[2], -speed*math.Sin(slope), 0.1)
		g.near("the spin", p.Spin[1], speed/radius, 0.1)
	}
}

// soaks: porous layers have taken energy.
func soaks(g *galleryFlow) {
	if len(g.last().Sums) == 0 {
		g.Error("there is no porous layer")
	}
	for k, e := range g.last().Sums {
		if !(e > 0) {
			g.Errorf("layer %d has taken %g J", k, e)
		}
	}
}

// momentum of the fluid along x, y and z [kg m/s].
func (g *galleryFlow) momentum() (sum [3]float64) {
	s := g.snapshot()
	for i, v := range s.Velocity {
		if s.Type[i] == sph.Fluid {
			for a := range 3 {
				sum[a] += g.Params.Mass * float64(v[a])
			}
		}
	}
	return sum
}

// travels: a solitary wave of a height H in water of a depth d has the momentum ρ c V, with its
// volume V = 4 √(H d³/3) of a metre, and the kinetic energy 4/(3√3) ρ g (H d)^1.5.
func travels(h, d, width float64) check {
	return func(g *galleryFlow) {
		speed, volume := math.Sqrt(9.81*(d+h)), 4*math.Sqrt(h*d*d*d/3)
		g.near("the momentum", g.momentum()[0], g.Params.Rho0*speed*volume*width, some)
		energy := 4 / (3 * math.Sqrt(3)) * g.Params.Rho0 * 9.81 * math.Pow(h*d, 1.5) * width
		g.near("the kinetic energy", g.last().Energy[sph.Kinetic], energy, some)
	}
}

// paddles: the lower blade drives water along, with the momentum of half a plate's added mass,
// π/2 ρ l² ω r, where the blade is l deep in the water and the middle of that is r from the axle.
// The work of the wheel becomes energy of the water.
func paddles(level, low, axle float64) check {
	return func(g *galleryFlow) {
		pose := g.Bodies[0].Motion.Pose(g.last().Time, g.Bodies[0].Centre)
		deep, arm := level-low, axle-(level+low)/2
		want := -math.Pi / 2 * g.Params.Rho0 * deep * deep * pose.AngularVelocity()[1] * arm
		g.near("the momentum", g.momentum()[0], want, some)
		given := g.Params.Balance(g.last()) - g.Params.Balance(g.first())
		g.near("the energy of the water", given, -g.last().Work[0], some)
	}
}

// tilts: shallow water in a tank that turns by an angle φ has -g ∫φ dt, until waves from the sides
// have come far.
func tilts(g *galleryFlow) {
	sum, frame := 0.0, &g.RotatingFrame
	for k := range int(g.last().Time / frame.Interval) {
		sum += frame.Angles[k] * frame.Interval
	}
	g.near("the momentum", g.momentum()[0], -g.FluidMass()*9.81*sum, some)
}

// breaches: water of a depth h before a breach of a width has the momentum ρ g h² t/2 of the width,
// and half as much again, as the pressure on the dam beside the breach falls, too.
func breaches(h, width float64) check {
	return func(g *galleryFlow) {
		want := 1.5 * g.Params.Rho0 * 9.81 * h * h / 2 * width * g.last().Time
		g.near("the momentum", g.momentum()[0], want, some)
	}
}

// hastens: the velocity in a channel with a depth d, a slope S and Manning's n changes by
// gS - g n² u² d^(-4/3), or by a part of that as long as the water at the bed is nearly as fast as
// the water above.
func hastens(slope, n, d, part float64) check {
	return func(g *galleryFlow) {
		speed := func(m *sph.Sample) float64 {
			return math.Sqrt(2 * m.Energy[sph.Kinetic] / g.FluidMass())
		}
		from, to := &g.all[len(g.all)*2/3], g.last()
		u := (speed(from) + speed(to)) / 2
		want := part * 9.81 * (slope - n*n*u*u*math.Pow(d, -4./3))
		g.near("the acceleration", (speed(to)-speed(from))/(to.Time-from.Time), want, some)
	}
}

// cools: half a spacing of a conductivity k carries to a surface of a temperature T what this gives
// to the air, ε σ (T⁴ - T_a⁴) + h (T - T_a), through the surface of a block. The ground takes heat.
func cools(k, melt, emissivity, h, air, area float64) check {
	return func(g *galleryFlow) {
		low, high, conducts := air, melt, 2*k/g.Params.DeltaP
		for range 60 {
			t := (low + high) / 2
			out := emissivity*5.670374e-8*(math.Pow(t, 4)-math.Pow(air, 4)) + h*(t-air)
			if out < conducts*(melt-t) {
				low = t
			} else {
				high = t
			}
		}
		heat := g.last().Sums
		g.near("what the air gives", heat[len(heat)-1], -conducts*(melt-low)*area*g.last().Time, 0.35)
		if !(heat[0] < 0) {
			g.Errorf("the ground gives %g J", heat[0])
		}
	}
}

// leaves: something flows out through an opening.
func leaves(opening int) check {
	return func(g *galleryFlow) {
		if out := -g.through()[opening].Volume; !(out > 0.01*g.through()[0].Volume) {
			g.Errorf("%g m³ leave by opening %d", out, opening)
		}
	}
}

// drags: the flow pushes a body along x, and hardly across.
func drags(body int) check {
	return func(g *galleryFlow) {
		f := g.last().Force[body]
		if !(f[0] > 0 && math.Hypot(f[1], f[2]) < 0.2*f[0]) {
			g.Errorf("the force on body %d is %v N", body, f)
		}
	}
}
