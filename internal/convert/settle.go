package convert

// Bodies that stand on something: their particles and those of what is below are on neighbouring
// nodes there, and so touch.

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// standing is a body that is a box, and by how much it is lowered [m].
type standing struct {
	of  *item
	box extent // as it was drawn
	by  float64
}

// settle lowers bodies to what they stand on, where nothing else holds them.
func (r *reader) settle() {
	if r.tied || r.gravity[0] != 0 || r.gravity[1] != 0 || !(r.gravity[2] < 0) {
		return
	}
	var fixed []extent
	var bodies []standing
	for _, o := range r.obstacles() {
		if o.of == nil || o.of.stuff != bound {
			continue
		}
		if r.floats[o.of.mk] {
			bodies = append(bodies, standing{of: o.of, box: o.extent})
		} else {
			fixed = append(fixed, o.extent)
		}
	}
	if r.tank != nil && r.tank.faces&bottom != 0 {
		floor := r.tank.inner
		floor.high[2] = floor.low[2]
		fixed = append(fixed, floor)
	}
	slices.SortStableFunc(bodies, func(a, b standing) int {
		return cmp.Compare(a.box.low[2],
			b.box.low[2])
	})
	for k := range bodies {
		b := &bodies[k]
		by := math.Inf(1)
		for _, e := range fixed {
			by = min(by, r.over(b.box, e))
		}
		for _, a := range bodies[:k] {
			by = min(by, a.by+r.over(b.box, a.box))
		}
		if by > 0 && !math.IsInf(by, 1) {
			b.by = by
		}
	}
	for _, b := range bodies {
		if b.by == 0 {
			continue
		}
		box := b.box
		box.low[2], box.high[2] = tidy(box.low[2]-b.by), tidy(box.high[2]-b.by)
		b.of.shape = casefile.Shape{Box: box.box().Box}
		r.lowered[b.of.mk] = b.by
		r.near(b.of.from, "mkbound %d stands on what is a spacing below it, and so %s m lower", b.of.mk,
			text.Number(b.by))
	}
}

// over is how far a box is above another one that it stands on [m]: 0 where they share nodes, and
// infinite where it does not stand there.
func (r *reader) over(a, b extent) float64 {
	beside := b
	beside.low[2], beside.high[2] = a.low[2], a.high[2]
	if !beside.overlaps(a, 0.01*r.dp) || a.low[2] < b.high[2]-1.01*r.dp {
		return math.Inf(1)
	}
	switch r.nodeOf(2, a.low[2]) - r.nodeOf(2, b.high[2]) {
	case 0:
		return 0
	case 1:
		return max(0, a.low[2]-b.high[2])
	}
	return math.Inf(1)
}

// tiesBodies reports whether links or lines hold bodies.
func tiesBodies(special *element) bool {
	links := special.child("chrono")
	return special.child("moorings") != nil || links != nil &&
		slices.ContainsFunc(links.children, func(c *element) bool {
			return strings.HasPrefix(c.name, "link_")
		})
}
