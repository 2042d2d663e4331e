package neighbor

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
)

// upload copies data of fixed size to the device, until the test ends.
func (s *sorted) upload(data any) gpu.Ptr {
	s.t.Helper()
	b, err := binary.Append(nil, binary.LittleEndian, data)
	if err != nil {
		s.t.Fatal(err)
	}
	p, err := s.machine.Alloc(len(b))
	if err != nil {
		s.t.Fatal(err)
	}
	s.machine.stream.Upload(p, b)
	s.t.Cleanup(func() { s.machine.Free(p) })
	return p
}

// put puts the fluid a way off where lists expect it [m], with velocities; walls
// stay, but have velocities.
func (s *sorted) put(state func(p point) (off [3]float64, velocity [3]float32)) {
	var pos, vel []byte
	for i := range s.points {
		p := &s.points[i]
		off, velocity := state(*p)
		if !p.wall {
			for a := range 3 {
				p.at[a] = s.predictedPos[i][a] + int32(off[a]/s.grid.Quantum)
			}
		}
		copy(s.vel[i][:], velocity[:])
		pos, _ = binary.Append(pos, binary.LittleEndian,
			[4]int32{p.at[0], p.at[1], p.at[2], int32(cuda.Info(p.wall, 0, 0, false))})
		vel, _ = binary.Append(vel, binary.LittleEndian, s.vel[i])
	}
	s.machine.stream.Upload(s.out.Pos, pos)
	s.machine.stream.Upload(s.out.Vel, vel)
}

// move puts fluid anywhere near where lists expect it, as the id says.
func (s *sorted) move(furthest float64) {
	s.put(func(p point) (off [3]float64, velocity [3]float32) {
		random := rand.New(rand.NewPCG(uint64(p.id), 14))
		for a := range 3 {
			off[a] = furthest * (2*random.Float64() - 1)
			velocity[a] = float32(8*random.Float64() - 4)
		}
		return off, velocity
	})
}

// checkSkins is what CheckSkins raises maxima to, in the step before a limit.
func (s *sorted) checkSkins(maxima cuda.Maxima, limit int32) cuda.Maxima {
	s.t.Helper()
	return s.checkSteps(maxima, cuda.Clock{Limit: limit}, 1)
}

// checkSteps is what CheckSkins raises maxima to in step 2, for a given number of steps.
func (s *sorted) checkSteps(maxima cuda.Maxima, clock cuda.Clock, steps int) cuda.Maxima {
	s.t.Helper()
	p := s.upload(maxima)
	s.list.CheckSkins(s.machine.stream, s.out.Pos, s.out.Vel, p, s.upload(clock), 2, steps)
	binary.Decode(s.download(p, binary.Size(maxima)), binary.LittleEndian, &maxima)
	return maxima
}

// displacement is how far a particle is from where lists expect it, and will be after
// some time [s] [m].
func (s *sorted) displacement(i int, after float64) (d [3]float64) {
	v := s.velocityOf(i)
	if s.points[i].wall {
		return d
	}
	for a := range 3 {
		d[a] = float64(s.points[i].at[a]-s.predictedPos[i][a])*s.grid.Quantum + v[a]*after
	}
	return d
}

// want is what CheckSkins should find: the part of the skin that is used, from boxes around the
// displacements, and how much closer layers out of reach come; and the part that pairs in reach
// use, which is less. It is so now and after a time [s], when each
// particle may have drifted so far beyond that [m].
func (l *lists) want(later, drift float64) (used, pairs, approach float64) {
	s := l.sorted
	from, to := s.owned()
	for _, after := range []float64{0, later} {
		drift := drift
		if after == 0 {
			drift = 0
		}
		displacements := make([][3]float64, len(s.points))
		for i := range displacements {
			displacements[i] = s.displacement(i, after)
		}
		d := s.differ(func(i int) [3]float64 { return displacements[i] })
		for i := from; i < to; i++ {
			b, wall := s.block(i), s.points[i].wall
			used = max(used, (d.walls[b]+drift)/float64(l.skinOf(i, true)))
			if !wall {
				v := displacements[i]
				used = max(used, (d.fluid[b]+2*drift)/float64(l.skinOf(i, false)))
				pairs = max(pairs, norm(v)/(MaxDisplacement*s.grid.Edge))
			}
			home := s.grid.cell(s.predictedPos[i])
			for j, q := range s.points {
				other := s.grid.cell(s.predictedPos[j])
				far := false
				for a := range 3 {
					far = far || other[a] < home[a]-Reach || other[a] > home[a]+Reach
				}
				if !far && !(wall && q.wall) {
					apart := norm(minus(displacements[i], displacements[j]))
					pairs = max(pairs, apart/float64(l.skinOf(i, wall || q.wall)))
				}
			}
		}
		approach = max(approach, s.approach(func(i int) [3]float64 { return displacements[i] })+2*drift)
		// A block's furthest along each axis are a box, whose corner may be further.
		boxes := make(map[[3]int]*bounds)
		for i := from; i < to; i++ {
			if b, v := s.block(i), displacements[i]; !s.points[i].wall {
				if boxes[b] == nil {
					boxes[b] = &bounds{v, v}
				}
				boxes[b].add(v, v)
			}
		}
		for _, b := range boxes {
			used = max(used, (b.maxNorm()+drift)/(MaxDisplacement*s.grid.Edge))
		}
	}
	return used, pairs, approach
}

// approach is by how much particles of fluid come closer, across the layers, to those three layers
// further on in blocks that are side by side, if vectors are their displacements; or to walls. The
// window owns the block one layer on.
func (s *sorted) approach(vector func(i int) [3]float64) (closer float64) {
	for i, p := range s.points {
		if p.wall {
			continue
		}
		b, v := s.block(i), vector(i)[s.grid.Axis]
		for j, q := range s.points {
			c := s.block(j)
			if max(c[1]-b[1], b[1]-c[1], c[2]-b[2], b[2]-c[2]) > 1 {
				continue
			}
			switch {
			case c[0] == b[0]+Reach+1 && s.owns([3]int{b[0] + 1, b[1], b[2]}):
				closer = max(closer, v-vector(j)[s.grid.Axis])
			case q.wall && c[0] == b[0]-Reach-1 && s.owns([3]int{b[0] - 1, b[1], b[2]}):
				closer = max(closer, -v)
			}
		}
	}
	return closer
}

// eachList runs check on lists of patches of fluid and walls: in both forms, along each axis, in
// domains of the given kinds, for moving fields, periods and windows, of which k counts. The race
// detector has fewer.
func eachList(t *testing.T, seed uint64, kinds map[string]func(testing.TB, int) Grid,
	periods []Prediction, check func(t *testing.T, k int, l *lists)) {
	random := rand.New(rand.NewPCG(seed, seed))
	forms, axes := []form{strict, fast}, 3
	if underRace { // what is compared with is slow there, and no more can race
		forms, axes = forms[1:], 1
	}
	for _, f := range forms {
		m := open(t, f)
		for axis := range axes {
			for kind, grid := range kinds {
				g := grid(t, axis)
				cloud := patches(&g, 300, random)
				for name, field := range fields(&g) {
					for _, period := range periods {
						t.Run(fmt.Sprintf("%v, axis %d, %s, %s, %g s ahead", f, axis, kind, name, period.Half),
							func(t *testing.T) {
								for k, w := range windows(&g) {
									check(t, k, sortMoving(t, m, g, w, cloud, 408, field, period).build(listed))
								}
							})
					}
				}
			}
		}
	}
}

// CheckSkins finds how much of the skin is used, now and half a step later, and the
// ways across the slices, as a look at all boxes does, and no less than any pair
// says; but only in a step that is made. It raises maxima, and leaves greater ones.
func TestSkinCheck(t *testing.T) {
	near := func(a uint32, b float64) bool {
		return math.Abs(float64(math.Float32frombits(a))-b) <= 1e-4*b+1e-7
	}
	kinds := map[string]func(testing.TB, int) Grid{"small": small, "wide": wide}
	eachList(t, 15, kinds, []Prediction{lasting}, func(t *testing.T, k int, l *lists) {
		s := l.sorted
		for _, furthest := range []float64{0, 0.02, 0.3} { // later, now, and far counts most
			s.move(furthest)
			used, pairs, approach := l.want(s.period.DtMax/2, 0)
			if k == 0 && used == 0 {
				t.Fatal("nothing is used: the test shows nothing")
			}
			got := s.checkSkins(cuda.Maxima{EntriesNeeded: 7}, 3)
			if !near(got.Used, used) || float64(math.Float32frombits(got.Used)) < pairs*(1-1e-5) {
				t.Errorf("up to %g m: %g of the skin is used, want %g, of which pairs are %g",
					furthest, math.Float32frombits(got.Used), used, pairs)
			}
			if !near(got.Approach, approach) {
				t.Errorf("up to %g m: layers come %g m closer, want %g m", furthest,
					math.Float32frombits(got.Approach), approach)
			}
			if got.UsedAhead != got.Used || got.ApproachAhead != got.Approach {
				t.Errorf("up to %g m: with a look at this step only, more is used ahead: %+v", furthest, got)
			}
			l.checkAhead(furthest)
			got.Used, got.Approach, got.UsedAhead, got.ApproachAhead = 0, 0, 0, 0
			if got != (cuda.Maxima{EntriesNeeded: 7}) {
				t.Errorf("other maxima become %+v", got)
			}
			greater := cuda.Maxima{Used: math.MaxInt32, Approach: math.MaxInt32,
				UsedAhead: math.MaxInt32, ApproachAhead: math.MaxInt32}
			if got := s.checkSkins(greater, 3); got != greater {
				t.Errorf("greater maxima become %+v", got)
			}
			for _, clock := range []cuda.Clock{{Limit: 2}, {Limit: 3, VerifiedUntil: 3}} {
				if got := s.checkSteps(cuda.Maxima{}, clock, 1); got != (cuda.Maxima{}) {
					t.Errorf("of a step that is not done, or has been measured, maxima become %+v", got)
				}
			}
		}
	})
}

// checkAhead holds that CheckSkins finds in one look what will be used in the middle of the
// second step after this one. Velocities change by as much as they are trusted to. Of this step
// it finds no less than a look at it alone, and no more than of all.
func (l *lists) checkAhead(furthest float64) {
	s := l.sorted
	s.t.Helper()
	const accel = 40
	step := s.period.DtMax
	got := s.checkSteps(cuda.Maxima{}, cuda.Clock{Limit: 3, VerifiedUntil: 2, Accel: accel}, 3)
	used, _, approach := l.want(2.5*step, 0)
	leastUsed, _, leastApproach := l.want(step/2, 0)
	// After two steps, the velocity is off by 2 a Δt and the place by 2 a Δt², and half a step
	// later by a Δt² more.
	usedAhead, _, approachAhead := l.want(2.5*step,
		2*accel*3*step*step+2*s.grid.Quantum)
	for _, v := range []struct {
		what        string
		got         uint32
		least, most float64
	}{
		{"used", got.Used, leastUsed, used},
		{"approach", got.Approach, leastApproach, approach},
		{"used ahead", got.UsedAhead, usedAhead, usedAhead},
		{"approach ahead", got.ApproachAhead, approachAhead, approachAhead},
	} {
		if x := float64(math.Float32frombits(v.got)); x < v.least-1e-4*v.least-1e-7 ||
			x > v.most+1e-4*v.most+1e-7 {
			s.t.Errorf("up to %g m: %s is %g, want %g to %g", furthest, v.what, x, v.least, v.most)
		}
	}
}

// Of fluid that is off as a whole nothing is used of any skin, but it must not leave
// the slices in which it is looked for: what is used is the part of MaxDisplacement.
func TestSkinCheckAsOne(t *testing.T) {
	m := open(t, strict)
	for axis := range 3 {
		g := wide(t, axis)
		var cloud []point
		for _, p := range patches(&g, 300, rand.New(rand.NewPCG(18, 18))) {
			if !p.wall {
				cloud = append(cloud, p)
			}
		}
		s := sortMoving(t, m, g, windows(&g)[0], cloud, 408, fields(&g)["as one"], lasting)
		s.build(listed)
		sixteenth := g.Edge / 16
		s.put(func(point) ([3]float64, [3]float32) {
			return [3]float64{3 * sixteenth, -2 * sixteenth, 6 * sixteenth}, [3]float32{} // 7 long
		})
		got, want := math.Float32frombits(s.checkSkins(cuda.Maxima{}, 3).Used), 7./16/MaxDisplacement
		if math.Abs(float64(got)-want) > 1e-5 {
			t.Errorf("axis %d: %g of what fluid may be off is used, want %g", axis, got, want)
		}
	}
}

// A wall with slow water near it has a short list, though the slow water itself is
// next to another wall and to fast water and has long ones: what the slow water
// uses of the wall's skin is seen at the wall.
func TestSkinCheckAtWall(t *testing.T) {
	m := open(t, strict)
	for axis := range 3 {
		g := wide(t, axis)
		const slow, fast = 1, 2 // ids
		at := func(cell int32) (at [3]int32) {
			for a := range 3 {
				at[a] = 4<<g.Shift + 1
			}
			at[g.rowAxis] = cell<<g.Shift + 1
			return at
		}
		// In three blocks that are side by side in a slice.
		cloud := []point{{at: at(6), wall: true, id: 0}, {at: at(9), id: slow},
			{at: at(10), wall: true, id: 3}, {at: at(12), id: fast}}
		s := sortMoving(t, m, g, windows(&g)[0], cloud, 8, func(p point) (v [4]float32) {
			if p.id == fast {
				v[g.Axis] = 10
			}
			return v
		}, lasting)
		l := s.build(listed)
		s.put(func(p point) (off [3]float64, velocity [3]float32) {
			if p.id == slow {
				off[g.Axis] = 2 * lasting.Slack
			}
			return off, velocity
		})
		used, _, _ := l.want(lasting.DtMax/2, 0)
		if got := math.Float32frombits(s.checkSkins(cuda.Maxima{}, 3).Used); math.Abs(float64(got)-2) > 1e-4 || math.Abs(used-2) > 1e-4 {
			t.Errorf("axis %d: %g of the wall's skin is used, want 2, by all boxes %g", axis, got, used)
		}
	}
}
