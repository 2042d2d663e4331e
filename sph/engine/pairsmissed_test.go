package engine

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
)

// fast is column with fluid that hits walls and the post, and a skin so small
// that lists are used up before their period is over.
func fast() *sph.Case {
	c := column(0.05)
	c.Params.Skin = 0.15 * c.Params.H
	for i := range c.Particles.Velocity {
		if c.Particles.Type[i] == sph.Fluid {
			c.Particles.Position[i][0] += 0.13
			c.Particles.Velocity[i] = [3]float32{1, 0.3, 0.2}
		}
	}
	return c
}

// narrow gives lists so small a skin that slow walls use it up.
func narrow(c *sph.Case) *sph.Case {
	c.Params.Skin *= 0.6
	return c
}

// meet is two drops that fly towards each other along an axis, faster than most water, or a drop
// that flies towards a wall, at first a gap apart [m]. Nothing in reach of anything else moves
// relative to it until they are close.
func meet(axis, split int, gap float64, wall bool) *sph.Case {
	c := blob(6)
	p := &c.Params
	p.Gravity = [3]float64{}
	p.SplitAxis = sph.Axis(split)
	drop := c.Particles
	c.Particles = sph.Particles{}
	add := func(offset, velocity float64, kind sph.Type) {
		for i, x := range drop.Position {
			x[axis] += offset
			c.Particles.Add(x, kind, 0)
			if kind == sph.Fluid {
				c.Particles.RelDensity[c.Particles.Len()-1] = drop.RelDensity[i] / 100
				c.Particles.Velocity[c.Particles.Len()-1][axis] = float32(velocity)
			}
		}
	}
	gap += 6 * p.DeltaP
	p.Min[axis], p.Max[axis] = -gap, 2*gap
	if wall {
		add(0, 6.5, sph.Fluid)
		add(gap, 0, sph.Wall)
	} else {
		add(0, 4, sph.Fluid)
		add(gap, -4, sph.Fluid)
	}
	return c
}

// No pair is missed: in the middle of a period's last step, the state of which
// the lists are oldest, every pair within the support is in the lists. The flows
// come close to what the lists allow, or the test says nothing.
func TestNoPairIsMissed(t *testing.T) {
	onOneDevice(t)
	t.Run("water that falls", func(t *testing.T) {
		if used := pairsMissed(t, fast(), 40); used < 0.5 {
			t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
		}
	})
	for name, c := range map[string]*sph.Case{"falls": fast(), "meets": meet(0, 0, 0.13, false), "meets a wall": meet(2, 0, 0.125, true)} {
		t.Run("passes move water that "+name+" as far as they may", func(t *testing.T) {
			c.Params.Further.XSPH = 1e4
			if used := pairsMissed(t, c, 60); used < 0.5 {
				t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
			}
		})
	}
	t.Run("water that falls, with the quintic kernel", func(t *testing.T) {
		c := fast()
		c.Params.Kernel = sph.Quintic
		if used := pairsMissed(t, c, 40); used < 0.5 {
			t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
		}
	})
	t.Run("water that falls in a plane", func(t *testing.T) {
		if used := pairsMissed(t, inPlane(fast(), 0.2), 40); used < 0.5 {
			t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
		}
	})
	for name, c := range map[string]*sph.Case{"dummy": stirred(sph.Dummy), "dynamic": stirred(sph.Dynamic), "mdbc": stirred(sph.MDBC)} {
		t.Run("a wall moves, "+name, func(t *testing.T) {
			if used := pairsMissed(t, narrow(c), 60); used < 0.5 {
				t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
			}
		})
	}
	for _, wall := range []bool{false, true} {
		for axis := range 3 {
			for split := range 2 {
				t.Run(fmt.Sprintf("meet along %v, split along %v, a wall %v", sph.Axis(axis), sph.Axis(split), wall), func(t *testing.T) {
					used := 0.0
					for k := range 2 {
						used = max(used, pairsMissed(t, meet(axis, split, 0.12+0.014*float64(k), wall), 60))
					}
					if used < 0.5 {
						t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
					}
				})
			}
		}
	}
}

// pairsMissed runs a flow and returns the greatest part of the skin that was used.
func pairsMissed(t *testing.T, c *sph.Case, steps int32) (used float64) {
	t.Helper()
	return pairsMissedBy(t, c, steps, func(s *Simulation, attempt int) (sph.Progress, error) {
		return s.Advance(1 + attempt%10)
	})
}

// pairsMissedBy is pairsMissed of a flow that is moved in some way.
func pairsMissedBy(t *testing.T, c *sph.Case, steps int32,
	move func(s *Simulation, attempt int) (sph.Progress, error)) (used float64) {
	t.Helper()
	s := start(t, c, Options{System: open(t, 1)})
	s.late = true // what is looked at is overwritten when the next lists are built
	attempts, periods, missing, pairs := 0, 0, 0, 0
	for s.clock.Step < steps {
		p, err := move(s, attempts)
		if err != nil {
			t.Fatal(err)
		}
		attempts++
		if p.Steps == 0 || s.clock.Halt != 0 { // in the middle are particles of the rejected step
			continue
		}
		periods++
		used = max(used, float64(s.clock.Used))
		d := s.domains[0]
		pos, packed := make([]byte, 16*d.count), make([]byte, 8*d.count)
		d.main.Download(packed, d.states[sph.StateMiddle][sph.PackedField])
		d.main.Download(pos, d.now().Pos)
		ids := make([]byte, 4*d.count)
		d.main.Download(ids, d.now().ID)
		if err := d.main.Sync(); err != nil {
			t.Fatal(err)
		}
		at := make([]vector, d.count)
		for i := range d.count {
			p := [3]int32{int32(word(pos, 4*i)), int32(word(pos, 4*i+1)), int32(word(pos, 4*i+2))}
			// other walls do not move, and some have no middle
			if word(pos, 4*i+3)&(cuda.WallInfo|cuda.MovingInfo) != cuda.WallInfo {
				p = unpacked(p, word(packed, 2*i), word(packed, 2*i+1), s.grid.Shift)
			}
			at[i] = s.grid.Position(p)
		}
		seen, lacking := pairsNotListed(&c.Params, at, pos, ids, listedPairs(t, d))
		pairs, missing = pairs+seen, missing+lacking
	}
	t.Logf("%d pairs in %d periods, which used %.0f %% of the skin at most", pairs, periods, 100*used)
	if missing > 0 {
		t.Errorf("%d of %d pairs within the support are not in the lists", missing, pairs)
	}
	return used
}

// pairsNotListed counts the pairs within the support, each from both sides, and those of them that
// are not in lists. Over the ends of periodic axes lists hold images, which have the particle's id.
func pairsNotListed(p *sph.Params, at []vector, pos, ids []byte, listed [][]int) (pairs,
	missing int) {
	oracle, support := &oracle{p: *p}, p.Support()
	order, image, wall := make([]int, len(at)), make([]bool, len(at)), make([]bool, len(at))
	for i := range at {
		info := word(pos, 4*i+3)
		order[i], image[i], wall[i] = i, cuda.IsImage(info), info&1 == 1
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(at[i][0], at[j][0]) })
	isNear := func(i, j int) bool {
		if i == j || image[i] || image[j] || wall[i] && wall[j] {
			return false
		}
		r := oracle.nearest(at[i].plus(at[j], -1))
		return r.dot(r) < support*support
	}
	last := make([]int, 1+maxWord(ids)) // by id, 1 + the last particle in whose list it is
	first := 0
	for _, i := range order {
		for _, j := range listed[i] {
			last[word(ids, j)] = 1 + i
		}
		for at[i][0]-at[order[first]][0] >= support && !p.Periodic[0] {
			first++
		}
		for _, j := range order[first:] {
			if at[j][0]-at[i][0] >= support && !p.Periodic[0] {
				break
			}
			if !isNear(i, j) {
				continue
			}
			pairs++
			if listed[i] != nil && last[word(ids, j)] != 1+i {
				missing++
			}
		}
	}
	return pairs, missing
}

// unpacked is a position of which packed.h keeps 21 bits of each coordinate, near another.
func unpacked(near [3]int32, x, y uint32, shift int) (p [3]int32) {
	for a, top := range [3]uint32{x &^ 0x7ff, y &^ 0x7ff, x<<21 | y&0x7fe<<10} {
		unit := math.Ldexp(1, shift-19) // in quanta
		n := int32(math.Floor(float64(near[a]) / unit))
		p[a] = int32(float64(n+int32(top-uint32(n)<<11)>>11) * unit)
	}
	return p
}

// listedPairs is the neighbours that each particle's list holds, as list.h has
// them; nil for those without a list.
func listedPairs(t *testing.T, d *domain) [][]int {
	t.Helper()
	args := d.list.Args()
	capacity := int(args.Capacity)
	download := func(p uint64, bytes int) []byte {
		to := make([]byte, bytes)
		d.main.Download(to, gpu.Ptr(p))
		return to
	}
	all := d.list.Active()
	columns := int(all.Wall + all.Walls)
	entries := download(args.Entries, (columns+31)/32*32*capacity*2)
	tasks := download(args.Tasks, int(unsafe.Sizeof(cuda.Task{}))*columns)
	start := download(args.Start, 4*(d.window.Layers*d.grid.LayerCells()+1))
	if err := d.main.Sync(); err != nil {
		t.Fatal(err)
	}
	listed := make([][]int, d.count)
	for k := range columns {
		if k >= int(all.Fluids) && k < int(all.Wall) {
			continue // of no device
		}
		i, column, count, home := int(word(tasks, 4*k)), int(word(tasks, 4*k+1)), word(tasks, 4*k+2), int(word(tasks, 4*k+3))
		if count>>31 == 1 {
			continue
		}
		listed[i] = []int{}
		hold := func(k int) {
			e := binary.LittleEndian.Uint16(entries[2*(((column/32*(capacity/8)+k/8)*32+column%32)*8+k%8):])
			row := home + (int(e>>13)-neighbor.Reach)*int(args.LayerStride) - neighbor.Reach*int(args.RowStride) - neighbor.Reach
			listed[i] = append(listed[i], int(word(start, row))+int(e&0x1fff))
		}
		for k := range int(count & 0xfff) {
			hold(k)
		}
		for k := range int(count >> 12 & 0xfff) {
			hold(capacity - 1 - k)
		}
	}
	return listed
}

// maxWord is the greatest of some uint32.
func maxWord(b []byte) (greatest uint32) {
	for i := range len(b) / 4 {
		greatest = max(greatest, word(b, i))
	}
	return greatest
}

// word is the i-th uint32.
func word(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }
