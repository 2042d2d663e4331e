package timeline

import (
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"
	"time"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"gpusph/gpu"
	"gpusph/internal/plot"
	"gpusph/sph"
)

// The picture of a timeline: a row for each stream, dots above its bars.
const (
	pictureWidth = 26 * vg.Centimeter
	pictureDPI   = 200
	labelWidth   = vg.Length(52) // left of the rows
	rightMargin  = vg.Length(10)
	headHeight   = vg.Length(36) // legend and numbers of steps
	footHeight   = vg.Length(30) // axis
	phaseHeight  = vg.Length(9)
	dotHeight    = vg.Length(5)
	barHeight    = vg.Length(11)
	hostHeight   = vg.Length(4)
	rowGap       = vg.Length(1.5)
	deviceGap    = vg.Length(11)
	leastWidth   = vg.Length(0.4) // of a bar, however short it took
)

// The colours of bars: Okabe and Ito's, which colour-blind people can tell apart.
var (
	phaseColours = map[string]color.Color{
		sph.BuildNeibs.String():  color.RGBA{204, 121, 167, 255},
		sph.Forces.String():      color.RGBA{0, 114, 178, 255},
		sph.MinimumScan.String(): color.RGBA{230, 159, 0, 255},
	}
	correctorColour = color.RGBA{0, 70, 115, 255} // of Forces there, else they are the predictor's
	sendColour      = color.RGBA{213, 94, 0, 255}
	otherColour     = color.RGBA{86, 180, 233, 255} // outside of the phases
	waitColour      = color.Gray{205}
	hostColour      = color.Gray{90}
)

// colourOf is the colour of a device's span.
func (p *picture) colourOf(device string, s gpu.Span) color.Color {
	switch s.Op {
	case gpu.OpWait:
		return waitColour
	case gpu.OpSync:
		return hostColour
	case gpu.OpSend, gpu.OpCall:
		return sendColour
	}
	if isForces(s) && slices.Contains(p.correctors[device], s.Mark) {
		return correctorColour
	}
	if c, ok := phaseColours[s.Phase]; ok {
		return c
	}
	return otherColour
}

// picture is a timeline as it is drawn.
type picture struct {
	*recording
	devices    [][]gpu.Track
	correctors map[string][]int // their marks, by device
	whole      interval
	canvas     draw.Canvas
}

func (r *recording) picture() *picture {
	p := &picture{recording: r, devices: r.devices(), correctors: make(map[string][]int),
		whole: r.extent()}
	for _, tracks := range p.devices {
		_, p.correctors[tracks[0].Device] = stepsOf(tracks)
	}
	return p
}

func (p *picture) writePNG(w io.Writer) error {
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(pictureWidth, p.height()),
		vgimg.UseDPI(pictureDPI))}
	p.draw(draw.New(c))
	_, err := c.WriteTo(w)
	return err
}

func (p *picture) writeSVG(w io.Writer) error {
	c := vgsvg.NewWith(vgsvg.UseWH(pictureWidth, p.height()))
	p.draw(draw.New(c))
	_, err := c.WriteTo(w)
	return err
}

// rowHeight is that of a track, with the gap below.
func rowHeight(t gpu.Track) vg.Length {
	switch t.Stream {
	case PhaseTrack:
		return phaseHeight + rowGap
	case gpu.HostTrack:
		return hostHeight + rowGap
	}
	return dotHeight + barHeight + rowGap
}

func (p *picture) height() vg.Length {
	h := headHeight + footHeight + deviceGap*vg.Length(len(p.devices)-1)
	for _, t := range p.tracks {
		h += rowHeight(t)
	}
	return h
}

// x is where a moment is.
func (p *picture) x(t time.Duration) vg.Length {
	room := p.canvas.Max.X - rightMargin - p.canvas.Min.X - labelWidth
	return p.canvas.Min.X + labelWidth +
		room*vg.Length(float64(t-p.whole.from)/float64(max(1, p.whole.to-p.whole.from)))
}

func (p *picture) draw(canvas draw.Canvas) {
	p.canvas = canvas
	p.fill(color.White, canvas.Rectangle)
	p.drawLegend()
	p.rows(p.drawLabel)
	p.drawAxis()
	p.rows(p.drawTrack)
}

// rows calls f with each track and the upper edge of its row.
func (p *picture) rows(f func(t gpu.Track, y vg.Length)) {
	y := p.canvas.Max.Y - headHeight
	for _, tracks := range p.devices {
		for _, t := range inOrder(tracks) {
			f(t, y)
			y -= rowHeight(t)
		}
		y -= deviceGap
	}
}

// inOrder are the tracks of a device as they are drawn, from above.
func inOrder(tracks []gpu.Track) []gpu.Track {
	order := append([]string{PhaseTrack, gpu.HostTrack}, StreamNames...)
	return slices.SortedStableFunc(slices.Values(tracks), func(a, b gpu.Track) int {
		return slices.Index(order, a.Stream) - slices.Index(order, b.Stream)
	})
}

// barsOf returns the upper edge and the height of a track's bars, and whether the
// track is a stream's: then there are dots above them.
func barsOf(t gpu.Track, y vg.Length) (top, height vg.Length, stream bool) {
	switch t.Stream {
	case PhaseTrack:
		return y, phaseHeight, false
	case gpu.HostTrack:
		return y, hostHeight, false
	}
	return y - dotHeight, barHeight, true
}

// drawLabel names a row whose upper edge is at y, and the device above its rows.
func (p *picture) drawLabel(t gpu.Track, y vg.Length) {
	top, height, stream := barsOf(t, y)
	if t.Stream == PhaseTrack {
		style := plot.Sans(8, color.Black, draw.XLeft)
		style.Font.Weight = xfont.WeightBold
		p.canvas.FillText(style, vg.Point{X: p.canvas.Min.X + vg.Points(6), Y: top - height/2}, t.Device)
		return
	}
	p.canvas.FillText(plot.Sans(6.5, color.Gray{60}, draw.XRight),
		vg.Point{X: p.x(p.whole.from) - vg.Points(4), Y: top - height/2}, t.Stream)
	if stream {
		p.bar(p.whole, top, height, color.Gray{245})
	}
}

// drawTrack draws what is in a row whose upper edge is at y.
func (p *picture) drawTrack(t gpu.Track, y vg.Length) {
	y, height, stream := barsOf(t, y)
	for _, s := range t.Spans {
		if s.Op == gpu.OpWait {
			p.bar(interval{s.Begin, s.End}, y-0.36*height, 0.28*height, waitColour)
		}
	}
	for _, s := range t.Spans {
		if s.Op == gpu.OpWait {
			continue
		}
		c, ink := p.colourOf(t.Device, s), color.Color(color.White)
		if s.Op == opPhase {
			c, ink = pale(c), color.Gray{40}
		}
		width := p.bar(interval{s.Begin, s.End}, y, height, c)
		name, _, _ := strings.Cut(s.Name, "_")
		style := plot.Sans(5.5, ink, draw.XCenter)
		if style.Width(name) < width-vg.Points(3) && s.Op != gpu.OpSync {
			p.canvas.FillText(style, vg.Point{X: (p.x(s.Begin) + p.x(s.End)) / 2, Y: y - height/2}, name)
		}
	}
	for _, s := range t.Spans {
		if stream && s.Issued >= p.whole.from {
			p.dot(p.x(s.Issued), y+dotHeight/2)
		}
	}
}

// bar fills a part of a row, whose upper edge is at y, and returns its width.
func (p *picture) bar(i interval, y, height vg.Length, c color.Color) vg.Length {
	if i.from >= p.whole.to {
		return 0
	}
	from, to := p.x(max(i.from, p.whole.from)), p.x(min(i.to, p.whole.to))
	// Bars beside one another are told apart by a gap, where there is room for it.
	if to-from > vg.Points(2) {
		to -= vg.Points(0.3)
	}
	to = max(to, from+leastWidth)
	p.fill(c, vg.Rectangle{Min: vg.Point{X: from, Y: y - height}, Max: vg.Point{X: to, Y: y}})
	return to - from
}

func (p *picture) fill(c color.Color, r vg.Rectangle) {
	p.canvas.SetColor(c)
	p.canvas.Fill(r.Path())
}

func (p *picture) dot(x, y vg.Length) {
	p.canvas.DrawGlyphNoClip(draw.GlyphStyle{Color: color.Gray{40}, Radius: vg.Points(0.9),
		Shape: draw.CircleGlyph{}}, vg.Point{X: x, Y: y})
}

// pale is a colour mixed with white.
func pale(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	mix := func(v uint32) uint8 { return uint8((v>>8 + 2*255) / 3) }
	return color.RGBA{mix(r), mix(g), mix(b), 255}
}

// drawAxis draws the time below the rows, and a line at the beginning of each
// step of the first device, with its number where there is room.
func (p *picture) drawAxis() {
	top, bottom := p.canvas.Max.Y-headHeight, p.canvas.Min.Y+footHeight
	line := draw.LineStyle{Color: color.Gray{120}, Width: vg.Points(0.5)}
	p.canvas.StrokeLine2(line, p.x(p.whole.from), bottom, p.x(p.whole.to), bottom)
	unit, name := time.Millisecond, "ms"
	if p.whole.to-p.whole.from < 2*time.Millisecond {
		unit, name = time.Microsecond, "µs"
	}
	for _, tick := range (plot.Round{}).Ticks(0, float64(p.whole.to-p.whole.from)/float64(unit)) {
		x := p.x(p.whole.from + time.Duration(tick.Value*float64(unit)))
		p.canvas.StrokeLine2(line, x, bottom, x, bottom-vg.Points(3))
		p.canvas.FillText(plot.Sans(7, color.Black, draw.XCenter),
			vg.Point{X: x, Y: bottom - vg.Points(8)}, tick.Label)
	}
	p.canvas.FillText(plot.Sans(8, color.Black, draw.XCenter),
		vg.Point{X: (p.x(p.whole.from) + p.x(p.whole.to)) / 2, Y: bottom - vg.Points(20)},
		"time ["+name+"]")

	line.Dashes = []vg.Length{vg.Points(1.5), vg.Points(1.5)}
	begins, _ := stepsOf(p.devices[0])
	if len(begins) != p.steps {
		return // steps were postponed, which have kernels, too
	}
	style, free := plot.Sans(7, color.Gray{60}, draw.XLeft), p.canvas.Min.X
	for i, at := range begins {
		p.canvas.StrokeLine2(line, p.x(at), bottom, p.x(at), top+vg.Points(9))
		if name, x := fmt.Sprint("step ", p.first+i+1), p.x(at)+vg.Points(2); x >= free {
			p.canvas.FillText(style, vg.Point{X: x, Y: top + vg.Points(6)}, name)
			free = x + style.Width(name) + vg.Points(2)
		}
	}
}

// drawLegend says above what the colours are.
func (p *picture) drawLegend() {
	x, y := p.canvas.Min.X+labelWidth, p.canvas.Max.Y-vg.Points(11)
	style := plot.Sans(7.5, color.Black, draw.XLeft)
	entry := func(name string, mark func()) {
		mark()
		x += vg.Points(13)
		p.canvas.FillText(style, vg.Point{X: x, Y: y}, name)
		x += style.Width(name) + vg.Points(13)
	}
	box := func(c color.Color, height vg.Length) func() {
		return func() {
			p.fill(c, vg.Rectangle{Min: vg.Point{X: x, Y: y - height/2},
				Max: vg.Point{X: x + vg.Points(10), Y: y + height/2}})
		}
	}
	for _, name := range sph.Phases {
		text := name
		if name == sph.MinimumScan.String() {
			text += ", waiting"
		}
		entry(text, box(phaseColours[name], vg.Points(7)))
		if name == sph.Forces.String() {
			entry("of the corrector", box(correctorColour, vg.Points(7)))
		}
	}
	entry("copy or message to another device", box(sendColour, vg.Points(7)))
	entry("the stream waits", box(waitColour, vg.Points(3)))
	entry("the host waits", box(hostColour, hostHeight))
	entry("issued by the host", func() { p.dot(x+vg.Points(6), y) })
}
