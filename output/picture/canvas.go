package picture

import (
	"math"
	"runtime"

	"gpusph/internal/parallel"
)

// splat is a particle in a picture: a disc or sphere of radius r at (x, y)
// [samples], whose middle is z behind the eye [m]. Its colour is one of the palette.
type splat struct {
	x, y, r, z float32
	colour     uint16
}

// disc is a piece of a plane: the inverse of its depth is linear in the picture.
type disc struct {
	splat
	slope  [2]float32 // of 1/z along x and y
	bright float32
	cut    bool // the end of the walls is in it
}

// canvas is a picture in the making, of several samples per pixel: what is seen there is told
// apart, and its colour found later.
type canvas struct {
	width, height int
	depth         []float32 // of what is seen [m], infinite where nothing is
	seen          []uint32  // what it is: one of these, and its index
}

// What is seen at a sample.
const (
	nothing = iota << 30
	aSphere
	aDisc
	aFacet
	aLine    = 1 // of which there is no more to know
	aContour = 2 // a contour

	which = 1<<30 - 1
)

func newCanvas(width, height int) *canvas {
	return &canvas{width: width, height: height, depth: make([]float32, width*height),
		seen: make([]uint32, width*height)}
}

// clear makes it empty.
func (c *canvas) clear() {
	far := float32(math.Inf(1))
	c.rows(func(from, until int) {
		depth := c.depth[from*c.width : until*c.width]
		for i := range depth {
			depth[i] = far
		}
		clear(c.seen[from*c.width : until*c.width])
	})
}

// rows calls f for bands of rows, of whole pixels, on all cores.
func (c *canvas) rows(f func(from, until int)) {
	band := samples * max(4, c.height/(8*runtime.GOMAXPROCS(0)*samples))
	parallel.Do((c.height+band-1)/band, func(k int) { f(k*band, min((k+1)*band, c.height)) })
}

// span is the samples of a row that a disc covers, and how far above its middle the row is, in
// radii, squared.
func (s *splat) span(y, width int) (left, right int, q float32) {
	dy := float32(y) + 0.5 - s.y
	half := s.r*s.r - dy*dy
	if half <= 0 {
		return 0, -1, 0
	}
	half = float32(math.Sqrt(float64(half)))
	return max(int(s.x-half+0.5), 0), min(int(s.x+half+0.5)-1, width-1), dy * dy / (s.r * s.r)
}

// inRows are the rows of a disc that are from some row until before another.
func (s *splat) inRows(from, until int) (top, bottom int) {
	return max(int(s.y-s.r), from), min(int(s.y+s.r), until-1)
}

// spheres draws spheres of the given radius [m] where nothing is nearer.
func (c *canvas) spheres(splats []splat, radius float32) {
	c.rows(func(from, until int) {
		for n := range splats {
			s := &splats[n]
			if s.y+s.r < float32(from) || s.y-s.r > float32(until) {
				continue
			}
			top, bottom := s.inRows(from, until)
			bend := radius / (s.r * s.r)
			mark := aSphere | uint32(n)
			for y := top; y <= bottom; y++ {
				left, right, q := s.span(y, c.width)
				if left > right {
					continue
				}
				base := s.z - radius*(1-q) // a paraboloid is near enough
				at := y*c.width + left
				depth := c.depth[at : at+right-left+1]
				seen := c.seen[at : at+right-left+1]
				dx := float32(left) + 0.5 - s.x
				for i := range depth {
					if z := base + bend*dx*dx; z < depth[i] {
						depth[i], seen[i] = z, mark
					}
					dx++
				}
			}
		}
	})
}

// discs draws discs of walls where nothing is nearer. Those that are cut are drawn where within
// says so.
func (c *canvas) discs(discs []disc, within func(x, y, z float32) bool) {
	c.rows(func(from, until int) {
		for n := range discs {
			d := &discs[n]
			if d.y+d.r < float32(from) || d.y-d.r > float32(until) {
				continue
			}
			top, bottom := d.inRows(from, until)
			for y := top; y <= bottom; y++ {
				left, right, _ := d.span(y, c.width)
				for x := left; x <= right; x++ {
					u, v := float32(x)+0.5, float32(y)+0.5
					z := 1 / (1/d.z + (u-d.x)*d.slope[0] + (v-d.y)*d.slope[1])
					if i := y*c.width + x; z > 0 && z < c.depth[i] && (!d.cut || within(u, v, z)) {
						c.depth[i], c.seen[i] = z, aDisc|uint32(n)
					}
				}
			}
		}
	})
}

// line draws a line between two points of the picture, where nothing is before it
// by more than slack [m].
func (c *canvas) line(x0, y0, z0, x1, y1, z1, width, slack float64, what uint32) {
	steps := int(math.Max(math.Abs(x1-x0), math.Abs(y1-y0))) + 1
	half := int(width / 2)
	for k := range steps + 1 {
		t := float64(k) / float64(steps)
		// Depth is not linear in the picture, its inverse is.
		z := float32(1/(1/z0+t*(1/z1-1/z0)) - slack)
		cx, cy := int(x0+t*(x1-x0)), int(y0+t*(y1-y0))
		for y := cy - half; y < cy-half+int(width); y++ {
			for x := cx - half; x < cx-half+int(width); x++ {
				if x >= 0 && x < c.width && y >= 0 && y < c.height && z < c.depth[y*c.width+x] {
					c.seen[y*c.width+x] = what
				}
			}
		}
	}
}
