package problems

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/text"
)

// Cells of a height map may have no height (NODATA), as those around a catchment. As ground
// they are walls up to the top of the domain, and no cover begins on them. Where fluid would
// begin on them, if their ground were that of the cells near them, the case is refused.

// hole is a cell without a height.
type hole struct {
	name, path  string // of the file, and of its key
	row, column int    // as in the file, from 1 on
	x, y        float64
	wide, deep  float64 // sides of the cell [m]
	ground      float64 // of a cell near it [m]
}

// cellName is where a cell of a grid is in its file.
func cellName(grid *geometry.Grid, i int, offset [3]float64) string {
	x, y := grid.Middle(i%grid.Columns, i/grid.Columns)
	return fmt.Sprintf("in row %d and column %d, at (%s, %s) m", grid.Rows-i/grid.Columns,
		i%grid.Columns+1,
		text.Coordinate(-offset[0], x), text.Coordinate(-offset[1], y))
}

// noteNoData tells of cells without a height, and what becomes of them.
func (g *geometrySource) noteNoData(name string, grid *geometry.Grid, offset [3]float64,
	become string) {
	first := slices.Index(grid.Filled, true)
	if first < 0 {
		return
	}
	n := 0
	for _, filled := range grid.Filled {
		if filled {
			n++
		}
	}
	g.notes = append(g.notes, fmt.Sprintf("%s: %s of its %d have no height, the first %s; %s; "+
		"the key nodata gives them one",
		name, text.Count(n, "cell"), len(grid.Heights), cellName(grid, first, offset), become))
}

// addHoles notes where a map that is a wall by itself, and only shifted, has no height.
func (g *geometrySource) addHoles(s *casefile.Shape, path string, grid *geometry.Grid) {
	if s.Scale != nil || s.Rotate != nil || !strings.HasPrefix(path, "wall.") ||
		strings.Count(path, ".") > 3 {
		return
	}
	var by [3]float64
	if s.Translate != nil {
		by = *s.Translate
	}
	for i, filled := range grid.Filled {
		if !filled {
			continue
		}
		x, y := grid.Middle(i%grid.Columns, i/grid.Columns)
		g.holes = append(g.holes, hole{
			name: s.HeightMap.File, path: path, row: grid.Rows - i/grid.Columns,
			column: i%grid.Columns + 1,
			x:      x + by[0], y: y + by[1], wide: grid.Cell[0], deep: grid.Cell[1],
			ground: grid.Heights[i] + by[2],
		})
	}
}

// closeNoData makes the cells that had no height walls up to the top of the domain, and a
// distance beyond [m], so that no wall particle of theirs sees their upper side, wherever the
// map is moved to.
func (g *geometrySource) closeNoData(s *casefile.Shape, grid *geometry.Grid, far float64) {
	low, high := g.Domain.Min[2], g.Domain.Max[2]+g.Domain.Room+far
	top := max(high, slices.Max(grid.Heights)) + far
	if s.Scale != nil || s.Rotate != nil {
		least := 1.0
		for _, f := range s.Scale {
			least = min(least, f)
		}
		size := high - low
		for a := range 2 {
			size += g.Domain.Max[a] - g.Domain.Min[a]
		}
		top = slices.Max(grid.Heights) + size/least
	}
	for i, filled := range grid.Filled {
		if filled {
			grid.Heights[i] = top
		}
	}
}

// openNoData leaves next to nothing of a fluid on the cells that had no height: it reaches down
// to a base [m].
func openNoData(grid *geometry.Grid, base float64) {
	low := slices.Min(grid.Heights)
	for i, filled := range grid.Filled {
		if filled {
			grid.Heights[i] = base + 1e-3*(low-base)
		}
	}
}

// checkNoData refuses fluid that would begin on cells without a height. What a seed comes to is
// not known yet: that is told.
func (f *caseProblem) checkNoData() error {
	type fluid struct {
		name  string
		shape geometry.Shape // nil is what a seed comes to
		level float64
	}
	var all []fluid
	for i := range f.scene.Pools {
		all = append(all, fluid{name: f.scene.Pools[i].Name, shape: f.scene.Pools[i].Shape()})
	}
	if s := f.scene.Shaped; s != nil {
		for i := range s.Fluids {
			all = append(all, fluid{s.Fluids[i].Name, s.Fluids[i].Shape, s.Fluids[i].Level})
		}
	}
	for _, of := range all {
		n, first := 0, 0
		for k := range f.from.holes {
			if f.wets(&f.from.holes[k], of.shape, of.level) {
				if n++; n == 1 {
					first = k
				}
			}
		}
		if n == 0 {
			continue
		}
		h := &f.from.holes[first]
		where := fmt.Sprintf("the first in row %d and column %d, at %s", h.row, h.column,
			f.scene.Origin.Metres([3]float64{h.x, h.y, h.ground}))
		if of.shape == nil {
			f.from.notes = append(f.from.notes,
				fmt.Sprintf("%s: ground as high as near %s without a height, %s, "+
					"is below the level of the fluid %q, "+
					"which their walls hold back if it comes there", h.name, text.Count(n, "cell"),
					where, of.name))
			continue
		}
		return f.file.Errorf(h.path, "%s: the fluid %q begins on %s without a height, %s; "+
			"give them a height with nodata = %s, or keep the fluid off them", h.name, of.name,
			text.Count(n, "cell"), where, f.scene.Origin.Number(2, h.ground))
	}
	return nil
}

// wets reports whether a fluid would stand on a cell without a height, were its ground that of a
// cell near it.
func (f *caseProblem) wets(h *hole, shape geometry.Shape, level float64) bool {
	tank := f.scene.Tank
	y := h.y
	if f.file.Dimension == 2 {
		if y = 0; math.Abs(h.y) > h.deep/2 {
			return false
		}
	}
	if h.x < tank.Min[0]-h.wide/2 || h.x > tank.Max[0]+h.wide/2 || h.y < tank.Min[1]-h.deep/2 ||
		h.y > tank.Max[1]+h.deep/2 {
		return false
	}
	if shape == nil {
		return h.ground < min(level, tank.Max[2])
	}
	var buffer [8]geometry.Interval
	ground := max(h.ground, tank.Min[2])
	for _, in := range shape.Along([3]float64{h.x, y, 0}, [3]float64{2: 1}, buffer[:0]) {
		if min(in.High, tank.Max[2]) > max(in.Low, ground)+f.file.Spacing/2 {
			return true
		}
	}
	return false
}
