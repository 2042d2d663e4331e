package scene

import (
	"math"
	"slices"

	"gpusph/internal/parallel"
	"gpusph/sph"
)

// depths measures the fluids under gravity, column by column: the water that is above a place
// without a hole, up to the free surface. Columns up to a ceiling are gaps.
//
// The depth that matters is the mean one of the columns, or a smaller one that a fifth of the
// columns has, as that of a shallow layer before a dam. A beach has columns of all depths, and none
// of these matters.
func (r *resolution) depths() (all []sph.Resolved) {
	up := r.up()
	g := r.c.Params.Gravity[up]
	if g == 0 {
		return nil
	}
	columns := r.columns(up, g > 0)
	for k := range r.l.fluids {
		if of, ok := r.depth(k, columns); ok {
			all = append(all, of)
		}
	}
	return all
}

// up is the axis that is nearest to the direction of gravity.
func (r *resolution) up() (up int) {
	for a, g := range r.c.Params.Gravity {
		if math.Abs(g) > math.Abs(r.c.Params.Gravity[up]) {
			up = a
		}
	}
	return up
}

// depthColumn is a part of a column of fluid without a hole.
type depthColumn struct {
	depth  float64
	at     [3]float64 // its lowest particle
	fluids []int
	closed bool // by a wall above
}

// columns are those of the first width, or some at regular intervals of many.
func (r *resolution) columns(up int, down bool) []depthColumn {
	q, t := &r.c.Particles, r.l.first
	u, v := (up+1)%3, (up+2)%3
	wide := [2]int{t.n[u], t.n[v]}
	stride := 1
	for wide[0]*wide[1]/(stride*stride) > mostColumns {
		stride++
	}
	within := map[[2]int][]int32{}
	for i := range q.Position {
		x := q.Position[i]
		var at [2]int
		kept := true
		for k, a := range [2]int{u, v} {
			at[k] = int(math.Floor((x[a] - t.origin[a]) / t.step[a]))
			kept = kept && at[k] >= 0 && at[k] < wide[k] && at[k]%stride == 0
		}
		if kept {
			within[at] = append(within[at], int32(i))
		}
	}
	var keys [][2]int
	for i := range wide[0] {
		for j := range wide[1] {
			if within[[2]int{i, j}] != nil {
				keys = append(keys, [2]int{i, j})
			}
		}
	}
	parts := make([][]depthColumn, len(keys))
	parallel.Each(len(keys), func(k int) error {
		parts[k] = r.split(within[keys[k]], up, down)
		return nil
	})
	return slices.Concat(parts...)
}

// split splits a column of particles at its holes and walls.
func (r *resolution) split(ids []int32, up int, down bool) (all []depthColumn) {
	const hole = 1.7 // spacings
	q, step := &r.c.Particles, r.l.first.step[up]
	height := func(i int32) float64 {
		if down {
			return -q.Position[i][up]
		}
		return q.Position[i][up]
	}
	slices.SortStableFunc(ids, func(a, b int32) int { return compare(height(a), height(b)) })
	var now *depthColumn
	top := 0.0
	for _, i := range ids {
		z := height(i)
		near := now != nil && z-top < hole*step
		switch wall := q.Type[i] == sph.Wall; {
		case wall && near:
			now.closed, now = true, nil
		case wall:
			now = nil
		case !near:
			all = append(all, depthColumn{at: q.Position[i], depth: step})
			now = &all[len(all)-1]
		default:
			now.depth += math.Round((z-top)/step) * step // compressed fluid is closer
		}
		if now != nil {
			if k := r.fluid(int(i)); !slices.Contains(now.fluids, k) {
				now.fluids = append(now.fluids, k)
			}
		}
		top = z
	}
	return all
}

// fluid is the number of the fluid of a particle.
func (r *resolution) fluid(i int) int {
	fluids := r.l.fluids
	if r.l.kept != nil {
		fluids = r.l.kept
	}
	for k, n := range fluids {
		if i -= n; i < 0 {
			return k
		}
	}
	return 0
}

// depth is that of a fluid; false where it has no free surface.
func (r *resolution) depth(k int, columns []depthColumn) (sph.Resolved, bool) {
	var of []depthColumn
	closed := 0
	for _, c := range columns {
		switch {
		case !slices.Contains(c.fluids, k):
		case c.closed:
			closed++
		default:
			of = append(of, c)
		}
	}
	if closed > len(of) || len(of) == 0 {
		return sph.Resolved{}, false
	}
	slices.SortStableFunc(of, func(a, b depthColumn) int { return compare(a.depth, b.depth) })
	step := r.l.first.step[r.up()]
	shown := of[len(of)/2]
	shares := make([]int, depthSpacings)
	for _, c := range of {
		if n := int(math.Round(c.depth / step)); n < depthSpacings {
			shares[n]++
		}
	}
	for n, share := range shares {
		if float64(share) < matters*float64(len(of)) || shown.depth < (float64(n)+0.5)*step {
			continue
		}
		least := (float64(n) - 0.5) * step
		shown = of[slices.IndexFunc(of, func(c depthColumn) bool { return c.depth > least })]
		break
	}
	name, own := "", step
	if k < len(r.s.Pools) {
		name, own = r.s.Pools[k].Name, r.l.water[k].step[r.up()]
	} else {
		name = r.s.Shaped.Fluids[k-len(r.s.Pools)].Name
	}
	return sph.Resolved{Kind: sph.Depth, Name: name, Length: shown.depth / step * own,
		Least: of[0].depth / step * own, Spacings: shown.depth / step, Needs: depthSpacings,
		At: shown.at}, true
}
