package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"gpusph/internal/text"
)

// writing writes text into a picture.
type writing struct {
	img           *image.RGBA
	unit          float64
	regular, bold *opentype.Font
}

// text writes s with its baseline beginning at (x, y), in units of p; grey is 0
// for black.
func (t *writing) text(x, y, size float64, f *opentype.Font, grey uint8, s string) error {
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size * t.unit, DPI: 72})
	if err != nil {
		return err
	}
	d := font.Drawer{
		Dst: t.img, Src: image.NewUniform(color.Gray{grey}), Face: face,
		Dot: fixed.Point26_6{X: fixed.Int26_6(64 * x * t.unit), Y: fixed.Int26_6(64 * y * t.unit)},
	}
	d.DrawString(s)
	return face.Close()
}

func (t *writing) fill(left, top, right, bottom float64, c color.Color) {
	at := func(x float64) int { return int(math.Round(x * t.unit)) }
	draw.Draw(t.img, image.Rect(at(left), at(top), at(right), at(bottom)), image.NewUniform(c), image.Point{}, draw.Src)
}

// label writes the title and what the colours mean.
func (p *painter) label(img *image.RGBA) error {
	regular, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return err
	}
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return err
	}
	t := &writing{img, p.unit, regular, bold}
	s := p.snapshot
	if err := t.text(36, 46, 26, bold, 30, s.Case.Name); err != nil {
		return err
	}
	line := fmt.Sprintf("t = %.3f s    %s particles", s.Time, text.Thousands(s.Len()))
	if s.Devices > 1 {
		line += fmt.Sprintf("    %d devices", s.Devices)
	}
	if err := t.text(36, 72, 16, regular, 90, line); err != nil {
		return err
	}
	right := float64(p.options.Width)/p.unit - 36
	if p.options.Field == Device {
		return p.deviceLegend(t, right)
	}
	return p.scaleBar(t, right)
}

// scaleBar draws the colours of the scale at the right of the picture.
func (p *painter) scaleBar(t *writing, right float64) error {
	const top, bottom, width = 170.0, 550.0, 16.0
	left := right - 70
	for y := top; y < bottom; y += 1 / p.unit {
		t.fill(left, y, left+width, y+1/p.unit+0.01, scaleColour((bottom-y)/(bottom-top)).rgba())
	}
	label, _ := p.scale.unit()
	if err := t.text(left-18, top-20, 15, t.regular, 40, label); err != nil {
		return err
	}
	for _, x := range p.scale.ticks() {
		y := bottom - (bottom-top)*p.scale.part(x)
		t.fill(left+width, y-0.5, left+width+5, y+0.5, color.Gray{90})
		if err := t.text(left+width+10, y+5, 14, t.regular, 60, p.scale.number(x)); err != nil {
			return err
		}
	}
	return nil
}

// deviceLegend draws the colours of the devices at the right of the picture.
func (p *painter) deviceLegend(t *writing, right float64) error {
	const top, step, most = 170.0, 26.0, 18
	left := right - 84
	for d := range min(p.snapshot.Devices, most) {
		y := top + step*float64(d)
		t.fill(left, y, left+16, y+16, deviceColour(d).rgba())
		if err := t.text(left+26, y+13, 15, t.regular, 40, fmt.Sprintf("device %d", d)); err != nil {
			return err
		}
	}
	return nil
}
