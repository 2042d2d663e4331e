package neighbor

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
)

// point is a particle of a cloud.
type point struct {
	at   [3]int32 // [quanta]
	wall bool
	id   uint32
}

// sorted is what Sort and Build make of a cloud.
type sorted struct {
	t            testing.TB
	machine      *machine
	list         *List
	grid         Grid
	window       Window
	period       Prediction
	field        field
	out          Particles
	points       []point
	predictedPos [][3]int32 // where lists expect them [quanta]
	vel          [][4]float32
	packed       []uint64
	bits         gpu.Ptr // packed, on the device
	offsets      []int
	leftDomain   int
	maxima       gpu.Ptr // that Build raises
}

// field is what particles have in Vel.
type field func(p point) [4]float32

// velocity is made of the id, so that a particle that goes astray is found, in all
// directions.
func velocity(p point) [4]float32 {
	v := [4]float32{float32(p.id), float32(p.id) + 0.25, float32(p.id) + 0.5, 1 / float32(p.id+1)}
	for a := range 3 {
		if p.id>>a&1 == 1 {
			v[a] = -v[a]
		}
	}
	return v
}

// sortCloud sorts a cloud, in a window.
func sortCloud(t testing.TB, m *machine, g Grid, w Window, cloud []point, capacity int) *sorted {
	t.Helper()
	return sortMoving(t, m, g, w, cloud, capacity, velocity, Prediction{})
}

// sortMoving sorts a cloud that moves, for a period.
func sortMoving(t testing.TB, m *machine, g Grid, w Window, cloud []point, capacity int, f field,
	period Prediction) *sorted {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	n := len(cloud)
	var pos, vel, id []byte
	for _, p := range cloud {
		pos, _ = binary.Append(pos, binary.LittleEndian,
			[4]uint32{uint32(p.at[0]), uint32(p.at[1]), uint32(p.at[2]), cuda.Info(p.wall, 3, 0, false)})
		vel, _ = binary.Append(vel, binary.LittleEndian, f(p))
		id = binary.LittleEndian.AppendUint32(id, p.id)
	}
	offsets, err := m.system.Share(g.OffsetsBytes())
	check(err)
	s := &sorted{t: t, machine: m, grid: g, window: w, period: period, field: f}
	s.list, err = NewList(m, g, offsets)
	check(err)
	check(s.list.Reserve(n, n, w.Layers, capacity))
	var memory []gpu.Ptr
	alloc := func(bytes int) gpu.Ptr {
		p, err := m.Alloc(bytes)
		check(err)
		memory = append(memory, p)
		return p
	}
	room := func() Particles {
		return Particles{Pos: alloc((n + Padding) * PosBytes), Vel: alloc(n * VelBytes),
			ID: alloc(n * IDBytes)}
	}
	given := room()
	s.out = room()
	s.bits, err = m.Alloc(n * PackedBytes)
	check(err)
	s.maxima, err = m.Alloc(binary.Size(cuda.Maxima{}))
	check(err)
	m.stream.Upload(given.Pos, pos)
	m.stream.Upload(given.Vel, vel)
	m.stream.Upload(given.ID, id)
	s.list.Sort(m.stream, w, given, s.out, s.bits, n, Kept{}, period)
	check(m.stream.Sync())
	var left [cuda.LeftKinds]int
	s.offsets, left = s.list.Offsets()
	for _, n := range left {
		s.leftDomain += n
	}
	count := s.offsets[len(s.offsets)-1]
	pos = s.download(s.out.Pos, count*PosBytes)
	vel = s.download(s.out.Vel, count*VelBytes)
	id = s.download(s.out.ID, count*IDBytes)
	bits := s.download(s.bits, count*PackedBytes)
	predicted := s.download(s.list.predictedPos, count*PosBytes)
	for i := range count {
		var p [4]int32
		var v [4]float32
		binary.Decode(pos[16*i:], binary.LittleEndian, &p)
		binary.Decode(vel[16*i:], binary.LittleEndian, &v)
		s.points = append(s.points, point{[3]int32(p[:3]), p[3]&1 == 1, word(id, i)})
		s.vel = append(s.vel, v)
		binary.Decode(predicted[16*i:], binary.LittleEndian, &p)
		s.predictedPos = append(s.predictedPos, [3]int32(p[:3]))
		s.packed = append(s.packed, binary.LittleEndian.Uint64(bits[8*i:]))
		if p[3]>>8 != 3 {
			t.Fatalf("particle %d has lost its body", i)
		}
	}
	t.Cleanup(func() { s.list.Free(); free(m, memory...); m.Free(s.maxima); m.Free(s.bits) })
	return s
}

func (s *sorted) download(from gpu.Ptr, size int) []byte {
	s.t.Helper()
	to := make([]byte, size)
	s.machine.stream.Download(to, from)
	if err := s.machine.stream.Sync(); err != nil {
		s.t.Fatal(err)
	}
	return to
}

// word is the i-th uint32.
func word(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }

// cell is where a point is, along the axes of layers, of planes and of rows.
func (g *Grid) cell(at [3]int32) [3]int {
	return [3]int{int(at[g.Axis] >> g.Shift), int(at[g.planeAxis] >> g.Shift),
		int(at[g.rowAxis] >> g.Shift)}
}

// place interleaves the three bits below the cell's, x lowest.
func place(g *Grid, at [3]int32) int {
	sum := 0
	for bit := range 3 {
		for a := range 3 {
			sum |= int(at[a]>>(g.Shift-3+bit)&1) << (3*bit + a)
		}
	}
	return sum
}

func inside(g *Grid, at [3]int32) bool {
	for a := range 3 {
		if at[a] < Reach<<g.Shift || at[a] > g.limit[a] {
			return false
		}
	}
	return true
}

// predict is where lists should expect a point [quanta].
func (s *sorted) predict(p point) [3]int32 {
	if p.wall {
		return p.at
	}
	quantaPerSpeed, most := float32(s.period.Half/s.grid.Quantum),
		float32(min(s.period.SkinMax, s.grid.Edge/3)/s.grid.Quantum)
	v, at := s.field(p), p.at
	for a := range 3 {
		x := int64(p.at[a]) + int64(math.RoundToEven(
			float64(min(max(float32(v[a]*quantaPerSpeed), -most), most))))
		at[a] = int32(min(max(x, Reach<<s.grid.Shift), int64(s.grid.limit[a])))
	}
	return at
}

// inOrder is what Sort should make of a cloud: the points in the window, by
// cell, fluid before walls, by place, by id; cell and place are those ahead.
func (s *sorted) inOrder(cloud []point) []point {
	g, w := &s.grid, s.window
	var kept []point
	for _, p := range cloud {
		if slice := g.Slice(s.predict(p)); inside(g, p.at) && slice >= w.From && slice < w.To {
			kept = append(kept, p)
		}
	}
	slices.SortFunc(kept, func(p, q point) int {
		atP, atQ := s.predict(p), s.predict(q)
		a, b := g.cell(atP), g.cell(atQ)
		wall := func(p point) int {
			if p.wall {
				return 1
			}
			return 0
		}
		return cmp.Or(slices.Compare(a[:], b[:]), cmp.Compare(wall(p), wall(q)),
			cmp.Compare(place(g, atP), place(g, atQ)), cmp.Compare(p.id, q.id))
	})
	return kept
}

// checkSorted holds that s is what it should be of a cloud.
func (s *sorted) checkSorted(cloud []point) {
	s.t.Helper()
	want := s.inOrder(cloud)
	if !slices.Equal(s.points, want) {
		s.t.Fatalf("%d particles are sorted to others than the %d they should be", len(s.points),
			len(want))
	}
	for i, p := range s.points {
		if s.vel[i] != s.field(p) {
			s.t.Fatalf("particle %d comes with the velocity of another", p.id)
		}
		if s.predictedPos[i] != s.predict(p) {
			s.t.Fatalf("%v is expected at %v, want %v", p, s.predictedPos[i], s.predict(p))
		}
		if s.packed[i] != packed(p.at, s.grid.Shift) {
			s.t.Fatalf("%v is packed as %#x, want %#x", p, s.packed[i], packed(p.at, s.grid.Shift))
		}
	}
	for k, offset := range s.offsets {
		before, _ := slices.BinarySearchFunc(want, k+s.window.From,
			func(p point, slice int) int { return s.grid.Slice(s.predict(p)) - slice })
		if offset != before {
			s.t.Errorf("slice %d begins at %d, want %d", k, offset, before)
		}
	}
	left := 0
	for _, p := range cloud {
		if !inside(&s.grid, p.at) {
			near := p.at
			for a := range 3 {
				near[a] = min(max(near[a], Reach<<s.grid.Shift), s.grid.limit[a])
			}
			if near := s.grid.Slice(near); near >= s.window.OwnFrom && near < s.window.OwnTo {
				left++
			}
		}
	}
	if s.leftDomain != left {
		s.t.Errorf("%d particles have left the domain, want %d", s.leftDomain, left)
	}
}

// packed is three coordinates of 21 bits, in units of 2^(shift-19) quanta: x in
// the upper bits of the first word, y in those of the second, the 21 bits of z in
// the lower 11 of the first and, from bit 1 on, of the second.
func packed(at [3]int32, shift int) uint64 {
	var c [3]uint64
	for a := range 3 {
		units := math.Floor(math.Ldexp(float64(at[a]), 19-shift))
		c[a] = uint64(int64(units)) & (1<<21 - 1)
	}
	return c[0]<<11 | c[2]>>10 | c[1]<<43 | c[2]&0x3ff<<33
}

// clouds are places of n particles in a grid's domain, a third of them walls.
func clouds(g *Grid, n int, random *rand.Rand) map[string][]point {
	low, size := [3]int32{}, [3]int32{}
	for a := range 3 {
		low[a] = Reach << g.Shift
		size[a] = g.limit[a] - low[a]
	}
	anywhere := func() (at [3]int32) {
		for a := range 3 {
			at[a] = low[a] + random.Int32N(size[a]+1)
		}
		return at
	}
	around := func(centre [3]int32, spread int32) (at [3]int32) {
		for a := range 3 {
			at[a] = min(max(centre[a]+random.Int32N(2*spread)-spread, low[a]), g.limit[a])
		}
		return at
	}
	cell := int32(1) << g.Shift
	drops := [4][3]int32{anywhere(), anywhere(), anywhere(), anywhere()}
	shapes := map[string]func(i int) [3]int32{
		"random": func(int) [3]int32 { return anywhere() },
		"drops":  func(i int) [3]int32 { return around(drops[i%4], cell/2) },
		"a drop and spray": func(i int) [3]int32 {
			if i%4 == 0 {
				return anywhere()
			}
			return around(drops[0], cell)
		},
		"on the cells' corners": func(i int) (at [3]int32) { // exactly one reach apart, too
			for a := range 3 {
				at[a] = low[a] + random.Int32N(size[a]/cell+1)*cell
			}
			return at
		},
		"in one place": func(int) [3]int32 { return drops[1] },
		"outside": func(i int) (at [3]int32) {
			for a := range 3 {
				at[a] = low[a] - cell/2 + random.Int32N(size[a]+cell)
			}
			return at
		},
		"far outside": func(i int) (at [3]int32) {
			at = anywhere()
			at[i%3] = []int32{math.MinInt32, -1, 0, low[i%3] - 1, g.limit[i%3] + 1, math.MaxInt32}[i/3%6]
			return at
		},
	}
	all := make(map[string][]point)
	for name, shape := range shapes {
		ids := random.Perm(10 * n)
		for i := range n {
			all[name] = append(all[name], point{at: shape(i), wall: random.IntN(3) == 0, id: uint32(ids[i])})
		}
	}
	return all
}
