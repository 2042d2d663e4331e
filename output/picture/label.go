package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"gpusph/internal/text"
	"gpusph/sph"
)

// fonts are those of pictures.
var fonts = sync.OnceValues(func() (f struct{ regular, bold *opentype.Font }, err error) {
	if f.regular, err = opentype.Parse(goregular.TTF); err == nil {
		f.bold, err = opentype.Parse(gobold.TTF)
	}
	return f, err
})

// writing writes text into a picture. Its first error sticks.
type writing struct {
	img           *image.RGBA
	unit          float64
	regular, bold *opentype.Font
	err           error
}

// text writes s with its baseline at (x, y), in units of p; grey is 0
// for black. It begins there, or with align 0.5 has its middle there.
func (t *writing) text(x, y, size float64, f *opentype.Font, grey uint8, s string, align float64) {
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size * t.unit, DPI: 72})
	if err != nil {
		t.err = err
		return
	}
	defer face.Close()
	d := font.Drawer{Dst: t.img, Src: image.NewUniform(color.Gray{grey}), Face: face}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(64*x*t.unit) - fixed.Int26_6(
		align*float64(d.MeasureString(s))), Y: fixed.Int26_6(64 * y * t.unit)}
	d.DrawString(s)
}

func (t *writing) fill(left, top, right, bottom float64, c color.Color) {
	at := func(x float64) int { return int(math.Round(x * t.unit)) }
	draw.Draw(t.img, image.Rect(at(left), at(top), at(right), at(bottom)), image.NewUniform(c),
		image.Point{}, draw.Src)
}

// label writes the title, the axes and what the colours mean.
func (p *Painter) label(img *image.RGBA, s *sph.Snapshot) error {
	f, err := fonts()
	if err != nil {
		return err
	}
	t := &writing{img: img, unit: p.unit, regular: f.regular, bold: f.bold}
	t.text(36, 46, 26, t.bold, 30, s.Case.Name, 0)
	line := fmt.Sprintf("t = %.3f s    %s particles", s.Time, text.Thousands(s.Len()))
	if s.Devices > 1 {
		line += fmt.Sprintf("    %d devices", s.Devices)
	}
	t.text(36, 72, 16, t.regular, 90, line, 0)
	p.axes(t)
	right := float64(p.options.Width)/p.unit - 36
	switch {
	case p.options.Field == Device:
		t.deviceLegend(right, s.Devices)
	case p.options.Field == Material:
		p.materialLegend(t, right)
	case p.options.Field.Solids():
		p.scale.bar(t, right, 170, 340, scaleColour)
		p.solids.bar(t, right, 400, 570, solidColour)
	case p.options.Field.Scaled():
		p.scale.bar(t, right, 170, 550, scaleColour)
	}
	return t.err
}

// bar draws the colours of the scale at the right of the picture.
func (c *Scale) bar(t *writing, right, top, bottom float64, colour func(float64) rgb) {
	const width = 16.0
	left := right - 70
	for y := top; y < bottom; y += 1 / t.unit {
		t.fill(left, y, left+width, y+1/t.unit+0.01, colour((bottom-y)/(bottom-top)).rgba())
	}
	label, _ := c.unit()
	t.text(left+26, top-20, 15, t.regular, 40, label, 0.5) // over the bar and its numbers
	for _, x := range c.ticks() {
		y := bottom - (bottom-top)*c.part(x)
		t.fill(left+width, y-0.5, left+width+5, y+0.5, color.Gray{90})
		t.text(left+width+10, y+5, 14, t.regular, 60, c.number(x), 0)
	}
}

// deviceLegend draws the colours of the devices at the right of the picture.
func (t *writing) deviceLegend(right float64, devices int) {
	const top, step, most = 170.0, 26.0, 18
	left := right - 84
	for d := range min(devices, most) {
		y := top + step*float64(d)
		t.fill(left, y, left+16, y+16, deviceColour(d).rgba())
		t.text(left+26, y+13, 15, t.regular, 40, fmt.Sprintf("device %d", d), 0)
	}
	if devices > most {
		t.text(left, top+step*most+13, 15, t.regular, 40, "and so on", 0)
	}
}

// materialLegend draws the colours of the materials at the right of the picture.
func (p *Painter) materialLegend(t *writing, right float64) {
	const top, step = 170.0, 26.0
	left := right - 84
	for k, m := range p.options.Materials {
		y := top + step*float64(k)
		t.fill(left, y, left+16, y+16, p.palette[shades+k%deviceCount].rgba())
		t.text(left+26, y+13, 15, t.regular, 40, m.Kind, 0)
	}
}
