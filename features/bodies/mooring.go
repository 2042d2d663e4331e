package bodies

import (
	"math"
	"sync"
)

// LineTable has the forces of a mooring by the distances of its ends, at equal steps from 0 on:
// they are linear between. It follows from the line's shape at rest, so a step needs sums and
// products only.
type LineTable struct {
	Columns, Rows int
	Across, Up    float64   // steps of the horizontal and of the vertical distance [m]
	Forces        []float64 // by row and column: towards the anchor along the level, and downwards [N]
}

const (
	lineColumns, lineRows = 193, 97
	lineReach             = 1.1    // of the table, over the length of the line
	lineStretch           = 2000.0 // least stiffness of a line that does not stretch, over its weight
)

// lineTables are those that have been made, by length, weight and stiffness: each takes a second.
var lineTables sync.Map

// Table is that of a mooring whose anchor is on level ground.
func (m *Mooring) Table() LineTable {
	of := Mooring{Length: m.Length, Weight: m.Weight, Stiff: m.Stiff}
	if t, ok := lineTables.Load(of); ok {
		return t.(LineTable)
	}
	t := of.newTable()
	lineTables.Store(of, t)
	return t
}

func (m *Mooring) newTable() LineTable {
	t := LineTable{
		Columns: lineColumns, Rows: lineRows,
		Across: lineReach * m.Length / (lineColumns - 1), Up: lineReach * m.Length / (lineRows - 1),
	}
	for j := range t.Rows {
		for i := range t.Columns {
			pull, down := m.Forces(float64(i)*t.Across, float64(j)*t.Up)
			t.Forces = append(t.Forces, pull, down)
		}
	}
	return t
}

// At are the forces at a horizontal and a vertical distance, as in cuda/ties.h.
func (t *LineTable) At(across, up float64) (pull, down float64) {
	if math.IsNaN(across + up) {
		return math.NaN(), math.NaN()
	}
	part := func(x float64, nodes int) (int, float64) {
		x = max(0, min(x, float64(nodes-1)))
		i := min(int(x), nodes-2)
		return i, x - float64(i)
	}
	i, u := part(across/t.Across, t.Columns)
	j, v := part(up/t.Up, t.Rows)
	at := func(k int) float64 {
		p := t.Forces[2*(j*t.Columns+i)+k:]
		below := p[0] + u*(p[2]-p[0])
		above := p[2*t.Columns] + u*(p[2*t.Columns+2]-p[2*t.Columns])
		return below + v*(above-below)
	}
	return at(0), at(1)
}

// stretchStiffness is the force over the strain of the line, EA [N].
func (m *Mooring) stretchStiffness() float64 {
	if m.Stiff == 0 {
		return lineStretch * m.Weight * m.Length
	}
	return m.Stiff
}

// Forces are what the line pulls the body with at a horizontal and a vertical distance from the
// anchor [m]: towards the anchor along the level, and downwards [N]. They are those of an elastic
// catenary, part of which may lie on the ground without friction (Irvine 1981, Cable structures;
// Jonkman 2007, NREL/TP-500-41958, section 2.7):
//
//	x = L_B + H/w (asinh(V/H) - asinh((V - w L)⁺/H)) + H L/EA,   L_B = (L - V/w)⁺
//	z = H/w (√(1 + (V/H)²) - √(1 + ((V - w L)⁺/H)²)) + stretch of the hanging part by its weight
func (m *Mooring) Forces(across, up float64) (pull, down float64) {
	w, length, stiff := m.Weight, m.Length, m.stretchStiffness()
	// z grows with V, and then x with H
	height := func(h, v float64) float64 {
		if v <= w*length {
			return (math.Hypot(h, v)-h)/w + v*v/(2*stiff*w)
		}
		return (math.Hypot(h, v)-math.Hypot(h, v-w*length))/w + length*(v-w*length/2)/stiff
	}
	vertical := func(h float64) float64 {
		if up <= 0 {
			return 0
		}
		return Rising(func(v float64) float64 { return height(h, v) - up }, w*length)
	}
	distance := func(h, v float64) float64 {
		lying := max(length-v/w, 0)
		lifted := max(v-w*length, 0)
		if h == 0 {
			return lying
		}
		return lying + h/w*(math.Asinh(v/h)-math.Asinh(lifted/h)) + h*length/stiff
	}
	if down = vertical(0); distance(0, down) >= across {
		return 0, down // what is slack lies on the ground
	}
	pull = Rising(func(h float64) float64 { return distance(h, vertical(h)) - across }, w*length)
	return pull, vertical(pull)
}

// Rising is where a function that rises from below 0 is 0, to 1e-10 of a scale or of itself.
func Rising(f func(x float64) float64, scale float64) float64 {
	low, high := 0.0, scale
	below, above := f(low), f(high)
	for above < 0 {
		low, below = high, above
		high *= 2
		above = f(high)
	}
	for range 200 {
		// by the secant, with half the weight of an end that stays (Dowell and Jarratt 1971)
		x := (low*above - high*below) / (above - below)
		if !(x > low && x < high) {
			x = (low + high) / 2
		}
		y := f(x)
		switch {
		case y == 0 || high-low < 1e-10*max(high, 1e-3*scale):
			return x
		case y < 0:
			if low > 0 {
				above /= 2
			}
			low, below = x, y
		default:
			below /= 2
			high, above = x, y
		}
	}
	return (low + high) / 2
}

// Inverse is that of a symmetric matrix that has one.
func Inverse(m [3][3]float64) (inverse [3][3]float64) {
	minor := func(a, b int) float64 {
		c, d, e, f := (a+1)%3, (a+2)%3, (b+1)%3, (b+2)%3
		return m[c][e]*m[d][f] - m[c][f]*m[d][e]
	}
	det := m[0][0]*minor(0, 0) + m[0][1]*minor(0, 1) + m[0][2]*minor(0, 2)
	for a := range 3 {
		for b := range 3 {
			inverse[b][a] = minor(a, b) / det
		}
	}
	return inverse
}
