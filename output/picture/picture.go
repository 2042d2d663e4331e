// Package picture draws a snapshot of a flow as people see it: the fluid coloured
// by what is asked for, with its scale, between the walls.
package picture

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"math"

	"gpusph/sph"
)

// Options say what a picture shows, and how. The zero value is good.
type Options struct {
	Width, Height int // [pixels]; 0 is 1280 x 720
	Field         Field
	View          View
	Max           float64 // top of the scale, in the field's unit; 0 is near the highest of the snapshot
	Cut           float64 // part of the domain on the side of the eye, for oblique views above, that is left out
}

// samples is how many times finer than the picture it is drawn, along each axis.
const samples = 2

// Draw writes a PNG of the flow, that of one in two dimensions from the front unless another view is asked for: the fluid coloured by the field, bodies and what
// else stands in the tank grey, the tank's walls pale and open towards the eye, in
// the edges of the domain.
func Draw(w io.Writer, s *sph.Snapshot, o Options) error {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Width < 320 || o.Height < 180 || o.Width > 16384 || o.Height > 16384 {
		return fmt.Errorf("a picture of %d x %d pixels cannot be drawn; 320 x 180 to 16384 x 16384 would do", o.Width, o.Height)
	}
	p := &painter{snapshot: s, options: o, unit: min(float64(o.Width)/1280, float64(o.Height)/720), scale: newScale(s, o.Field, o.Max)}
	img, err := p.paint()
	if err != nil {
		return err
	}
	return (&png.Encoder{CompressionLevel: png.DefaultCompression}).Encode(w, img)
}

// painter makes one picture.
type painter struct {
	snapshot *sph.Snapshot
	options  Options
	unit     float64 // pixels of a picture 720 pixels high
	spacing  float64 // of particles [m]
	radius   float64 // of the spheres, in spacings
	scale    scale
}

func (p *painter) paint() (*image.RGBA, error) {
	p.radius = radius
	if p.flat() {
		p.radius = flatRadius
		if p.options.View == Oblique {
			p.options.View = Front
		}
	}
	tank, low, high := p.box()
	n := float64(samples)
	width, height := float64(p.options.Width), float64(p.options.Height)
	cam := look(p.options.View, low, high, frame{48 * p.unit * n, 96 * p.unit * n, (width - 150*p.unit) * n, (height - 36*p.unit) * n})
	c := newCanvas(p.options.Width*samples, p.options.Height*samples)

	particles := p.spheres(&cam, tank, low, high)
	c.discs(p.discs(&cam, tank.surface))
	c.spheres(particles, float32(p.radius*p.spacing))
	length := math.Max(3*p.spacing, high.minus(low).length()/150)
	c.shade(particles, float32(length), [2]int{int(2*p.unit + 1), int(8 * p.unit)})

	all := corners(low, high)
	for i := range all {
		for a := range 3 {
			if j := i | 1<<a; j != i {
				x0, y0, z0 := cam.project(all[i])
				x1, y1, z1 := cam.project(all[j])
				c.line(x0, y0, z0, x1, y1, z1, math.Max(2, 2*p.unit), p.spacing, lineColour)
			}
		}
	}
	img := p.reduce(c)
	return img, p.label(img)
}

// reduce averages the samples of each pixel.
func (p *painter) reduce(c *canvas) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, p.options.Width, p.options.Height))
	c.rows(func(from, until int) {
		for y := from / samples; y < until/samples; y++ {
			for x := range p.options.Width {
				var sum rgb
				for k := range samples * samples {
					s := &c.sample[(y*samples+k/samples)*c.width+x*samples+k%samples]
					for a := range sum {
						sum[a] += s[a]
					}
				}
				img.SetRGBA(x, y, sum.times(1.0/(samples*samples)).rgba())
			}
		}
	})
	return img
}
