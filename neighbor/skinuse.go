package neighbor

import (
	"encoding/binary"
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
)

// SkinUse is how much of their skins the blocks of a device have used, and by which particle.
type SkinUse struct {
	Blocks, Nearly int     // with fluid in reach, and of them those beyond 90 % of a skin
	Used           float64 // greatest part of a skin
	Walls          bool    // of that against walls, not of that against fluid
	Skin           float64 // [m]
	// Of the particles in reach of that block, the one that is furthest from where the others are, or
	// from its predicted position if the skin is against walls; -1 if there is none.
	Particle       int
	InReach        []int // particles of fluid
	Fluids, Solids int   // neighbours that the particle's list holds
}

// hostParticles are positions, predicted positions [quanta] and velocities [m/s].
type hostParticles struct {
	pos, predicted [][4]int32
	vel            [][4]float32
}

// extents are the least and greatest components of the displacements of a block's fluid.
type extents struct{ low, high [3]float64 }

var nothing = extents{[3]float64{1e30, 1e30, 1e30}, [3]float64{-1e30, -1e30, -1e30}}

func (e *extents) include(other extents) {
	for a := range 3 {
		e.low[a], e.high[a] = min(e.low[a], other.low[a]), max(e.high[a], other.high[a])
	}
}

// SkinUse computes on the host what CheckSkins finds in a step that begins with n particles, half
// of which takes some time [s]. It waits for the stream.
func (l *List) SkinUse(s gpu.Stream, p Particles, n int, half float64) (SkinUse, error) {
	blocks := l.window.Layers * l.layerBlocks()
	all := l.Active()
	columns := int(all.Wall + all.Walls)
	flags, skin := make([]byte, blocks), make([]byte, 8*blocks)
	pos, predicted, vel := make([]byte, 16*n), make([]byte, 16*n), make([]byte, 16*n)
	order, counts := make([]byte, 4*columns), make([]byte, 4*columns)
	s.Download(flags, l.flags)
	s.Download(skin, l.skin)
	s.Download(pos, p.Pos)
	s.Download(predicted, l.predictedPos)
	s.Download(vel, p.Vel)
	s.Download(order, l.order)
	s.Download(counts, l.counts)
	if err := s.Sync(); err != nil {
		return SkinUse{}, err
	}
	h := hostParticles{make([][4]int32, n), make([][4]int32, n), make([][4]float32, n)}
	skins := make([][2]float32, blocks)
	binary.Decode(pos, binary.NativeEndian, h.pos)
	binary.Decode(predicted, binary.NativeEndian, h.predicted)
	binary.Decode(vel, binary.NativeEndian, h.vel)
	binary.Decode(skin, binary.NativeEndian, skins)
	use := l.skinUse(&h, half, flags, skins)
	for c := range columns {
		if int(binary.NativeEndian.Uint32(order[4*c:])) == use.Particle {
			count := binary.NativeEndian.Uint32(counts[4*c:])
			use.Fluids, use.Solids = int(count&MaxListed), int(count>>12&MaxListed)
		}
	}
	return use, nil
}

// displacement is how far a particle is from its predicted position after some time [m].
func (l *List) displacement(h *hostParticles, i int, after float64) (d [3]float64) {
	for a := range 3 {
		d[a] = float64(h.pos[i][a]-h.predicted[i][a])*l.grid.Quantum + float64(h.vel[i][a])*after
	}
	return d
}

// blockOf is the block of a predicted position.
func (l *List) blockOf(p [4]int32) int {
	cell := func(axis int) int { return int(p[axis]) >> l.grid.Shift }
	g := &l.grid
	return ((cell(g.Axis)-l.window.First)*g.blocksAlong(g.planeAxis)+cell(g.planeAxis)/block)*
		g.blocksAlong(g.rowAxis) + cell(g.rowAxis)/block
}

// blocksInReach calls visit for the blocks in reach of a block.
func (l *List) blocksInReach(b int, visit func(k int)) {
	planes, rows := l.grid.blocksAlong(l.grid.planeAxis), l.grid.blocksAlong(l.grid.rowAxis)
	layer, plane, row := b/rows/planes, b/rows%planes, b%rows
	for k := range (2*Reach + 1) * 3 * 3 {
		x, y, z := layer+k/9-Reach, plane+k/3%3-1, row+k%3-1
		if x >= 0 && x < l.window.Layers && y >= 0 && y < planes && z >= 0 && z < rows {
			visit((x*planes+y)*rows + z)
		}
	}
}

// What blocks have in and near them, as in boxes.h.
const (
	fluidIn      = 1
	wallsIn      = 2
	fluidReached = 8
	wallsReached = 16
)

// skinUse finds the block that uses most of a skin, and the particle.
func (l *List) skinUse(h *hostParticles, half float64, flags []byte,
	skins [][2]float32) SkinUse {
	own, fluid := make([]extents, len(flags)), make([][]int, len(flags))
	for b := range own {
		own[b] = nothing
	}
	for i, p := range h.pos {
		if uint32(p[3])&(cuda.WallInfo|cuda.MovingInfo) != cuda.WallInfo {
			b, d := l.blockOf(h.predicted[i]), l.displacement(h, i, half)
			own[b].include(extents{d, d})
			fluid[b] = append(fluid[b], i)
		}
	}
	use, worst := SkinUse{Particle: -1}, -1
	rows := l.grid.blocksAlong(l.grid.rowAxis)
	for b, f := range flags {
		layer, row := b/l.layerBlocks()+l.window.First, b/rows%l.grid.blocksAlong(l.grid.planeAxis)*block
		slice := layer*l.grid.PerLayer + row>>l.grid.rowShift
		if f&fluidReached == 0 || f&(fluidIn|wallsIn) == 0 || slice < l.window.OwnFrom ||
			slice >= l.window.OwnTo {
			continue
		}
		use.Blocks++
		near := nothing
		l.blocksInReach(b, func(k int) { near.include(own[k]) })
		toFluid, toWalls := usedOf(f, own[b], near)
		toFluid, toWalls = toFluid/float64(skins[b][0]), toWalls/float64(skins[b][1])
		if max(toFluid, toWalls) > 0.9 {
			use.Nearly++
		}
		if used := max(toFluid, toWalls); used > use.Used {
			use.Used, use.Walls, worst = used, toWalls > toFluid, b
			use.Skin = float64(skins[b][0])
			if use.Walls {
				use.Skin = float64(skins[b][1])
			}
		}
	}
	if worst >= 0 {
		l.blocksInReach(worst, func(k int) { use.InReach = append(use.InReach, fluid[k]...) })
		l.findParticle(h, half, &use)
	}
	return use
}

// usedOf is fromFluid and fromWalls of boxes.h [m].
func usedOf(flags byte, own, near extents) (fluid, walls float64) {
	norm := func(x, y extents) float64 { // of the greatest difference
		sum := 0.0
		for a := range 3 {
			d := max(x.high[a]-y.low[a], y.high[a]-x.low[a])
			sum += d * d
		}
		return math.Sqrt(sum)
	}
	if flags&fluidIn != 0 {
		fluid = norm(own, near)
	}
	switch {
	case flags&wallsIn != 0:
		walls = norm(near, extents{})
	case flags&fluidIn != 0 && flags&wallsReached != 0:
		walls = norm(own, extents{})
	}
	return fluid, walls
}

// findParticle finds the particle of those in reach.
func (l *List) findParticle(h *hostParticles, half float64, use *SkinUse) {
	var mean [3]float64
	for _, i := range use.InReach {
		for a, d := range l.displacement(h, i, half) {
			if !use.Walls {
				mean[a] += d / float64(len(use.InReach))
			}
		}
	}
	furthest := -1.0
	for _, i := range use.InReach {
		sum := 0.0
		for a, d := range l.displacement(h, i, half) {
			sum += (d - mean[a]) * (d - mean[a])
		}
		if sum > furthest {
			furthest, use.Particle = sum, i
		}
	}
}
