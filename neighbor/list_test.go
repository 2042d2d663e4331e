package neighbor

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gpusph/gpu"
)

// small is a domain of 7 x 4 x 5 cells and a bit, with layers perpendicular to
// an axis, at a place that is no multiple of anything.
func small(t testing.TB, axis int) Grid {
	t.Helper()
	g, err := NewGrid([3]float64{-1.3, 0.2, 7}, [3]float64{2.37, 2.43, 9.61}, 1, axis, [3]bool{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// windows are the shares of one, two and three devices.
func windows(g *Grid) []Window {
	first, last := g.Inner()
	half := (first+last)/2/g.PerLayer*g.PerLayer + 1 // within a layer
	return []Window{g.Window(first, last), g.Window(first, half), g.Window(half, last),
		g.Window(first+1, first+g.Edges()+1)}
}

// whole is the window of a single device.
func whole(g *Grid) Window { return g.Window(g.Inner()) }

// Sort puts the particles in a window in the one order that is defined, with all
// that belongs to them, however they lay before; tells where slices begin; and
// counts those outside the domain for one device, whichever sees them.
func TestSort(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	m := open(t, fast)
	for axis := range 3 {
		g := small(t, axis)
		for name, cloud := range clouds(&g, 500, random) {
			t.Run(fmt.Sprintf("%s, axis %d", name, axis), func(t *testing.T) {
				for _, w := range windows(&g) {
					for range 2 {
						random.Shuffle(len(cloud), func(i, j int) { cloud[i], cloud[j] = cloud[j], cloud[i] })
						sortCloud(t, m, g, w, cloud, 8).checkSorted(cloud)
					}
				}
			})
		}
	}
}

// Of devices that share the domain, exactly one counts a particle that has left
// it, though all see it; and again when it is sorted again, for the count is of
// all times.
func TestLeftDomainOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	m := open(t, fast)
	for axis := range 3 {
		g := small(t, axis)
		for _, name := range []string{"outside", "far outside"} {
			cloud := clouds(&g, 300, random)[name]
			outside := 0
			for _, p := range cloud {
				if !inside(&g, p.at) {
					outside++
				}
			}
			sum := 0
			first, last := g.Inner()
			for from := first; from < last; from++ {
				sum += sortCloud(t, m, g, g.Window(from, from+1), cloud, 8).leftDomain
			}
			if sum != outside || outside == 0 {
				t.Errorf("%s, axis %d: %d of %d particles have left the domain", name, axis, sum, outside)
			}
		}
	}
}

// A list holds exactly the pairs nearer than the radius, in the order of the
// particles: fluid from the front, walls from the back, no wall in a wall's
// list, and itself where a group of eight has room left.
func TestLists(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, f := range []form{strict, fast} {
		m := open(t, f)
		for axis := range 3 {
			g := small(t, axis)
			for name, cloud := range clouds(&g, 400, random) {
				t.Run(fmt.Sprintf("%v, %s, axis %d", f, name, axis), func(t *testing.T) {
					for _, w := range windows(&g) {
						for _, radius := range []float64{1, 0.6, 0.05} {
							s := sortCloud(t, m, g, w, cloud, 408)
							if without := s.build(radius).check(radius, all); without > 0 {
								t.Errorf("%d particles have no list", without)
							}
						}
					}
				})
			}
		}
	}
}

func all(int) bool { return true }

// Particles whose neighbours have no room get no list, the others theirs, and
// what is told to be needed is what suffices, and no less.
func TestListsWithoutRoom(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	m := open(t, strict)
	g := small(t, 0)
	w := whole(&g)
	for name, cloud := range clouds(&g, 600, random) {
		t.Run(name, func(t *testing.T) {
			for _, capacity := range []int{8, 16, 48} {
				l := sortCloud(t, m, g, w, cloud, capacity).build(0.8)
				without := l.check(0.8, all)
				if without == 0 {
					continue
				}
				if again := sortCloud(t, m, g, w, cloud, l.entriesNeeded).build(0.8).check(0.8, all); again > 0 {
					t.Errorf("%d entries do for all, but %d particles still have no list", l.entriesNeeded, again)
				}
				if again := sortCloud(t, m, g, w, cloud, l.entriesNeeded-8).build(0.8).check(0.8, all); again == 0 {
					t.Errorf("%d entries do, too", l.entriesNeeded-8)
				}
			}
		})
	}
}

// More neighbours than twelve bits count are too many for a list, whatever its
// room. More room is not asked for.
func TestTooManyNeighbours(t *testing.T) {
	g := small(t, 0)
	cloud := make([]point, 4200)
	for i := range cloud {
		cloud[i] = point{at: g.Fixed([3]float64{0, 1, 8}), id: uint32(i)}
	}
	s := sortCloud(t, open(t, strict), g, whole(&g), cloud, 4400)
	some := func(i int) bool { return i == 0 || i == 4096 || i == 4199 }
	l := s.build(1)
	if without := l.check(1, some); without != 3 {
		t.Errorf("%d of 3 particles with 4199 neighbours have a list", 3-without)
	}
	if l.unlisted != len(cloud) || l.entriesNeeded != 0 {
		t.Errorf("of %d particles %d are told to have no list, and %d entries to be enough", len(cloud),
			l.unlisted, l.entriesNeeded)
	}
}

// As many neighbours as twelve bits count are in lists, and one more is not.
func TestMostListed(t *testing.T) {
	g := small(t, 0)
	for particles, without := range map[int]int{MaxListed + 1: 0, MaxListed + 2: MaxListed + 2} {
		cloud := make([]point, particles)
		for i := range cloud {
			cloud[i] = point{at: g.Fixed([3]float64{0, 1, 8}), id: uint32(i)}
		}
		l := sortCloud(t, open(t, strict), g, whole(&g), cloud, 4400).build(1)
		if fluid, _, _, ok := l.of(0); l.unlisted != without || ok != (without == 0) || ok &&
			len(fluid) != MaxListed {
			t.Errorf("of %d particles on one spot %d have no list, want %d; a list has %d", particles,
				l.unlisted, without, len(fluid))
		}
	}
}

// crowd is a particle (id 0) with one neighbour, in the slice before, in a grid
// with rows of 40 cells, and a number of others in the row of cells before it,
// out of its reach but between the beginning of what is in reach and it.
func crowd(t *testing.T, others int) (Grid, []point) {
	g, err := NewGrid([3]float64{}, [3]float64{6.1, 40.1, 40.1}, 2, 0, [3]bool{})
	if err != nil {
		t.Fatal(err)
	}
	cloud := []point{{at: g.Fixed([3]float64{3.5, 4.5, 2.5}), id: 0},
		{at: g.Fixed([3]float64{2.4, 4.5, 2.5}), id: 1}}
	random := rand.New(rand.NewPCG(6, 6))
	for i := range others {
		cloud = append(cloud, point{at: g.Fixed([3]float64{3.5, 3 + random.Float64(),
			12 + 26*random.Float64()}), id: uint32(2 + i)})
	}
	return g, cloud
}

// The place of a neighbour in a slice in reach has 13 bits, and so has that of the
// particle itself, with which groups are filled up. What has no room in them has
// no list, and is counted: bits that are too many would make it another particle.
func TestPlaces(t *testing.T) {
	for _, others := range []int{1000, 8191, 8192} {
		g, cloud := crowd(t, others)
		s := sortCloud(t, open(t, strict), g, whole(&g), cloud, 16)
		l := s.build(2)
		i := slices.IndexFunc(s.points, func(p point) bool { return p.id == 0 })
		fluid, walls, padding, ok := l.of(i)
		if ok != (l.unlisted == 0) {
			t.Errorf("%d others: the particle has a list: %v, but %d have none", others, ok, l.unlisted)
		}
		if ok != (others < 8192) {
			t.Errorf("%d others: the particle has a list: %v", others, ok)
		}
		if !ok {
			continue
		}
		if len(fluid) != 1 || s.points[fluid[0]].id != 1 || len(walls) != 0 {
			t.Errorf("%d others: the particle lists fluid %v and walls %v, want particle 1", others, fluid,
				walls)
		}
		for _, j := range padding {
			if j != i {
				t.Errorf("%d others: the list of particle %d is filled up with %d", others, i, j)
				break
			}
		}
	}
}

// A deep and narrow column has more particles in rows along its depth than places are for. Rows lie
// across, so all have lists.
func TestDeepColumn(t *testing.T) {
	const particles, deepest = 12000, 251
	random := rand.New(rand.NewPCG(8, 8))
	g, err := NewGrid([3]float64{}, [3]float64{0.4, 1.4, deepest}, 1, 0, [3]bool{})
	if err != nil {
		t.Fatal(err)
	}
	cloud := make([]point, particles)
	for i := range cloud {
		at := g.Fixed([3]float64{0.4 * random.Float64(), 1.4 * random.Float64(),
			deepest * random.Float64()})
		cloud[i] = point{at: at, wall: random.IntN(3) == 0, id: uint32(i)}
	}
	l := sortCloud(t, open(t, strict), g, whole(&g), cloud, 200).build(1)
	if without := l.check(1, func(i int) bool { return i%97 == 0 }); without > 0 || l.unlisted > 0 {
		t.Errorf("%d of the particles that were looked at have no list, %d of all", without, l.unlisted)
	}
}

// recorder is a device that knows how much memory it has given out.
type recorder struct {
	gpu.Device
	sizes map[gpu.Ptr]int
}

func (r recorder) Alloc(bytes int) (gpu.Ptr, error) {
	p, err := r.Device.Alloc(bytes)
	r.sizes[p] = bytes
	return p, err
}

// Whatever Reserve has been asked for before, the entries have room for what it
// is asked for now: more entries for fewer particles are no room for all. There is none for
// particles that are not active.
func TestReserve(t *testing.T) {
	m := open(t, strict)
	g := small(t, 0)
	offsets, err := m.system.Share(g.OffsetsBytes())
	if err != nil {
		t.Fatal(err)
	}
	r := recorder{m, make(map[gpu.Ptr]int)}
	l, err := NewList(r, g, offsets)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Free()
	for _, ask := range []struct{ particles, active, capacity int }{
		{100, 100, 8}, {50, 50, 16}, {100, 100, 16}, {200, 200, 16}, {33, 33, 8}, {200, 200, 8},
		{5000, 1000, 16},
	} {
		if err := l.Reserve(ask.particles, ask.active, 4, ask.capacity); err != nil {
			t.Fatal(err)
		}
		has, needs := r.sizes[l.Args().Entries], (ask.active+31)/32*32*ask.capacity*2
		if has < needs || ask.particles > 1000 && has > needs+2*sortGroup*ask.capacity {
			t.Errorf("%d active particles of %d entries have %d bytes, and need %d", ask.active,
				ask.capacity, has, needs)
		}
		if w := (Window{Layers: 4}); !l.Holds(ask.particles, ask.active, w, ask.capacity) ||
			l.Holds(ask.particles, ask.active+10*sortGroup, w, ask.capacity) {
			t.Errorf("of %d active particles Holds is wrong", ask.active)
		}
	}
}

// What cells are said to take is what more layers of them do take, but for the sums of slices.
func TestBytesOfCells(t *testing.T) {
	m := open(t, strict)
	for axis := range 3 {
		g := small(t, axis)
		took := func(layers int) (bytes int64) {
			offsets, err := m.system.Share(g.OffsetsBytes())
			if err != nil {
				t.Fatal(err)
			}
			r := recorder{m, make(map[gpu.Ptr]int)}
			l, err := NewList(r, g, offsets)
			if err == nil {
				err = l.Reserve(100, 100, layers, 8)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer l.Free()
			for _, size := range r.sizes {
				bytes += int64(size)
			}
			return bytes
		}
		const few, many = 100, 900
		more := took(many) - took(few)
		if want := g.Bytes(many) - g.Bytes(few); more < want || more > want+4*int64(g.PerLayer)*many {
			t.Errorf("along %c: %d layers more take %d bytes, want %d", 'x'+axis, many-few, more, want)
		}
	}
}

// FuzzLists sorts and lists any particles in any window, and looks at all
// pairs.
func FuzzLists(f *testing.F) {
	f.Add([]byte("three or four particles, of eight bytes each"), uint8(0), uint8(0), uint8(3))
	f.Add([]byte{}, uint8(1), uint8(1), uint8(0))
	random := rand.New(rand.NewPCG(7, 7))
	for k := range 9 {
		data := make([]byte, 8*60)
		for i := range data {
			data[i] = byte(random.IntN(256 >> (k / 3)))
		}
		f.Add(data, uint8(k), uint8(k), uint8(8*k+k%2))
	}
	machines := map[form]*machine{strict: open(f, strict), fast: open(f, fast)}
	f.Fuzz(func(t *testing.T, data []byte, axis, window, capacity uint8) {
		g := small(t, int(axis%3))
		w := windows(&g)[window%4]
		var cloud []point
		for i := 0; i+8 <= len(data) && len(cloud) < 200; i += 8 {
			var p point
			for a := range 3 {
				// From half a cell before the domain to half a cell behind.
				part := float64(binary.LittleEndian.Uint16(data[i+2*a:])) / 65535
				p.at[a] = int32(Reach<<g.Shift) - 1<<(g.Shift-1) +
					int32(part*(float64(g.limit[a])-float64(int(Reach-1)<<g.Shift)))
			}
			p.wall = data[i+6]&1 == 1
			p.id = uint32(data[i+7])<<16 | uint32(len(cloud))
			cloud = append(cloud, p)
		}
		if len(cloud) == 0 {
			return
		}
		s := sortCloud(t, machines[capacity&1 == 1], g, w, cloud, 8*(1+int(capacity/2%26)))
		s.checkSorted(cloud)
		s.build(0.9).check(0.9, all)
	})
}
