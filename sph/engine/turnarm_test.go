package engine

import (
	"math"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// crane is the post of stirred on a carriage that swings, a table on it that turns faster and
// faster, and on this a second table, which swings about an oblique axis and has a slide on it.
func crane() *sph.Case {
	c := stirred(sph.Dummy)
	c.End, c.Params.C0 = 0.1, 25
	ever := motion.During{Finish: motion.Never}
	var m motion.Rigid
	m.Add(motion.Link{Axis: [3]float64{0.8, 0.6, 0}, Law: motion.Sinusoid(0.01, 4, 0, ever)})
	m.Add(motion.Link{Turns: true, Axis: [3]float64{0, 0, 1}, At: [3]float64{0.57, 0.22, 0},
		Law: motion.Steady(1, 6, motion.During{Finish: 1})})
	m.Add(motion.Link{Turns: true, Axis: [3]float64{0.6, 0, 0.8}, At: [3]float64{0.65, 0.15, 0.1},
		Law: motion.Sinusoid(0.02, 3, 0, ever)})
	m.Add(motion.Link{Axis: [3]float64{0, 1, 0}, Law: motion.Sinusoid(0.01, 5, 0, ever)})
	c.Bodies[0].Motion = m
	return c
}

// craneAt is where the point of crane is at a time that is at x at time 0.
func craneAt(time float64, x [3]float64) [3]float64 {
	swing := func(size, often float64) float64 { return size * math.Sin(2*math.Pi*often*time) }
	x[1] += swing(0.01, 5)
	x = turnedAbout(x, [3]float64{0.65, 0.15, 0.1}, [3]float64{0.6, 0, 0.8}, swing(0.02, 3))
	x = turnedAbout(x, [3]float64{0.57, 0.22, 0}, [3]float64{0, 0, 1}, time+3*time*time)
	return [3]float64{x[0] + 0.8*swing(0.01, 4), x[1] + 0.6*swing(0.01, 4), x[2]}
}

// turnedAbout is a point after some turns about an axis of length 1 through another: what is along
// the axis stays.
func turnedAbout(x, about, axis [3]float64, turns float64) (to [3]float64) {
	var d [3]float64
	along := 0.0
	for a := range d {
		d[a] = x[a] - about[a]
		along += d[a] * axis[a]
	}
	sin, cos := math.Sincos(2 * math.Pi * turns)
	for a := range d {
		b, c := (a+1)%3, (a+2)%3
		to[a] = about[a] + along*axis[a] + cos*(d[a]-along*axis[a]) + sin*(axis[b]*d[c]-axis[c]*d[b])
	}
	return to
}

// What devices have of the motion of a body in a step is that of its points in closed form, at the
// beginning, the middle and the end: displacements, and velocities and accelerations, which are
// differences of positions. So are the places of its particles.
func TestBodyOnTurnsIsWhereItShouldBe(t *testing.T) {
	for form, system := range forms {
		c := crane()
		s := start(t, c, Options{System: system(t, 1)})
		before := held(t, s)
		for range 3 {
			advance(t, s, 9)
			d := s.domains[0]
			var records [2]cuda.StepRecord
			motions := make([]cuda.BodyMotion, 4)
			d.main.Download(unsafe.Slice((*byte)(unsafe.Pointer(&records)),
				int(unsafe.Sizeof(records))), d.records)
			d.main.Download(sph.BytesOf(motions), d.motions.memory)
			if err := d.main.Sync(); err != nil {
				t.Fatal(err)
			}
			for k, r := range records {
				for moment := range 3 {
					time := r.Begin + 0.5*float64(moment)*float64(r.Length)
					checkMotion(t, s, &motions[2*k+1], moment, time)
				}
				checkGreatest(t, s, &motions[2*k+1], r.Begin+0.5*float64(r.Length))
			}
		}
		farthest := 0.0
		for id, p := range held(t, s) {
			if !c.BodyMoves(int(id)) {
				continue
			}
			x := s.grid.Position(before[id].Pos)
			want := craneAt(s.clock.Time, x)
			farthest = max(farthest, distanceOf(want, x))
			if off := distanceOf(s.grid.Position(p.Pos), want) / s.grid.Quantum; off > 3 {
				t.Fatalf("%s: particle %d is off by %g quanta", form, id, off)
			}
		}
		if farthest < 0.015 {
			t.Errorf("it has moved by %g m only", farthest)
		}
	}
}

// distanceOf is how far points are from each other.
func distanceOf(x, y [3]float64) float64 {
	return sph.Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]})
}

// checkMotion compares what a device has of a body at a moment of a step with closed forms.
func checkMotion(t *testing.T, s *Simulation, m *cuda.BodyMotion, moment int, time float64) {
	t.Helper()
	const h = 1e-4
	pivot := pivotOf(s, m)
	for _, from := range [][3]float64{{}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}} {
		x := [3]float64{pivot[0] + from[0], pivot[1] + from[1], pivot[2] + from[2]}
		low, now, high := craneAt(time-h, x), craneAt(time, x), craneAt(time+h, x)
		for a := range 3 {
			by := float64(m.Displacement[moment][a]) * s.grid.Quantum
			v, w := float64(m.Velocity[moment][a]), float64(m.Acceleration[moment][a])
			for b, d := range from {
				by += m.Rotation[moment][3*a+b] * d
				v += float64(m.Rate[moment][3*a+b]) * d
				w += float64(m.Curve[moment][3*a+b]) * d
			}
			for _, row := range []struct {
				what                 string
				got, want, tolerance float64
			}{
				{"displacement", by, now[a] - x[a], s.grid.Quantum},
				{"velocity", v, (high[a] - low[a]) / (2 * h), 1e-4},
				{"acceleration", w, (high[a] - 2*now[a] + low[a]) / (h * h), 1e-3},
			} {
				if math.Abs(row.got-row.want) > row.tolerance {
					t.Fatalf("at %g s, moment %d, %v from the pivot: the %s along %v is %g, not %g", time,
						moment, from, row.what, sph.Axis(a), row.got, row.want)
				}
			}
		}
	}
	centre := s.Case.Bodies[0].Centre
	to := craneAt(time, centre)
	for a := range 3 {
		off := float64(m.Centre[a])*s.grid.Quantum - (to[a] - centre[a])
		if moment == 0 && math.Abs(off) > s.grid.Quantum {
			t.Fatalf("at %g s the centre is off by %g m along %v", time, off, sph.Axis(a))
		}
	}
}

// checkGreatest compares bounds of the speed and the acceleration in the middle of a step with
// those of the body's particles, and with the speed of the pivot and ω times the distance of the
// farthest particle from it, and the same of accelerations, by differences.
func checkGreatest(t *testing.T, s *Simulation, m *cuda.BodyMotion, time float64) {
	t.Helper()
	const h = 1e-4
	pivot := pivotOf(s, m)
	rates := func(x [3]float64) (v, a [3]float64) {
		low, now, high := craneAt(time-h, x), craneAt(time, x), craneAt(time+h, x)
		for k := range v {
			v[k], a[k] = (high[k]-low[k])/(2*h), (high[k]-2*now[k]+low[k])/(h*h)
		}
		return v, a
	}
	v, a := rates(pivot)
	var turning, bending, fastest, strongest, farthest float64
	for k := range pivot {
		x := pivot
		x[k]++
		u, b := rates(x)
		turning, bending = math.Hypot(turning, distanceOf(u, v)), math.Hypot(bending, distanceOf(b, a))
	}
	for i, x := range s.Case.Particles.Position {
		if s.Case.BodyMoves(i) {
			u, b := rates(x)
			fastest, strongest = max(fastest, sph.Norm(u)), max(strongest, sph.Norm(b))
			farthest = max(farthest, distanceOf(x, pivot))
		}
	}
	for _, row := range []struct {
		what           string
		square         uint32 // bits of a float
		greatest, want float64
	}{
		{"speed", m.Speed2, fastest, sph.Norm(v) + turning/math.Sqrt2*farthest},
		{"acceleration", m.Accel2, strongest, sph.Norm(a) + bending*farthest},
	} {
		bound := math.Sqrt(float64(math.Float32frombits(row.square)))
		if math.Abs(bound/row.want-1) > 1e-4 || bound < row.greatest {
			t.Fatalf("at %g s the bound of the %s is %g, not %g, and the greatest %g", time, row.what,
				bound, row.want, row.greatest)
		}
	}
}

// pivotOf is the point about which a device turns a body.
func pivotOf(s *Simulation, m *cuda.BodyMotion) (x [3]float64) {
	for a := range x {
		x[a] = m.Pivot[a]*s.grid.Quantum + s.grid.Origin[a]
	}
	return x
}
