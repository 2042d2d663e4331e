package output

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"math"

	"gpusph/sph"
)

// Colouring says what the colours of the fluid in a picture mean.
type Colouring int

const (
	Automatic Colouring = iota // ByDevice where there are several devices, else BySpeed
	BySpeed
	ByDevice
)

// PictureOptions say how a picture looks. Its zero value is good.
type PictureOptions struct {
	Width, Height int // [pixels]; 0 is 1280 x 720
	Colouring     Colouring
	MaxSpeed      float64 // top of the colour bar [m/s]; 0 is near the highest of the snapshot
}

// samples is how many times finer than the picture it is drawn, along each axis.
const samples = 2

// Picture writes a PNG of the flow, seen from the front and above: the fluid
// coloured by speed or by device, bodies grey, the other walls pale and open
// towards the eye, in the edges of the domain.
func Picture(w io.Writer, s *sph.Snapshot, o PictureOptions) error {
	if err := checkSnapshot(s); err != nil {
		return err
	}
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Width < 320 || o.Height < 180 || o.Width > 16384 || o.Height > 16384 {
		return fmt.Errorf("a picture of %d x %d pixels cannot be drawn; 320 x 180 to 16384 x 16384 would do", o.Width, o.Height)
	}
	if o.Colouring == Automatic {
		o.Colouring = BySpeed
		if s.Devices > 1 {
			o.Colouring = ByDevice
		}
	}
	if o.MaxSpeed <= 0 {
		o.MaxSpeed = highSpeed(s)
	}
	p := &painter{snapshot: s, options: o, unit: min(float64(o.Width)/1280, float64(o.Height)/720)}
	img, err := p.paint()
	if err != nil {
		return err
	}
	return (&png.Encoder{CompressionLevel: png.DefaultCompression}).Encode(w, img)
}

// painter makes one picture.
type painter struct {
	snapshot *sph.Snapshot
	options  PictureOptions
	unit     float64 // pixels of a picture 720 pixels high
	spacing  float64 // of particles [m]
}

func (p *painter) paint() (*image.RGBA, error) {
	walls, low, high := p.box()
	n := float64(samples)
	width, height := float64(p.options.Width), float64(p.options.Height)
	cam := look(low, high, frame{48 * p.unit * n, 96 * p.unit * n, (width - 150*p.unit) * n, (height - 36*p.unit) * n})
	c := newCanvas(p.options.Width*samples, p.options.Height*samples)

	particles := p.spheres(&cam)
	c.discs(p.discs(&cam, walls))
	c.spheres(particles, float32(radius*p.spacing))
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
