package neighbor

import (
	"encoding/binary"
	"slices"

	"gpusph/cuda"
)

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
	unlisted       int               // the same
	fresh          cuda.Maxima       // as Activate raises them
}

// For how many steps lists are looked at when they begin, and the acceleration before [m/s²].
const stepsAtFirst, accelAtFirst = 3, 40

// build lists the neighbours of the particles that the window owns.
func (s *sorted) build(radius float64) *lists {
	s.t.Helper()
	fresh := s.upload(cuda.Maxima{})
	s.list.Activate(s.machine.stream, s.out, true, fresh, s.upload(cuda.Clock{Accel: accelAtFirst}),
		stepsAtFirst)
	s.list.Build(s.machine.stream, radius, s.maxima)
	args := s.list.Args()
	tiles := (len(s.points)+31)/32*32 + sortGroup
	l := &lists{sorted: s, capacity: s.list.Capacity, tasks: make(map[int]cuda.Task),
		place: make(map[int]int)}
	l.entries = s.download(args.Entries, tiles*l.capacity*2)
	all := s.list.Active()
	columns := int(all.Wall + all.Walls)
	tasks := s.download(args.Tasks, taskBytes*columns)
	for i := range columns {
		if i >= int(all.Fluids) && i < int(all.Wall) {
			continue // there is no particle between fluid and walls
		}
		task := cuda.Task{Particle: word(tasks, 4*i), Column: word(tasks, 4*i+1),
			Count: word(tasks, 4*i+2), Home: word(tasks, 4*i+3)}
		if _, ok := l.tasks[int(task.Particle)]; ok || int(task.Column)/sortGroup != i/sortGroup ||
			task.Column >= uint32(columns) {
			s.t.Fatalf("task %d is %+v, particle known before: %v", i, task, ok)
		}
		l.tasks[int(task.Particle)], l.place[int(task.Particle)] = task, i
	}
	l.start = s.download(args.Start, 4*(s.window.Layers*s.grid.LayerCells()+2))
	l.skins = s.download(s.list.skin, 8*s.window.Layers*s.list.layerBlocks())
	var built cuda.Maxima
	binary.Decode(s.download(s.maxima, binary.Size(built)), binary.LittleEndian, &built)
	l.entriesNeeded, l.unlisted = int(built.EntriesNeeded), int(built.Unlisted)
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
		row := int(task.Home) + (int(e>>13)-Reach)*int(stride.LayerStride) - Reach*int(
			stride.RowStride) - Reach
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

// check holds that the lists of the owned particles that which picks are what a look at all pairs
// says. It returns how many have none. These must have no room, or more neighbours than 12 bits
// count, or neighbours too far apart in the arrays to be told. The last two are counted.
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
	needs, unlisted, seen := [2]int{}, 0, 0
	for i := from; i < to; i++ {
		if !which(i) {
			continue
		}
		seen++
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
			switch {
			case max(len(want[0]), len(want[1])) >= 1<<12 || l.far(i, append(want[0], want[1]...)):
				unlisted++
			case most <= l.capacity:
				s.t.Fatalf("particle %d needs %d of %d entries and has no list", i, most, l.capacity)
			default:
				needs = [2]int{max(needs[0], least), max(needs[1], most)}
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
				s.t.Fatalf("particle %d of %d lists %s %v, want %v", i, len(s.points),
					[2]string{"fluid", "walls"}[kind], got, want[kind])
			}
		}
		for _, j := range padding {
			if j != i {
				s.t.Fatalf("particle %d's list is filled up with %d", i, j)
			}
		}
	}
	if l.entriesNeeded < needs[0] || l.entriesNeeded > needs[1] {
		s.t.Errorf("the longest list without room needs %d entries, but %d is told", needs[0],
			l.entriesNeeded)
	}
	if seen == to-from && l.unlisted != unlisted || l.unlisted < unlisted {
		s.t.Errorf("no list can hold the neighbours of %d particles, but %d are told", unlisted,
			l.unlisted)
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
