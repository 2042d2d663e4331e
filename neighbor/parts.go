package neighbor

import (
	"encoding/binary"

	"gpusph/cuda"
)

// ownLayers are the layers of the window [from, to) that have slices that the device owns.
func (l *List) ownLayers() (from, to int) {
	w := &l.window
	return w.OwnFrom/l.grid.PerLayer - w.First, (w.OwnTo+l.grid.PerLayer-1)/l.grid.PerLayer - w.First
}

// columnsOffset is where in offsets the columns of fluid and of walls are, before each
// layer of the window and in all.
func (l *List) columnsOffset() int { return (l.window.Slices() + cuda.LeftKinds + 3 + 1) / 2 * 8 }

func (l *List) columnsBefore(layer int) (fluid, walls int) {
	at := l.offsets.Bytes[l.columnsOffset()+8*layer:]
	return int(binary.LittleEndian.Uint32(at)), int(binary.LittleEndian.Uint32(at[4:]))
}

// Active is all columns, one for each active particle. Activate is done.
func (l *List) Active() cuda.Part {
	fluid, walls := l.columnsBefore(l.window.Layers)
	return cuda.Part{Fluids: int32(fluid), Wall: int32(wholeSortGroups(fluid)), Walls: int32(walls)}
}

// Parts cuts the active particles into parts of about as much work each, between layers, as many as
// asked for or fewer. A list has particles of its own part and of the parts next to it only. All
// particles at an edge of the device are in the first or the last part. Part k has the layers of
// the window from layers[k] to before layers[k+1]. Activate is done.
func (l *List) Parts(most int) (parts []cuda.Part, layers []int) {
	for n := most; n > 1; n-- {
		if parts, layers = l.cut(n); parts != nil {
			return parts, layers
		}
	}
	return []cuda.Part{l.Active()}, []int{0, l.window.Layers}
}

// cut makes a number of parts. It returns nil if there are too few layers, or if a part would have
// hardly any work. A part has at least as many layers as lists reach, and one more at an edge,
// where slices may be parts of a layer.
func (l *List) cut(n int) (parts []cuda.Part, layers []int) {
	all := l.Active()
	from, to := l.ownLayers()
	parts, layers = make([]cuda.Part, n), make([]int, n+1)
	layers[n] = l.window.Layers
	next := cuda.Part{Wall: all.Wall}
	layer := from + Reach + 1
	for k := range n - 1 {
		last := to - (Reach + 1) - Reach*(n-2-k) // that leaves enough for the others
		for layer < last && work(l.partBefore(layer)) < (k+1)*work(all)/n || layer <= last &&
			!l.separates(layer) {
			layer++
		}
		if layer > last {
			return nil, nil
		}
		layers[k+1] = layer
		before := l.partBefore(layer)
		parts[k] = cuda.Part{Fluid: next.Fluid, Fluids: before.Fluids - next.Fluid, Wall: next.Wall,
			Walls: all.Wall + before.Walls - next.Wall}
		next.Fluid, next.Wall = before.Fluids, all.Wall+before.Walls
		layer += Reach
	}
	next.Fluids, next.Walls = all.Fluids-next.Fluid, all.Wall+all.Walls-next.Wall
	parts[n-1] = next
	for _, p := range parts {
		if work(p)*n*leastShare < work(all) {
			return nil, nil
		}
	}
	return parts, layers
}

// leastShare bounds the work of a part from below: a leastShare-th of the mean.
const leastShare = 4

// work is what there is to do for a part.
func work(p cuda.Part) int { return cuda.FluidWork*int(p.Fluids) + cuda.WetWork*int(p.Walls) }

// partBefore is the active particles before a layer of the window.
func (l *List) partBefore(layer int) cuda.Part {
	fluid, walls := l.columnsBefore(layer)
	return cuda.Part{Fluids: int32(fluid), Wall: l.Active().Wall, Walls: int32(walls)}
}

// separates reports whether the tasks before a layer come before all others. In a sort group they
// do if its tasks are of no more than sixteen layers (see keyOf in cuda/active.h).
func (l *List) separates(layer int) bool {
	all := l.Active()
	before, behind := l.partBefore(max(layer-8, 0)), l.partBefore(min(layer+8, l.window.Layers))
	at := l.partBefore(layer)
	within := func(from, at, to, all int32) bool {
		first := at / sortGroup * sortGroup
		return at == first || from <= first && to >= min(first+sortGroup, all)
	}
	return within(before.Fluids, at.Fluids, behind.Fluids, all.Fluids) &&
		within(before.Walls, at.Walls, behind.Walls, all.Walls)
}
