package joints

import (
	"math"
	"slices"

	"gpusph/features/bodies"
	"gpusph/sph"
)

// The rows of a joint, as cuda/joints/args.h has them: three of its place, three of its rotation,
// and one of its coordinate.
const (
	placeRow      = 0
	rotationRow   = 3
	coordinateRow = 6
)

// Chain is free bodies that joints connect, or one without any.
type Chain struct {
	Bodies []int // of Case.Bodies, from 0 on
	Joints []int // of Of, in the order of their rows
	Rows   []Row
}

// Row is one of what joints hold: Σ J v of the velocities of both bodies.
type Row struct {
	Joint, Part int
	body        [2]int // of Case.Bodies, from 0 on; -1 is one that is not free
	of, gives   [2][6]float64
}

// Chains are those of all free bodies of a case, as bodies are at time 0.
func Chains(c *sph.Case) (all []Chain) {
	joints := Of(c)
	root := make([]int, len(c.Bodies))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			i = root[i]
		}
		return i
	}
	for k := range joints {
		if a, b := joints[k].free2(c); a >= 0 && b >= 0 {
			a, b = find(a), find(b)
			root[max(a, b)] = min(a, b)
		}
	}
	for _, i := range c.Free() {
		if find(i) != i {
			continue
		}
		ch := Chain{}
		for _, k := range c.Free() {
			if find(k) == i {
				ch.Bodies = append(ch.Bodies, k)
			}
		}
		ch.Joints = inOrder(c, joints, ch.Bodies)
		for _, k := range ch.Joints {
			ch.Rows = append(ch.Rows, rowsOf(c, joints, k)...)
		}
		all = append(all, ch)
	}
	return all
}

// free2 are the bodies of a joint that are free, from 0 on; -1 is one that is not.
func (j *Joint) free2(c *sph.Case) (a, b int) {
	if b = j.Other - 1; b >= 0 && c.Bodies[b].Free == nil {
		b = -1
	}
	return j.Body - 1, b
}

// neighbours reports whether two joints hold the same free body.
func neighbours(c *sph.Case, j, k *Joint) bool {
	a, b := j.free2(c)
	d, e := k.free2(c)
	return a == d || a == e || b >= 0 && (b == d || b == e)
}

// inOrder are the joints of some bodies in an order in which those that hold the same body are near
// each other (Cuthill and McKee 1969), so that the envelope of the matrix is small.
func inOrder(c *sph.Case, joints []Joint, of []int) (order []int) {
	var left []int
	for k := range joints {
		if slices.Contains(of, joints[k].Body-1) {
			left = append(left, k)
		}
	}
	degree := func(k int) (n int) {
		for _, other := range left {
			if neighbours(c, &joints[k], &joints[other]) {
				n++
			}
		}
		return n
	}
	for next := 0; len(order) < len(left); next++ {
		if next == len(order) { // another part: joints at the ground hold no free body together
			rest := slices.DeleteFunc(slices.Clone(left),
				func(k int) bool { return slices.Contains(order, k) })
			order = append(order, slices.MinFunc(rest, func(a, b int) int { return degree(a) - degree(b) }))
		}
		var near []int
		for _, k := range left {
			if !slices.Contains(order, k) && neighbours(c, &joints[order[next]], &joints[k]) {
				near = append(near, k)
			}
		}
		slices.SortStableFunc(near, func(a, b int) int { return degree(a) - degree(b) })
		order = append(order, near...)
	}
	return order
}

// rowsOf are the rows of a joint, but for those along which neither of its bodies can move.
func rowsOf(c *sph.Case, joints []Joint, k int) (rows []Row) {
	j := &joints[k]
	for part := range coordinateRow + 1 {
		row, is := j.row(c, part)
		if !is {
			continue
		}
		row.Joint, row.Part = k, part
		if row.times(&row) > 1e-12*row.bound(c) {
			rows = append(rows, row)
		}
	}
	return rows
}

// row is one of the joint's, if it has it.
func (j *Joint) row(c *sph.Case, part int) (row Row, is bool) {
	across := Across(j.Axis)
	var unit [3]float64
	unit[part%3] = 1
	switch {
	case part == coordinateRow && (j.Limited || j.Motor == PlaceMotor):
		return j.coordinate(c), true
	case part == coordinateRow:
		return row, false
	case part < rotationRow && j.Kind != Slider:
		return j.along(c, unit), true
	case part < rotationRow+2 && part != 2 && (part < rotationRow || j.Kind == Hinge):
		n := across[part%3]
		if part < rotationRow {
			return j.along(c, n), true
		}
		return j.about(c, crossed(j.Axis, n)), true
	case part >= rotationRow && (j.Kind == Slider || j.Kind == Fixed):
		return j.about(c, unit), true
	}
	return row, false
}

// coordinate is the row of the joint's coordinate.
func (j *Joint) coordinate(c *sph.Case) Row {
	if j.turns() {
		return j.about(c, j.Axis)
	}
	return j.along(c, j.Axis)
}

// along is the row of the distance of the joint's points along a direction.
func (j *Joint) along(c *sph.Case, n [3]float64) Row {
	return j.rowOf(c, func(b *sph.Body) [6]float64 { return bodies.WrenchAt(b, j.At, n) })
}

// about is that of the rotation about an axis.
func (j *Joint) about(c *sph.Case, m [3]float64) Row {
	return j.rowOf(c, func(*sph.Body) [6]float64 { return [6]float64{3: m[0], 4: m[1], 5: m[2]} })
}

func (j *Joint) rowOf(c *sph.Case, wrench func(b *sph.Body) [6]float64) (row Row) {
	row.body[0], row.body[1] = j.free2(c)
	for e, body := range row.body {
		if body < 0 {
			continue
		}
		row.of[e] = wrench(&c.Bodies[body])
		for k := range row.of[e] {
			if e == 1 {
				row.of[e][k] = -row.of[e][k]
			}
		}
		row.gives[e] = bodies.Gives(&c.Bodies[body], row.of[e])
	}
	return row
}

// times is J M⁻¹ Jᵀ of two rows.
func (r *Row) times(o *Row) (sum float64) {
	for e := range 2 {
		for f := range 2 {
			if r.body[e] < 0 || r.body[e] != o.body[f] {
				continue
			}
			for k := range 6 {
				sum += r.of[e][k] * o.gives[f][k]
			}
		}
	}
	return sum
}

// bound is what the row's own product would be of bodies that move in all ways.
func (r *Row) bound(c *sph.Case) (sum float64) {
	for e, body := range r.body {
		if body < 0 {
			continue
		}
		of, least := bodies.Of(&c.Bodies[body]), math.Inf(1)
		for a := range 3 {
			if i := of.Inertia[a][a]; i > 0 {
				least = min(least, i)
			}
		}
		for k := range 3 {
			sum += r.of[e][k]*r.of[e][k]/of.Mass + r.of[e][3+k]*r.of[e][3+k]/least
		}
	}
	return sum
}

// Columns are, of each row, the first row that holds the same body.
func (ch *Chain) Columns() []int32 {
	all := make([]int32, len(ch.Rows))
	for k := range ch.Rows {
		r := &ch.Rows[k]
		all[k] = int32(slices.IndexFunc(ch.Rows, func(o Row) bool {
			return o.body[0] == r.body[0] || o.body[0] >= 0 && o.body[0] == r.body[1] ||
				o.body[1] >= 0 && (o.body[1] == r.body[0] || o.body[1] == r.body[1])
		}))
	}
	return all
}
