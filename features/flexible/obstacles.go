package flexible

import (
	"math"

	"gpusph/features/bodies"
	"gpusph/sph"
)

// contactsOf sets that parts touch the walls and bodies of a case.
func (s *Structure) contactsOf(c *sph.Case) {
	obstacles, soft := s.obstacles(c), math.Inf(1)
	for _, body := range c.Free() {
		soft = min(soft, s.yielding(c, body, obstacles))
	}
	s.ContactsWith(obstacles, c.Params.DeltaP, soft)
}

// yielding is the greatest stiffness of contacts with a free body [N/m]: that of all points that
// may touch at a time gives it no greater frequency than contacts of bodies have.
func (s *Structure) yielding(c *sph.Case, body int, obstacles []TouchPoint) float64 {
	var points []bodies.FacePoint
	for _, o := range obstacles {
		if int(o.Clamp) == body+1 {
			points = append(points, bodies.FacePoint{At: o.At})
		}
	}
	if len(points) == 0 {
		return math.Inf(1)
	}
	rate := bodies.ContactRate(&c.Params)
	side := max(1, float64(min(len(points), len(s.Points)))/float64(2*c.Params.Dim))
	return rate * rate / (2 * bodies.Yields(&c.Bodies[body], points) * side)
}

// obstacles are points of the surfaces of walls and bodies that parts may reach, half a spacing
// behind these.
func (s *Structure) obstacles(c *sph.Case) (all []TouchPoint) {
	q, dp := &c.Particles, c.Params.DeltaP
	surface, reach := q.Extra["Surface"], s.reached(c)
	free := map[int32]bool{}
	for _, body := range c.Free() {
		free[int32(body+1)] = true
	}
	var walls *near
	if surface == nil {
		walls = newNear(reach0 * dp)
		for i, x := range q.Position {
			if q.Type[i] == sph.Wall {
				walls.add(x, i)
			}
		}
	}
	full := 18
	if s.Plane {
		full = 8
	}
	for i, x := range q.Position {
		if q.Type[i] != sph.Wall || c.BodyBends(i) || !reach(x, c.BodyMoves(i)) {
			continue
		}
		o := TouchPoint{At: x, Weight: 1, Row: -1, Part: -1}
		if surface != nil {
			n := [4]float32(surface[4*i:])
			if !(float64(n[3]) < layer*dp) {
				continue
			}
			for a := range 3 {
				o.At[a] += (float64(n[3]) - dp/2) * float64(n[a])
			}
		} else {
			count := -1
			walls.around(x, func(int) { count++ })
			if count >= full {
				continue
			}
		}
		if c.BodyMoves(i) {
			o.Clamp = int32(q.Body[i])
		}
		if free[o.Clamp] {
			o.Kind = Free
		}
		all = append(all, o)
	}
	s.weigh(all, dp)
	return all
}

const (
	reach0 = 1.5 // within which a particle inside of a wall has all neighbours [spacings]
	layer  = 1   // how far behind a face points of walls lie at most [spacings]
)

// weigh gives points of obstacles weights that make up for where they are dense.
func (s *Structure) weigh(all []TouchPoint, dp float64) {
	const least, most = 0.25, 1.25
	beside := newNear(touchRadius * dp)
	for i := range all {
		beside.add(all[i].At, i)
	}
	flat, _ := s.before(0)
	for i := range all {
		sum := 0.0
		beside.around(all[i].At, func(k int) {
			if all[k].Clamp == all[i].Clamp {
				sum += touchKernel(distance(all[i].At, all[k].At) / (touchRadius * dp))
			}
		})
		all[i].Weight = min(max(flat/sum, least), most)
	}
}

// reached reports whether parts may come to a place, of what moves or not: those that are clamped
// to what stands do not come further than they are long.
func (s *Structure) reached(c *sph.Case) func(x [3]float64, moves bool) bool {
	var boxes [][2][3]float64
	for k := range s.Parts {
		var low, high [3]float64
		held := false
		for i := s.First[k]; i < s.First[k+1]; i++ {
			p := &s.Points[i]
			held = held || p.Clamp == 0
			for a, x := range p.At {
				if i == s.First[k] {
					low[a], high[a] = x, x
				}
				low[a], high[a] = min(low[a], x), max(high[a], x)
			}
		}
		if !held {
			return func([3]float64, bool) bool { return true }
		}
		far := 4 * c.Params.DeltaP
		for a := range 3 {
			far += high[a] - low[a]
		}
		for a := range 3 {
			low[a] -= far
			high[a] += far
		}
		boxes = append(boxes, [2][3]float64{low, high})
	}
	return func(x [3]float64, moves bool) bool {
		if moves {
			return true
		}
		for _, b := range boxes {
			if x[0] >= b[0][0] && x[0] <= b[1][0] && x[1] >= b[0][1] && x[1] <= b[1][1] &&
				x[2] >= b[0][2] && x[2] <= b[1][2] {
				return true
			}
		}
		return false
	}
}
