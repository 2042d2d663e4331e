// Package surface finds the surface of the fluid in a snapshot: where a smoothed sum over its
// particles is half of what it is within.
package surface

import "math"

// Mesh is triangles in space, or in two dimensions lines in the plane y = 0. Where it is closed,
// each edge of a triangle is that of another one, the other way round, and each end of a line the
// beginning of another one.
type Mesh struct {
	Points    [][3]float32 // [m]
	Normals   [][3]float32 // out of the fluid
	Values    []float32    // of a field at the points, if one is asked for
	Triangles [][3]int32   // points, counterclockwise as seen from outside
	Lines     [][2]int32   // points; the fluid is to the left if x points to the right and z up
}

// Size is the area [m²], or of lines the length [m].
func (m *Mesh) Size() (size float64) {
	for _, t := range m.Triangles {
		n := m.twice(t)
		size += math.Sqrt(n[0]*n[0]+n[1]*n[1]+n[2]*n[2]) / 2
	}
	for _, l := range m.Lines {
		a, b := m.Points[l[0]], m.Points[l[1]]
		size += math.Hypot(float64(b[0]-a[0]), float64(b[2]-a[2]))
	}
	return size
}

// Volume is what the surface encloses [m³], or of lines the area [m²]. It makes no sense of a
// surface that is open.
func (m *Mesh) Volume() (volume float64) {
	for _, t := range m.Triangles {
		n, p := m.twice(t), m.Points[t[0]]
		for a := range 3 {
			volume += n[a] * float64(p[a]) / 6
		}
	}
	for _, l := range m.Lines {
		a, b := m.Points[l[0]], m.Points[l[1]]
		volume += (float64(a[0])*float64(b[2]) - float64(b[0])*float64(a[2])) / 2
	}
	return volume
}

// twice is the normal of a triangle with twice its area.
func (m *Mesh) twice(t [3]int32) [3]float64 {
	a, b, c := m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]
	var u, v [3]float64
	for k := range 3 {
		u[k], v[k] = float64(b[k]-a[k]), float64(c[k]-a[k])
	}
	return [3]float64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
}

// edges calls f for the edges of all triangles, and the lines, as they are directed.
func (m *Mesh) edges(f func(from, to int32)) {
	for _, t := range m.Triangles {
		f(t[0], t[1])
		f(t[1], t[2])
		f(t[2], t[0])
	}
	for _, l := range m.Lines {
		f(l[0], l[1])
	}
}

// smooth moves each point towards the middle of its neighbours and then, a little further, away
// from it, some times. That takes bumps away and leaves the volume (Taubin, SIGGRAPH 1995). Points
// for which stays says so are not moved: those where an open surface ends.
func (m *Mesh) smooth(times int, stays func(p [3]float32) bool) {
	// Around a point each neighbour is the end of one edge that begins there; on a line it may be
	// the beginning of one.
	both := len(m.Lines) > 0
	count, still := make([]int32, len(m.Points)), make([]bool, len(m.Points))
	m.edges(func(from, to int32) {
		count[from]++
		if both {
			count[to]++
		}
	})
	for i, p := range m.Points {
		still[i] = count[i] == 0 || stays(p)
	}
	sum := make([][3]float32, len(m.Points))
	for k := range 2 * times {
		clear(sum)
		m.edges(func(from, to int32) {
			for a := range 3 {
				sum[from][a] += m.Points[to][a]
				if both {
					sum[to][a] += m.Points[from][a]
				}
			}
		})
		part := float32(0.5)
		if k%2 == 1 {
			part = -0.53
		}
		for i := range m.Points {
			if still[i] {
				continue
			}
			for a := range 3 {
				m.Points[i][a] += part * (sum[i][a]/float32(count[i]) - m.Points[i][a])
			}
		}
	}
}

// open leaves out triangles and lines that lie at walls, and points that are of none then.
func (m *Mesh) open(atWalls []bool) {
	kept := m.Triangles[:0]
	number := make([]int32, len(m.Points))
	is := func(points ...int32) bool { // most of them at walls
		n := 0
		for _, i := range points {
			if atWalls[i] {
				n++
			}
		}
		return 2*n > len(points)
	}
	for _, t := range m.Triangles {
		if !is(t[:]...) {
			kept = append(kept, t)
			number[t[0]], number[t[1]], number[t[2]] = 1, 1, 1
		}
	}
	lines := m.Lines[:0]
	for _, l := range m.Lines {
		if !is(l[:]...) {
			lines = append(lines, l)
			number[l[0]], number[l[1]] = 1, 1
		}
	}
	m.Triangles, m.Lines = kept, lines
	n := int32(0)
	for i := range m.Points {
		if number[i] == 0 {
			continue
		}
		m.Points[n] = m.Points[i]
		if len(m.Values) > 0 {
			m.Values[n] = m.Values[i]
		}
		number[i] = n
		n++
	}
	m.Points = m.Points[:n]
	m.Values = m.Values[:min(len(m.Values), int(n))]
	for k := range m.Triangles {
		for c, i := range m.Triangles[k] {
			m.Triangles[k][c] = number[i]
		}
	}
	for k := range m.Lines {
		for c, i := range m.Lines[k] {
			m.Lines[k][c] = number[i]
		}
	}
}

// findNormals makes the normals at the points of those of what is around, by its size.
func (m *Mesh) findNormals() {
	sum := make([][3]float64, len(m.Points))
	for _, t := range m.Triangles {
		n := m.twice(t)
		for _, i := range t {
			for a := range 3 {
				sum[i][a] += n[a]
			}
		}
	}
	for _, l := range m.Lines {
		a, b := m.Points[l[0]], m.Points[l[1]]
		for _, i := range l {
			sum[i][0] += float64(b[2] - a[2])
			sum[i][2] -= float64(b[0] - a[0])
		}
	}
	m.Normals = make([][3]float32, len(m.Points))
	for i, n := range sum {
		length := max(math.Sqrt(n[0]*n[0]+n[1]*n[1]+n[2]*n[2]), 1e-300)
		for a := range 3 {
			m.Normals[i][a] = float32(n[a] / length)
		}
	}
}
