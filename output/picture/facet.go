package picture

import (
	"math"

	"gpusph/internal/parallel"
	"gpusph/internal/surface"
)

// facets are a surface in a picture.
type facets struct {
	at        []corner // of its points
	triangles [][3]int32
}

// corner is a point of a surface: where it is in the picture [samples], the inverse of its depth
// [1/m], its normal to the right, up and to the eye, and where its value is in the scale.
type corner struct {
	x, y, inverse float32
	normal        [3]float32
	part          float32
}

// facets are those of a mesh as the camera sees it.
func (p *Painter) facets(m *surface.Mesh) *facets {
	f := &facets{at: make([]corner, len(m.Points)), triangles: m.Triangles}
	cam := &p.cam
	const part = 1 << 14
	parallel.Do((len(f.at)+part-1)/part, func(k int) {
		for i := k * part; i < min((k+1)*part, len(f.at)); i++ {
			x, y, z := cam.project(point(m.Points[i]))
			n := point(m.Normals[i])
			c := corner{x: float32(x), y: float32(y), inverse: float32(1 / z)}
			c.normal = [3]float32{float32(n.dot(cam.right)), float32(n.dot(cam.up)),
				float32(-n.dot(cam.forward))}
			if len(m.Values) > 0 {
				c.part = float32(p.scale.part(float64(m.Values[i])))
			}
			f.at[i] = c
		}
	})
	return f
}

// weights are how near a sample is to the corners of a triangle, 0 to 1 within; ok is false for one
// without area.
func (f *facets) weights(n int, x, y float32) (w [3]float32, ok bool) {
	t := &f.triangles[n]
	a, b, c := &f.at[t[0]], &f.at[t[1]], &f.at[t[2]]
	area := (b.x-a.x)*(c.y-a.y) - (c.x-a.x)*(b.y-a.y)
	if area == 0 {
		return w, false
	}
	w[1] = ((x-a.x)*(c.y-a.y) - (c.x-a.x)*(y-a.y)) / area
	w[2] = ((b.x-a.x)*(y-a.y) - (x-a.x)*(b.y-a.y)) / area
	w[0] = 1 - w[1] - w[2]
	return w, true
}

// facets draws triangles where nothing is nearer. An edge belongs to both of its triangles, so
// there is nothing between them.
func (c *canvas) facets(f *facets) {
	c.rows(func(from, until int) {
		for n := range f.triangles {
			t := &f.triangles[n]
			p, q, r := &f.at[t[0]], &f.at[t[1]], &f.at[t[2]]
			low, high := min(p.y, q.y, r.y), max(p.y, q.y, r.y)
			if high < float32(from) || low > float32(until) ||
				!(p.inverse > 0 && q.inverse > 0 && r.inverse > 0) {
				continue
			}
			left, right := max(int(min(p.x, q.x, r.x)), 0), min(int(max(p.x, q.x, r.x)), c.width-1)
			for y := max(int(low), from); y <= min(int(high), until-1); y++ {
				for x := left; x <= right; x++ {
					w, ok := f.weights(n, float32(x)+0.5, float32(y)+0.5)
					if !ok || min(w[0], w[1], w[2]) < -1e-5 {
						continue
					}
					z := 1 / (w[0]*p.inverse + w[1]*q.inverse + w[2]*r.inverse)
					if i := y*c.width + x; z < c.depth[i] {
						c.depth[i], c.seen[i] = z, aFacet|uint32(n)
					}
				}
			}
		}
	})
}

// look is the normal of a triangle at a sample, towards the eye, and where its value is in the
// scale.
func (f *facets) look(n int, x, y float32) (normal [3]float32, part float32) {
	w, _ := f.weights(n, x, y)
	for k, i := range f.triangles[n] {
		c := &f.at[i]
		for a := range 3 {
			normal[a] += w[k] * c.normal[a]
		}
		part += w[k] * c.part
	}
	length := max(float32(math.Sqrt(
		float64(normal[0]*normal[0]+normal[1]*normal[1]+normal[2]*normal[2]))), 1e-9)
	if normal[2] < 0 {
		length = -length // of the far side, seen from within
	}
	for a := range 3 {
		normal[a] /= length
	}
	return normal, part
}
