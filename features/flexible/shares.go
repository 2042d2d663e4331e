package flexible

import "math"

// ends are what the rows of particles next to a surface have more of an integral than others, so
// that it is exact for squares: by the formula of Euler and Maclaurin the sum over the middles of
// cells lacks h²/24 times the slope at an end, which three rows give. Without that a plate of n
// particles through its thickness has 1/n² too little stiffness against bending, whose strain is
// linear: 6 % of 4.
var ends = [3]float64{2. / 24, -3. / 24, 1. / 24}

// divide sets the shares of the particles of a part in its elastic energy.
func (s *Structure) divide(part int) {
	next := s.rows(part)
	for i := s.First[part]; i < s.First[part+1]; i++ {
		share := 1.0
		for axis := range 3 {
			low, lowEnd := s.depth(part, next, i, 2*axis)
			high, highEnd := s.depth(part, next, i, 2*axis+1)
			along := 1.0
			if low+high+1 >= len(ends) {
				if lowEnd && low < len(ends) {
					along += ends[low]
				}
				if highEnd && high < len(ends) {
					along += ends[high]
				}
			}
			share *= along
		}
		s.Points[i].Share = share
	}
}

// rows are the next particles of a part against each axis and along it; -1 is none.
func (s *Structure) rows(part int) [][6]int {
	const across = 0.25 // of the distance, as far as rows are not straight
	first := s.First[part]
	next := make([][6]int, s.First[part+1]-first)
	for i := range next {
		next[i] = [6]int{-1, -1, -1, -1, -1, -1}
		p := &s.Points[first+i]
		for _, n := range p.Near {
			var d [3]float64
			for a, x := range s.Points[n.Point].At {
				d[a] = x - p.At[a]
			}
			for a := range 3 {
				b, c := (a+1)%3, (a+2)%3
				if math.Hypot(d[b], d[c]) > across*math.Abs(d[a]) {
					continue
				}
				side := 2 * a
				if d[a] > 0 {
					side++
				}
				next[i][side] = n.Point
			}
		}
	}
	return next
}

// depth is how many particles are between one and the end of its row, as far as it matters, and
// whether that is a surface and not a clamp.
func (s *Structure) depth(part int, next [][6]int, i, side int) (n int, surface bool) {
	for ; n < len(ends); n++ {
		to := next[i-s.First[part]][side]
		if to < 0 {
			return n, true
		}
		if s.Points[to].Clamp >= 0 {
			return len(ends), false
		}
		i = to
	}
	return n, false
}
