package neighbor

import "math"

// differences are, for blocks that the window owns, the greatest difference of
// vectors that particles of fluid have from those of fluid in reach, and from 0,
// which walls in reach have, as boxes around them bound it.
type differences struct {
	fluid, walls map[[3]int]float64
	fluids       map[[3]int]int
	solids       map[[3]int]int
	wet          map[[3]int]bool // fluid is in reach
}

// bounds are those of vectors.
type bounds struct{ low, high [3]float64 }

func (b *bounds) add(low, high [3]float64) {
	for a := range 3 {
		b.low[a], b.high[a] = min(b.low[a], low[a]), max(b.high[a], high[a])
	}
}

func norm(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

func minus(v, w [3]float64) [3]float64 { return [3]float64{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

// maxNorm is the length of the longest vector in a box.
func (b *bounds) maxNorm() float64 {
	var v [3]float64
	for a := range 3 {
		v[a] = max(b.high[a], -b.low[a])
	}
	return norm(v)
}

func (s *sorted) differ(vector func(i int) [3]float64) differences {
	d := differences{map[[3]int]float64{}, map[[3]int]float64{}, map[[3]int]int{}, map[[3]int]int{},
		map[[3]int]bool{}}
	boxes := map[[3]int]*bounds{}
	for i, p := range s.points {
		b := s.block(i)
		if p.wall {
			d.solids[b]++
			continue
		}
		d.fluids[b]++
		v := vector(i)
		if boxes[b] == nil {
			boxes[b] = &bounds{v, v}
		}
		boxes[b].add(v, v)
	}
	visit := func(b [3]int) {
		var near *bounds
		walls := false
		for k := range 5 * 3 * 3 {
			c := [3]int{b[0] + k/9 - Reach, b[1] + k/3%3 - 1, b[2] + k%3 - 1}
			walls = walls || d.solids[c] > 0
			if in := boxes[c]; in != nil && near == nil {
				near = &bounds{in.low, in.high}
			} else if in != nil {
				near.add(in.low, in.high)
			}
		}
		d.wet[b] = near != nil
		if own := boxes[b]; own != nil {
			var v [3]float64
			for a := range 3 {
				v[a] = max(near.high[a]-own.low[a], own.high[a]-near.low[a])
			}
			d.fluid[b] = norm(v)
			if walls {
				d.walls[b] = own.maxNorm()
			}
		}
		if near != nil && d.solids[b] > 0 {
			d.walls[b] = near.maxNorm()
		}
	}
	for _, in := range []map[[3]int]int{d.fluids, d.solids} {
		for b := range in {
			if s.owns(b) {
				visit(b)
			}
		}
	}
	return d
}
