package engine

import (
	"encoding/binary"
	"fmt"
	"maps"
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
			if used := pairsMissed(t, c, 60); used < 0.5 {
				t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
			}
		})
	}
	for _, wall := range []bool{false, true} {
		for axis := range 3 {
			for split := range 2 {
				t.Run(fmt.Sprintf("meet along %v, split along %v, a wall %v", sph.Axis(axis), sph.Axis(split), wall), func(t *testing.T) {
					used := 0.0
					for k := range 4 {
						used = max(used, pairsMissed(t, meet(axis, split, 0.12+0.007*float64(k), wall), 60))
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
	s := start(t, c, Options{System: open(t, 1)})
	s.late = true // what is looked at is overwritten when the next lists are built
	attempts, periods, missing, pairs := 0, 0, 0, 0
	support2 := c.Params.Support() * c.Params.Support()
	for s.clock.Step < steps {
		p, err := s.Advance(1 + attempts%10)
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
		listed := listedPairs(t, d)
		for i, all := range listed { // over the ends of periodic axes they hold images
			for _, j := range slices.Collect(maps.Keys(all)) {
				listed[i][-1-int(word(ids, j))] = true
			}
		}
		oracle := &oracle{p: c.Params}
		image, wall := make([]bool, d.count), make([]bool, d.count)
		for i := range d.count {
			info := word(pos, 4*i+3)
			image[i], wall[i] = cuda.IsImage(info), info&1 == 1
		}
		for i := range at {
			for j := range i {
				if image[i] || image[j] || wall[i] && wall[j] {
					continue
				}
				if dx := at[i][0] - at[j][0]; !c.Params.Periodic[0] && dx*dx >= support2 {
					continue // most pairs
				}
				if r := oracle.nearest(at[i].plus(at[j], -1)); r.dot(r) >= support2 {
					continue
				}
				for _, pair := range [][2]int{{i, j}, {j, i}} {
					pairs++
					if all := listed[pair[0]]; all != nil && !all[-1-int(word(ids, pair[1]))] {
						missing++
					}
				}
			}
		}
	}
	t.Logf("%d pairs in %d periods, which used %.0f %% of the skin at most", pairs, periods, 100*used)
	if missing > 0 {
		t.Errorf("%d of %d pairs within the support are not in the lists", missing, pairs)
	}
	return used
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
func listedPairs(t *testing.T, d *domain) []map[int]bool {
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
	listed := make([]map[int]bool, d.count)
	for k := range columns {
		if k >= int(all.Fluids) && k < int(all.Wall) {
			continue // of no device
		}
		i, column, count, home := int(word(tasks, 4*k)), int(word(tasks, 4*k+1)), word(tasks, 4*k+2), int(word(tasks, 4*k+3))
		if count>>31 == 1 {
			continue
		}
		listed[i] = make(map[int]bool)
		hold := func(k int) {
			e := binary.LittleEndian.Uint16(entries[2*(((column/32*(capacity/8)+k/8)*32+column%32)*8+k%8):])
			row := home + (int(e>>13)-neighbor.Reach)*int(args.LayerStride) - neighbor.Reach*int(args.RowStride) - neighbor.Reach
			listed[i][int(word(start, row))+int(e&0x1fff)] = true
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

// word is the i-th uint32.
func word(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }
