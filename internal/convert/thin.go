package convert

// Thin walls: fluid must not act through them.

// thickenWalls makes walls that are thin boxes with fluid on one side as thick as sheets are, on
// the dry side: their particles there are on both faces, and so a layer more than they are thick.
func (r *reader) thickenWalls() {
	for _, i := range r.painter.items {
		b := i.shape.Box
		if i.stuff != bound || i.skin != nil || b == nil || r.floats[i.mk] || r.bends[i.mk] ||
			i.shape.Scale != nil || i.shape.Rotate != nil || i.shape.Translate != nil {
			continue
		}
		box := extent{b.Min, b.Max}
		for axis := range 3 {
			size := box.high[axis] - box.low[axis]
			if size > (r.layers()-1e-6)*r.dp || r.plane && axis == 1 {
				continue
			}
			k := r.drySide(box, axis)
			if k < 0 {
				continue
			}
			at := side(&box, k)
			*at = tidy(*at + outwards(k)*(r.layers()*r.dp-size))
			r.near(i.from, "it is %.0f layers thick along %s, more than drawn on the side without fluid",
				r.layers(), axes[axis])
		}
		i.shape = box.box()
	}
}

// drySide is the side of a box along an axis on which no fluid is, where there is fluid on the
// other one; -1 is neither.
func (r *reader) drySide(box extent, axis int) int {
	wet := [2]bool{}
	for _, i := range r.painter.items {
		if i.stuff != fluid {
			continue
		}
		of, known := i.extent()
		if i.fill != nil {
			of = extent{i.fill.seed, i.fill.seed}
		}
		if !known {
			return -1
		}
		wet[0] = wet[0] || of.low[axis] < box.low[axis]-0.5*r.dp
		wet[1] = wet[1] || of.high[axis] > box.high[axis]+0.5*r.dp
	}
	switch {
	case wet[0] == wet[1]:
		return -1
	case wet[0]:
		return 2*axis + 1
	}
	return 2 * axis
}
