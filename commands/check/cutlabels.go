package check

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpusph/internal/plot"
)

// labels writes names so that they keep clear of each other.
type labels struct {
	*cutPicture
	marks  []vg.Point
	taken  []vg.Rectangle  // by marks and names
	lines  [][2]vg.Point   // from marks to names
	others [][2]vg.Point   // gauges and the border, which these may cross but names not
	filled map[[2]int]bool // cells of the picture with particles
}

// cellEdge is that of these cells.
const cellEdge = vg.Length(4)

func (p *cutPicture) newLabels() *labels {
	l := &labels{cutPicture: p, others: p.border(), filled: map[[2]int]bool{}}
	radius := p.metre * vg.Length(p.flow.Params.DeltaP) / 2
	for _, i := range p.layer {
		eachCell(rectangle(p.at(p.flow.Particles.Position[i]), radius), func(k [2]int) bool {
			l.filled[k] = true
			return true
		})
	}
	return l
}

// eachCell calls f for the cells of a rectangle, as long as it returns true.
func eachCell(r vg.Rectangle, f func([2]int) bool) bool {
	for x := int(r.Min.X / cellEdge); x <= int(r.Max.X/cellEdge); x++ {
		for y := int(r.Min.Y / cellEdge); y <= int(r.Max.Y/cellEdge); y++ {
			if !f([2]int{x, y}) {
				return false
			}
		}
	}
	return true
}

// away is how far names may be from their mark, and the first of it how far those beside particles;
// beyond beside there is a line between the two.
var away = []vg.Length{5, 14, 24, 36, 50, 66, 84, 104}

const (
	beside    = vg.Length(5)
	nearby    = vg.Length(36)
	halfLines = vg.Length(5) // half the height of a name
)

// directions are where names may be, the best first [degrees].
var directions = []float64{0, 180, 90, 270, 45, 135, 315, 225, 22.5, 157.5, 337.5, 202.5, 67.5,
	112.5, 292.5, 247.5}

// crowd is how near other marks make one's name go away from them.
const crowd = vg.Length(40)

// directionsFrom are the same with those first that lead away from marks nearby.
func (l *labels) directionsFrom(at vg.Point) []float64 {
	var sum vg.Point
	for _, o := range l.marks {
		if away := at.Sub(o); math.Hypot(float64(away.X), float64(away.Y)) < float64(crowd) {
			sum = sum.Add(away)
		}
	}
	if math.Hypot(float64(sum.X), float64(sum.Y)) < 1 {
		return directions
	}
	best := math.Atan2(float64(sum.Y), float64(sum.X)) * 180 / math.Pi
	off := func(angle float64) float64 { return math.Round(math.Abs(math.Remainder(angle-best, 360))) }
	return slices.SortedStableFunc(slices.Values(directions),
		func(a, b float64) int { return cmp.Compare(off(a), off(b)) })
}

// draw writes a name as near to its mark as there is room.
func (l *labels) draw(name string, at vg.Point, c color.Color) {
	style := plot.Sans(nameSize, c, draw.XCenter)
	box, line := l.place(at, style.Width(name)/2+1.5)
	if line != nil {
		l.canvas.StrokeLine2(draw.LineStyle{Color: halo, Width: vg.Points(1.6)}, line[0].X, line[0].Y,
			line[1].X, line[1].Y)
		l.canvas.StrokeLine2(draw.LineStyle{Color: c, Width: vg.Points(0.5)}, line[0].X, line[0].Y,
			line[1].X, line[1].Y)
		l.lines = append(l.lines, *line)
	}
	l.fill(halo, box)
	l.canvas.FillText(style, vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2},
		name)
	l.taken = append(l.taken, box)
}

// place finds room for a name, and if it is not beside its mark a line to it: nearby where no
// particles are, or anywhere, or with a line across others. If there is none it is beside the mark
// all the same.
func (l *labels) place(at vg.Point, halfWidth vg.Length) (vg.Rectangle, *[2]vg.Point) {
	angles := l.directionsFrom(at)
	for _, try := range []struct {
		most                       vg.Length
		overParticles, acrossLines bool
	}{{nearby, false, false}, {away[len(away)-1], true, false}, {away[len(away)-1], true, true}} {
		for _, distance := range away {
			for _, angle := range angles {
				box := boxAt(at, distance, angle, halfWidth)
				if distance > try.most || !l.free(box) || !try.overParticles && l.overParticles(box) {
					continue
				}
				if distance == beside {
					return box, nil
				}
				if line := lineTo(at, box); try.acrossLines || l.clear(at, line) {
					return box, &line
				}
			}
		}
	}
	return boxAt(at, beside, 0, halfWidth), nil
}

// boxAt is the box of a name at a distance from a mark in some direction.
func boxAt(at vg.Point, distance vg.Length, angle float64, halfWidth vg.Length) vg.Rectangle {
	sin, cos := math.Sincos(angle * math.Pi / 180)
	x, y := at.X+vg.Length(cos)*(distance+halfWidth), at.Y+vg.Length(sin)*(distance+halfLines)
	return vg.Rectangle{Min: vg.Point{X: x - halfWidth, Y: y - halfLines},
		Max: vg.Point{X: x + halfWidth, Y: y + halfLines}}
}

// lineTo goes from a mark to the nearest point of a box.
func lineTo(at vg.Point, box vg.Rectangle) [2]vg.Point {
	return [2]vg.Point{at, {X: min(max(at.X, box.Min.X), box.Max.X),
		Y: min(max(at.Y, box.Min.Y), box.Max.Y)}}
}

// free reports whether a box is in the picture and clear of marks, names and lines.
func (l *labels) free(box vg.Rectangle) bool {
	f := l.frame()
	if box.Min.X <= f.Min.X || box.Max.X >= f.Max.X || box.Min.Y <= f.Min.Y || box.Max.Y >= f.Max.Y {
		return false
	}
	for _, o := range l.taken {
		if box.Max.X >= o.Min.X && box.Min.X <= o.Max.X && box.Max.Y >= o.Min.Y && box.Min.Y <= o.Max.Y {
			return false
		}
	}
	in := func(line [2]vg.Point) bool { return crosses(line, box) }
	return !slices.ContainsFunc(l.lines, in) && !slices.ContainsFunc(l.others, in)
}

func (l *labels) overParticles(box vg.Rectangle) bool {
	return !eachCell(box, func(k [2]int) bool { return !l.filled[k] })
}

// clear reports whether a line from a mark is clear of other marks, names and lines.
func (l *labels) clear(at vg.Point, line [2]vg.Point) bool {
	for _, o := range l.taken {
		if !contains(o, at) && crosses(line, o) {
			return false
		}
	}
	return !slices.ContainsFunc(l.lines, func(o [2]vg.Point) bool { return meet(line, o) })
}

func contains(box vg.Rectangle, p vg.Point) bool {
	return p.X >= box.Min.X && p.X <= box.Max.X && p.Y >= box.Min.Y && p.Y <= box.Max.Y
}

// crosses reports whether a line has a point in a box.
func crosses(line [2]vg.Point, box vg.Rectangle) bool {
	other := [2]vg.Point{{X: box.Min.X, Y: box.Max.Y}, {X: box.Max.X, Y: box.Min.Y}}
	return contains(box, line[0]) || contains(box, line[1]) ||
		meet(line, [2]vg.Point{box.Min, box.Max}) || meet(line, other)
}

// meet reports whether two lines have a point in common.
func meet(a, b [2]vg.Point) bool {
	side := func(l [2]vg.Point, p vg.Point) vg.Length {
		return (l[1].X-l[0].X)*(p.Y-l[0].Y) - (l[1].Y-l[0].Y)*(p.X-l[0].X)
	}
	return side(a, b[0])*side(a, b[1]) < 0 && side(b, a[0])*side(b, a[1]) < 0
}
