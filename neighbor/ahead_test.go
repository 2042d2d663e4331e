package neighbor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Sort takes particles for where they will be in the middle of the period: in the
// window, the order and the slices; which particles are dropped or packed is of where they are.
// Their ways are from none to beyond the most, and beyond the domain.
func TestSortAhead(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	period := Prediction{Half: 1e-4, SkinMax: 0.2}
	for _, f := range []form{strict, fast} {
		m := open(t, f)
		for axis := range 3 {
			g := small(t, axis)
			for name, cloud := range clouds(&g, 400, random) {
				t.Run(fmt.Sprintf("%v, %s, axis %d", f, name, axis), func(t *testing.T) {
					for _, w := range windows(&g) {
						for range 2 {
							random.Shuffle(len(cloud), func(i, j int) { cloud[i], cloud[j] = cloud[j], cloud[i] })
							sortMoving(t, m, g, w, cloud, 8, velocity, period).checkSorted(cloud)
						}
					}
				})
			}
		}
	}
}

// Where a particle is expected, in quanta: the way of its velocity to the nearest,
// of two the even one, at most as far as lists allow, and in the domain.
func TestAhead(t *testing.T) {
	g := small(t, 0)
	const low, most = Reach << maxShift, 1 << 18
	period := Prediction{Half: g.Quantum / 2, SkinMax: most * g.Quantum}
	middle := int32(low + 1<<maxShift)
	tests := []struct {
		name  string
		at    int32
		speed float32 // [m/s], two a quantum
		wall  bool
		want  int32
	}{
		{"at rest", middle, 0, false, middle},
		{"forwards", middle, 2000, false, middle + 1000},
		{"backwards", middle, -2000, false, middle - 1000},
		{"a half", middle, 1, false, middle},
		{"one and a half", middle, 3, false, middle + 2},
		{"two and a half", middle, 5, false, middle + 2},
		{"a half back", middle, -1, false, middle},
		{"one and a half back", middle, -3, false, middle - 2},
		{"the furthest", middle, 2 * most, false, middle + most},
		{"too far", middle, 2*most + 2, false, middle + most},
		{"much too far", middle, 1e30, false, middle + most},
		{"too far back", middle, -1e30, false, middle - most},
		{"to the end of the domain", g.limit[0] - 10, 20, false, g.limit[0]},
		{"beyond it", g.limit[0] - 10, 22, false, g.limit[0]},
		{"to its beginning", low + 10, -20, false, low},
		{"before it", low + 10, -22, false, low},
		{"a wall", middle, 2000, true, middle},
	}
	for _, f := range []form{strict, fast} {
		m := open(t, f)
		for _, test := range tests {
			cloud := []point{{at: [3]int32{test.at, middle, middle}, wall: test.wall}}
			along := func(point) [4]float32 { return [4]float32{test.speed, 0, 0, 0} }
			s := sortMoving(t, m, g, whole(&g), cloud, 8, along, period)
			if want := [3]int32{test.want, middle, middle}; len(s.predictedPos) != 1 ||
				s.predictedPos[0] != want {
				t.Errorf("%v, %s: a particle at %v with %g m/s is expected at %v, want %v", f, test.name,
					cloud[0].at, test.speed, s.predictedPos, want)
			}
		}
	}
}

// wide is a domain of several blocks of cells in each direction: 8 x 11 x 13 and a
// bit.
func wide(t testing.TB, axis int) Grid {
	t.Helper()
	g, err := NewGrid([3]float64{0.1, -3, 2}, [3]float64{4.2, 2.6, 8.7}, 1, axis, [3]bool{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The lists' period in wide and small, whose cells are for lists that reach 1 m.
const listed = 0.6 // support [m]

var lasting = Prediction{Half: 0.01, SkinTime: 0.02, Slack: 0.03, SkinMax: 0.4, DtMax: 0.005,
	Bin: 1}

// fields are ways in which a cloud moves, in which lists need skins of all lengths.
func fields(g *Grid) map[string]field {
	turn := func(at int32, a int) float64 { return 2 * math.Pi * float64(at) / float64(g.limit[a]) }
	return map[string]field{
		"at rest": func(point) [4]float32 { return [4]float32{} },
		"as one":  func(point) [4]float32 { return [4]float32{7, -5, 3, 0} },
		"at random": func(p point) [4]float32 {
			of := func(a uint32) float32 { return float32((p.id*2654435761>>(8*a))%256)/32 - 4 }
			return [4]float32{of(0), of(1), of(2), 0}
		},
		"by place": func(p point) [4]float32 {
			x, y, z := turn(p.at[0], 0), turn(p.at[1], 1), turn(p.at[2], 2)
			return [4]float32{float32(4 * math.Sin(y)), float32(4 * math.Sin(z)), float32(9 * math.Sin(x)),
				0}
		},
	}
}

// block is the block of cells that lists expect a particle in, by layer, plane and
// minor axis.
func (s *sorted) block(i int) [3]int {
	c := s.grid.cell(s.predictedPos[i])
	return [3]int{c[0], c[1] / block, c[2] / block}
}

// skinOf is the skin [m] that Build gave a particle against fluid or walls.
func (l *lists) skinOf(i int, walls bool) float32 {
	b, blocks := l.sorted.block(i), l.sorted.list.blocks()
	at := 2 * (((b[0]-l.sorted.window.First)*int(blocks.PlaneBlocks)+b[1])*int(blocks.RowBlocks) +
		b[2])
	if walls {
		at++
	}
	return math.Float32frombits(word(l.skins, at))
}

// owns tells whether a block is in slices that the window owns.
func (s *sorted) owns(block [3]int) bool {
	slice := s.sliceOf(block)
	return slice >= s.window.OwnFrom && slice < s.window.OwnTo
}

// sliceOf is the slice that a block is of.
func (s *sorted) sliceOf(at [3]int) int {
	return at[0]*s.grid.PerLayer + at[1]*block>>s.grid.rowShift
}

// velocityOf is that of a particle, 0 for walls [m/s].
func (s *sorted) velocityOf(i int) [3]float64 {
	if s.points[i].wall {
		return [3]float64{}
	}
	v := s.vel[i]
	return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])}
}

// checkPeriod holds that lists are for the period: their skins are what boxes of
// velocities ask for, they hold all that is nearer than that, and thus every pair
// that might need it; none that is beyond the longest.
func (l *lists) checkPeriod(support float64) (least, most float64) {
	s, p := l.sorted, l.sorted.period
	s.t.Helper()
	perQuantum := float32(1 / s.grid.Quantum)
	radius2 := func(i, j int) float32 {
		r := float32(support) + l.skinOf(i, s.points[i].wall || s.points[j].wall)
		r = float32(r * perQuantum)
		return float32(r * r)
	}
	if without := l.checkReach(radius2, all); without > 0 {
		s.t.Fatalf("%d particles have no list", without)
	}
	d := s.differ(s.velocityOf)
	skin := func(speed float64) float64 { return min(speed*p.SkinTime+p.Slack, p.SkinMax) }
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-5*b }
	least, most = math.Inf(1), 0
	from, to := s.owned()
	for i := from; i < to; i++ {
		b, wall := s.block(i), s.points[i].wall
		for walls, differences := range map[bool]map[[3]int]float64{false: d.fluid, true: d.walls} {
			if got, want := float64(l.skinOf(i, walls)), skin(differences[b]); !near(got, want) {
				s.t.Fatalf("the skin of block %v is %g m (against walls: %v), want %g m", b, got, walls, want)
			} else if !wall && !walls {
				least, most = min(least, got), max(most, got)
			}
		}
		listed := make(map[int]bool)
		fluid, solid, _, _ := l.of(i)
		for _, j := range append(fluid, solid...) {
			listed[j] = true
		}
		for j := range s.points {
			if i == j {
				continue
			}
			var r [3]float64
			for a := range 3 {
				r[a] = float64(s.predictedPos[i][a]-s.predictedPos[j][a]) * s.grid.Quantum
			}
			distance, both := norm(r), wall && s.points[j].wall
			need := support + skin(norm(minus(s.velocityOf(i), s.velocityOf(j))))
			switch {
			case listed[j] && (both || distance > (support+p.SkinMax)*(1+1e-5)):
				s.t.Fatalf("particle %d lists %d, %g m away; both are walls: %v", i, j, distance, both)
			case !listed[j] && !both && distance < need*(1-1e-5):
				s.t.Fatalf("particle %d does not list %d, %g m away, but they may come into reach within %g m",
					i, j, distance, need)
			}
		}
	}
	return least, most
}

// Lists for a period, of clouds of all shapes, by a look at all pairs.
func TestListsOfPeriod(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 12))
	for _, f := range []form{strict, fast} {
		m := open(t, f)
		for axis := range 3 {
			g := small(t, axis)
			for name, cloud := range clouds(&g, 250, random) {
				t.Run(fmt.Sprintf("%v, %s, axis %d", f, name, axis), func(t *testing.T) {
					for _, w := range windows(&g) {
						s := sortMoving(t, m, g, w, cloud, 264, fields(&g)["at random"], lasting)
						s.build(listed).checkPeriod(listed)
					}
				})
			}
		}
	}
}

// patches are particles in a part of a domain of several blocks: walls at its
// beginning, fluid near them, and some of both in two places beyond, so that there
// are blocks of all kinds, next to all kinds.
func patches(g *Grid, n int, random *rand.Rand) []point {
	low, size := [3]float64{}, [3]float64{}
	for a := range 3 {
		low[a] = Reach
		size[a] = float64(g.limit[a])/float64(int(1)<<g.Shift) - Reach
	}
	var cloud []point
	ids := random.Perm(10 * n)
	add := func(wall bool, from, to [3]float64) { // in parts of the domain
		p := point{wall: wall, id: uint32(ids[len(cloud)])}
		for a := range 3 {
			x := low[a] + size[a]*(from[a]+(to[a]-from[a])*random.Float64())
			p.at[a] = int32(x * float64(int(1)<<g.Shift))
		}
		cloud = append(cloud, p)
	}
	for len(cloud) < n {
		k := len(cloud)
		switch k % 8 {
		case 0, 1, 2:
			add(false, [3]float64{0.1, 0.1, 0.15}, [3]float64{0.6, 0.6, 0.5})
		case 3, 4:
			add(true, [3]float64{}, [3]float64{0.15, 1, 1})
		case 5:
			add(true, [3]float64{0, 0.9, 0}, [3]float64{1, 1, 1})
		case 6:
			add(k%16 == 6, [3]float64{0.75, 0.1, 0.8}, [3]float64{0.9, 0.3, 0.95})
		case 7:
			add(k%64 == 7, [3]float64{}, [3]float64{1, 1, 1})
		}
	}
	return cloud
}

// Lists for a period in domains of several blocks: water that moves as one needs no
// skin but against walls, and what moves as its place says one that differs.
func TestListsOfPeriodInBlocks(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 13))
	for _, f := range []form{strict, fast} {
		m := open(t, f)
		for axis := range 3 {
			g := wide(t, axis)
			cloud := patches(&g, 600, random)
			for name, field := range fields(&g) {
				t.Run(fmt.Sprintf("%v, %s, axis %d", f, name, axis), func(t *testing.T) {
					for _, w := range windows(&g)[:3] {
						s := sortMoving(t, m, g, w, cloud, 328, field, lasting)
						least, most := s.build(listed).checkPeriod(listed)
						slack := most < lasting.Slack*1.001
						if still := name == "at rest" || name == "as one"; slack != still {
							t.Errorf("the skin against fluid is %g m at most, where the slack is %g m", most,
								lasting.Slack)
						}
						if name == "by place" && w == windows(&g)[0] && most < 1.5*least {
							t.Errorf("skins against fluid are from %g m to %g m, all alike: the test shows nothing",
								least, most)
						}
					}
				})
			}
		}
	}
}
