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

// form is which of the host's kernels are used: the strict ones, whose text GPUs
// run too, or the fast ones with vectors.
type form bool

const (
	strict form = true
	fast   form = false
)

func (f form) String() string {
	if f == strict {
		return "strict"
	}
	return "fast"
}

// machine is a host device with a stream.
type machine struct {
	gpu.Device
	form   form
	stream gpu.Stream
	system *gpu.System
}

func open(t testing.TB, f form) *machine {
	t.Helper()
	system, err := gpu.Open([]string{"host"}, gpu.Options{Strict: f == strict})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { system.Close() })
	stream, err := system.Devices[0].NewStream(false)
	if err != nil {
		t.Fatal(err)
	}
	return &machine{system.Devices[0], f, stream, system}
}

// sorted is what Sort and Build make of a cloud.
type sorted struct {
	t             testing.TB
	machine       *machine
	list          *List
	grid          Grid
	window        Window
	period        Period
	field         field
	out           Particles
	points        []point
	predictedPos  [][3]int32 // where lists expect them [quanta]
	vel           [][4]float32
	packed        []uint64
	bits          gpu.Ptr // packed, on the device
	offsets       []int
	leftDomain    int
	entriesNeeded gpu.Ptr
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
	return sortMoving(t, m, g, w, cloud, capacity, velocity, Period{})
}

// sortMoving sorts a cloud that moves, for a period.
func sortMoving(t testing.TB, m *machine, g Grid, w Window, cloud []point, capacity int, f field, period Period) *sorted {
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
		info := uint32(3) << 8
		if p.wall {
			info |= 1
		}
		pos, _ = binary.Append(pos, binary.LittleEndian, [4]uint32{uint32(p.at[0]), uint32(p.at[1]), uint32(p.at[2]), info})
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
		return Particles{Pos: alloc((n + Padding) * PosBytes), Vel: alloc(n * VelBytes), ID: alloc(n * IDBytes)}
	}
	given := room()
	s.out = room()
	s.bits, err = m.Alloc(n * PackedBytes)
	check(err)
	s.entriesNeeded, err = m.Alloc(4)
	check(err)
	m.stream.Upload(given.Pos, pos)
	m.stream.Upload(given.Vel, vel)
	m.stream.Upload(given.ID, id)
	s.list.Sort(m.stream, w, given, s.out, s.bits, n, period)
	check(m.stream.Sync())
	s.offsets, s.leftDomain = s.list.Offsets()
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
	t.Cleanup(func() { s.list.Free(); free(m, memory...); m.Free(s.entriesNeeded); m.Free(s.bits) })
	return s
}

func free(m *machine, memory ...gpu.Ptr) {
	for _, p := range memory {
		m.Free(p)
	}
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
	return [3]int{int(at[g.Axis] >> g.Shift), int(at[g.planeAxis] >> g.Shift), int(at[g.rowAxis] >> g.Shift)}
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
	quantaPerSpeed, most := float32(s.period.Half/s.grid.Quantum), float32(min(s.period.SkinMax, s.grid.Edge/3)/s.grid.Quantum)
	v, at := s.field(p), p.at
	for a := range 3 {
		x := int64(p.at[a]) + int64(math.RoundToEven(float64(min(max(float32(v[a]*quantaPerSpeed), -most), most))))
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
		s.t.Fatalf("%d particles are sorted to others than the %d they should be", len(s.points), len(want))
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
		before, _ := slices.BinarySearchFunc(want, k+s.window.From, func(p point, slice int) int { return s.grid.Slice(s.predict(p)) - slice })
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

// verdict is whether a pair must be in lists, must not, or may.
type verdict int

const (
	out verdict = iota
	either
	in
)

// near tells whether two points are nearer than lists reach. The strict kernel
// rounds the three squares of differences and their sum to float32, which is done
// here, too; the fast one may fuse them, so that pairs whose distance is within
// 1e-6 of the radius may be in its lists or not.
func (s *sorted) near(p, q [3]int32, radius2 float32) verdict {
	if s.machine.form == strict {
		var sum float32
		for a := range 3 {
			d := float32(p[a] - q[a])
			sum += float32(d * d)
		}
		if sum < radius2 {
			return in
		}
		return out
	}
	sum := 0.0
	for a := range 3 {
		d := float64(p[a]) - float64(q[a])
		sum += d * d
	}
	switch ratio := sum / float64(radius2); {
	case ratio < 1-2e-6:
		return in
	case ratio > 1+2e-6:
		return out
	}
	return either
}

// lists are the lists that Build makes, as they lie in memory; see list.h.
type lists struct {
	sorted         *sorted
	capacity       int
	entries, start []byte
	tasks          map[int]cuda.Task // by particle; others have none
	place          map[int]int       // of these, in the order of the tasks
	skins          []byte            // of blocks
	entriesNeeded  int               // that Build says
	fresh          cuda.Maxima       // as Activate raises them
}

// For how many steps lists are looked at when they begin, and the acceleration before [m/s²].
const stepsAtFirst, accelAtFirst = 3, 40

// build lists the neighbours of the particles that the window owns.
func (s *sorted) build(radius float64) *lists {
	s.t.Helper()
	fresh := s.upload(cuda.Maxima{})
	s.list.Activate(s.machine.stream, s.out, true, fresh, s.upload(cuda.Clock{Accel: accelAtFirst}), stepsAtFirst)
	s.list.Build(s.machine.stream, radius, s.entriesNeeded)
	args := s.list.Args()
	tiles := (len(s.points)+31)/32*32 + sortGroup
	l := &lists{sorted: s, capacity: s.list.Capacity, tasks: make(map[int]cuda.Task), place: make(map[int]int)}
	l.entries = s.download(args.Entries, tiles*l.capacity*2)
	all := s.list.Active()
	columns := int(all.Wall + all.Walls)
	tasks := s.download(args.Tasks, taskBytes*columns)
	for i := range columns {
		if i >= int(all.Fluids) && i < int(all.Wall) {
			continue // between fluid and walls there is nobody
		}
		task := cuda.Task{Particle: word(tasks, 4*i), Column: word(tasks, 4*i+1), Count: word(tasks, 4*i+2), Home: word(tasks, 4*i+3)}
		if _, ok := l.tasks[int(task.Particle)]; ok || int(task.Column)/sortGroup != i/sortGroup || task.Column >= uint32(columns) {
			s.t.Fatalf("task %d is %+v, particle known before: %v", i, task, ok)
		}
		l.tasks[int(task.Particle)], l.place[int(task.Particle)] = task, i
	}
	l.start = s.download(args.Start, 4*(s.window.Layers*s.grid.LayerCells()+2))
	l.skins = s.download(s.list.skin, 8*s.window.Layers*s.list.layerBlocks())
	l.entriesNeeded = int(word(s.download(s.entriesNeeded, 4), 0))
	binary.Decode(s.download(fresh, binary.Size(l.fresh)), binary.LittleEndian, &l.fresh)
	return l
}

// owned is the range of the particles that the window owns.
func (s *sorted) owned() (from, to int) {
	return s.offsets[s.window.OwnFrom-s.window.From], s.offsets[s.window.OwnTo-s.window.From]
}

// of is what the list of particle i holds, from the front and from the back, and
// what fills its groups up; ok is false where it has no list.
func (l *lists) of(i int) (fluid, walls, padding []int, ok bool) {
	task := l.tasks[i]
	count, column := task.Count, int(task.Column)
	if count>>31 == 1 {
		return nil, nil, nil, false
	}
	entry := func(k int) int {
		at := ((column/32*(l.capacity/8)+k/8)*32+column%32)*8 + k%8
		e := binary.LittleEndian.Uint16(l.entries[2*at:])
		stride := l.sorted.list.Args()
		row := int(task.Home) + (int(e>>13)-Reach)*int(stride.LayerStride) - Reach*int(stride.RowStride) - Reach
		return int(word(l.start, row)) + int(e&0x1fff)
	}
	fluids, solids := int(count&0xfff), int(count>>12&0xfff)
	for k := range (fluids + 7) / 8 * 8 {
		if k < fluids {
			fluid = append(fluid, entry(k))
		} else {
			padding = append(padding, entry(k))
		}
	}
	for k := range (solids + 7) / 8 * 8 {
		if k < solids {
			walls = append(walls, entry(l.capacity-1-k))
		} else {
			padding = append(padding, entry(l.capacity-1-k))
		}
	}
	return fluid, walls, padding, true
}

// check holds that the lists of the particles among the owned that which picks
// are what a look at all pairs says; it returns how many have none, which must
// be those that have no room, or neighbours that 12 bits cannot count or that
// are too far apart in the arrays to be told.
func (l *lists) check(radius float64, which func(i int) bool) (without int) {
	l.sorted.t.Helper()
	r := radius / l.sorted.grid.Quantum // [quanta]
	return l.checkReach(func(i, j int) float32 { return float32(r * r) }, which)
}

// checkReach is check with lists that reach as far as radius2 says, for j in the
// list of i [quanta²].
func (l *lists) checkReach(radius2 func(i, j int) float32, which func(i int) bool) (without int) {
	s := l.sorted
	s.t.Helper()
	from, to := s.owned()
	needs := [2]int{}
	for i := from; i < to; i++ {
		if !which(i) {
			continue
		}
		p := s.points[i]
		task, active := l.tasks[i]
		if !active && !p.wall {
			s.t.Fatalf("particle %d is fluid and has no task", i)
		}
		if wall := task.Count>>30&1 == 1; active && wall != p.wall {
			s.t.Fatalf("particle %d: its list says wall %v", i, wall)
		}
		// Neighbours that it must have, by kind, and those that it may have.
		var want [2][]int
		var may [2]map[int]bool
		for j, q := range s.points {
			if j == i || p.wall && q.wall {
				continue
			}
			kind := 0
			if q.wall {
				kind = 1
			}
			switch s.near(s.predictedPos[i], s.predictedPos[j], radius2(i, j)) {
			case in:
				want[kind] = append(want[kind], j)
			case either:
				if may[kind] == nil {
					may[kind] = make(map[int]bool)
				}
				may[kind][j] = true
			}
		}
		least, most := 0, 0 // entries
		for kind := range want {
			least += (len(want[kind]) + 7) / 8 * 8
			most += (len(want[kind]) + len(may[kind]) + 7) / 8 * 8
		}
		fluid, walls, padding, ok := l.of(i)
		if !ok {
			without++
			needs = [2]int{max(needs[0], least), max(needs[1], most)}
			if most <= l.capacity && max(len(want[0]), len(want[1])) < 1<<12 && !l.far(i, append(want[0], want[1]...)) {
				s.t.Fatalf("particle %d needs %d of %d entries and has no list", i, most, l.capacity)
			}
			continue
		}
		if least > l.capacity {
			s.t.Fatalf("particle %d has a list, but needs %d of %d entries", i, least, l.capacity)
		}
		for kind, got := range [2][]int{fluid, walls} {
			if !slices.IsSorted(got) {
				s.t.Fatalf("particle %d's list is not in order: %v", i, got)
			}
			got = slices.DeleteFunc(got, func(j int) bool { return may[kind][j] })
			if !slices.Equal(got, want[kind]) {
				s.t.Fatalf("particle %d of %d lists %s %v, want %v", i, len(s.points), [2]string{"fluid", "walls"}[kind], got, want[kind])
			}
		}
		for _, j := range padding {
			if j != i {
				s.t.Fatalf("particle %d's list is filled up with %d", i, j)
			}
		}
	}
	if l.entriesNeeded < needs[0] || l.entriesNeeded > needs[1] {
		s.t.Errorf("the longest list without room needs %d entries, but %d is told", needs[0], l.entriesNeeded)
	}
	return without
}

// far tells whether thirteen bits do not suffice for the places of i and its
// neighbours after the rows in reach begin.
func (l *lists) far(i int, js []int) bool {
	g, predicted := &l.sorted.grid, l.sorted.predictedPos
	for _, j := range append(js, i) {
		row := g.cell(predicted[i])
		row[0] = g.cell(predicted[j])[0]
		row[1] -= Reach
		row[2] -= Reach
		begin, _ := slices.BinarySearchFunc(predicted, row, func(at [3]int32, row [3]int) int {
			c := g.cell(at)
			return slices.Compare(c[:], row[:])
		})
		if j-begin >= 1<<13 {
			return true
		}
	}
	return false
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
