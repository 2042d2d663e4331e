package picture

import (
	"image"
	"math"
)

// light comes from the left, above and before the picture; x to the right, y up, z
// towards the eye.
func light() vec { return vec{-0.4, 0.75, 0.65}.unit() }

// scene is what is seen on a canvas.
type scene struct {
	spheres []splat
	walls   []disc
	facets  *facets
	palette []rgb
	glass   *canvas // of spheres that are transparent; nil is none
	panes   []splat // these
	length  float32 // a small one of the flow [m]
	radii   [2]int  // of the shade beside what is nearer [samples]
}

// tap is a sample beside another.
type tap struct{ x, y int }

// taps are the samples around that are looked at for shade.
func (s *scene) taps() (taps []tap) {
	for _, r := range s.radii {
		for k := range 4 {
			sin, cos := math.Sincos((float64(k) + 0.5) * math.Pi / 4)
			taps = append(taps, tap{int(math.Round(float64(r) * cos)), int(math.Round(float64(r) * sin))})
		}
	}
	return taps
}

// develop finds the colours of all samples, and averages those of each pixel. Spheres and surfaces
// are lit from one side, and all is darker where what is around it is nearer. The latter is
// eye-dome lighting (Boucheny, PhD thesis, Grenoble 2009) at two radii, of pairs of opposite
// samples, so that a slope is not darker.
func (c *canvas) develop(s *scene) *image.RGBA {
	width, height := c.width/samples, c.height/samples
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	taps := s.taps()
	l := light()
	half := l.plus(vec{0, 0, 1}).unit()
	lamp := lamp{single(l), single(half)}
	c.rows(func(from, until int) {
		for y := from / samples; y < until/samples; y++ {
			row := img.Pix[y*img.Stride:]
			for x := range width {
				var sum rgb
				for k := range samples * samples {
					u, v := x*samples+k%samples, y*samples+k/samples
					one := c.colour(s, &lamp, taps, u, v)
					if s.glass != nil {
						one = s.through(c, &lamp, taps, u, v, one)
					}
					for a := range sum {
						sum[a] += one[a]
					}
				}
				to := row[4*x : 4*x+4]
				for a := range sum {
					to[a] = uint8(sum[a]*(255.0/(samples*samples)) + 0.5)
				}
				to[3] = 255
			}
		}
	})
	return img
}

func single(v vec) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// lamp is where light comes from, and the normal of what glints.
type lamp struct{ light, glint [3]float32 }

// colour is that of a sample.
func (c *canvas) colour(s *scene, l *lamp, taps []tap, x, y int) rgb {
	i := y*c.width + x
	seen := c.seen[i]
	switch seen {
	case nothing:
		return rgb{1, 1, 1}
	case aLine:
		return lineColour
	case aContour:
		return contourColour
	}
	open := c.open(s, taps, x, y)
	n := int(seen & which)
	switch seen &^ which {
	case aDisc:
		return wallColour.times(s.walls[n].bright * open)
	case aFacet:
		normal, part := s.facets.look(n, float32(x)+0.5, float32(y)+0.5)
		return l.on(s.palette[int(float32(shades-1)*part+0.5)], normal, open, 0.66, 0.44)
	}
	return s.ball(&s.spheres[n], l, x, y, open)
}

// ball is the colour of a sphere at a sample.
func (s *scene) ball(at *splat, l *lamp, x, y int, open float32) rgb {
	nx, ny := (float32(x)+0.5-at.x)/at.r, (at.y-float32(y)-0.5)/at.r
	nz := float32(math.Sqrt(float64(max(0, 1-nx*nx-ny*ny))))
	return l.on(s.palette[at.colour], [3]float32{nx, ny, nz}, open, 0.8, 0.32)
}

// through is the colour of a sample that is seen through glass.
func (s *scene) through(c *canvas, l *lamp, taps []tap, x, y int, behind rgb) rgb {
	i := y*c.width + x
	if s.glass.seen[i] == nothing || s.glass.depth[i] > c.depth[i] {
		return behind
	}
	pane := s.ball(&s.panes[s.glass.seen[i]&which], l, x, y, s.glass.open(s, taps, x, y))
	const clear = 0.72
	for a := range 3 {
		behind[a] = clear*behind[a] + (1-clear)*pane[a]
	}
	return behind
}

// on is a colour where the normal is so: so bright in the shade, and so much brighter in the light.
func (l *lamp) on(colour rgb, normal [3]float32, open, dark, bright float32) (lit rgb) {
	brightness := (dark + bright*max(0,
		normal[0]*l.light[0]+normal[1]*l.light[1]+normal[2]*l.light[2])) * open
	shine := max(0, normal[0]*l.glint[0]+normal[1]*l.glint[1]+normal[2]*l.glint[2])
	shine *= shine
	shine *= shine
	shine *= shine * shine * 0.1
	for a := range 3 {
		lit[a] = min(1, colour[a]*brightness+shine*open)
	}
	return lit
}

// open is how much of the light comes to a sample, beside what is nearer.
func (c *canvas) open(s *scene, taps []tap, x, y int) float32 {
	margin := max(s.radii[0], s.radii[1])
	if x < margin || x >= c.width-margin {
		return 1
	}
	i := y*c.width + x
	z := c.depth[i]
	var hidden float32
	for _, t := range taps {
		if y-t.y < 0 || y+t.y >= c.height {
			continue
		}
		step := t.y*c.width + t.x
		one, other := z-c.depth[i+step], z-c.depth[i-step]
		hidden += max(0, min(max(one, -s.length), s.length)+min(max(other, -s.length), s.length))
	}
	return 1 - 0.35*hidden/(s.length*float32(len(taps)))
}
