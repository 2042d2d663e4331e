package picture

import "math"

// light comes from the left, above and before the picture; x to the right, y up, z
// towards the eye.
func light() vec { return vec{-0.4, 0.75, 0.65}.unit() }

// shade gives the samples of spheres the colours of these, lit from one side, and
// makes all darker where what is around them is nearer. The latter is eye-dome
// lighting (Boucheny, PhD thesis, Grenoble 2009) at two radii [samples], of pairs
// of opposite samples, so that a slope is not darker; length is a small one of the
// flow [m].
func (c *canvas) shade(splats []splat, length float32, radii [2]int) {
	type tap struct{ x, y int }
	var taps []tap
	for _, r := range radii {
		for k := range 4 {
			sin, cos := math.Sincos((float64(k) + 0.5) * math.Pi / 4)
			taps = append(taps, tap{int(math.Round(float64(r) * cos)), int(math.Round(float64(r) * sin))})
		}
	}
	margin := max(radii[0], radii[1])
	l := light()
	toLight := [3]float32{float32(l[0]), float32(l[1]), float32(l[2])}
	half := l.plus(vec{0, 0, 1}).unit()
	glint := [3]float32{float32(half[0]), float32(half[1]), float32(half[2])}
	far := float32(math.Inf(1))
	c.rows(func(from, until int) {
		for y := from; y < until; y++ {
			for x := range c.width {
				i := y*c.width + x
				z := c.depth[i]
				if z == far {
					continue
				}
				var hidden float32
				for _, t := range taps {
					if y-t.y < 0 || y+t.y >= c.height || x < margin || x >= c.width-margin {
						continue
					}
					one, other := z-c.depth[i+t.y*c.width+t.x], z-c.depth[i-t.y*c.width-t.x]
					hidden += max(0, min(max(one, -length), length)+min(max(other, -length), length))
				}
				open := 1 - 0.35*hidden/(length*float32(len(taps)))
				if c.nearest[i] == math.MaxUint64 {
					c.sample[i] = c.sample[i].times(open)
					continue
				}
				s := &splats[uint32(c.nearest[i])]
				nx, ny := (float32(x)+0.5-s.x)/s.r, (s.y-float32(y)-0.5)/s.r
				nz := float32(math.Sqrt(float64(max(0, 1-nx*nx-ny*ny))))
				lit := (0.8 + 0.32*max(0, nx*toLight[0]+ny*toLight[1]+nz*toLight[2])) * open
				shine := max(0, nx*glint[0]+ny*glint[1]+nz*glint[2])
				shine *= shine
				shine *= shine
				shine *= shine * shine * 0.1
				for a := range 3 {
					c.sample[i][a] = min(1, s.colour[a]*lit+shine*open)
				}
			}
		}
	})
}

// line draws a line between two points of the picture, where nothing is before it
// by more than slack [m].
func (c *canvas) line(x0, y0, z0, x1, y1, z1, width, slack float64, colour rgb) {
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
					c.sample[y*c.width+x] = colour
				}
			}
		}
	}
}
