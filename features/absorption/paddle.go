package absorption

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/motion"
	"gpusph/sph/wavemaker"
)

// Bounds of the correction, over what the paddle's motion has: a wave as high as its own, which a
// wall reflects, needs half of the stroke to either side, and all of the speed and of the
// acceleration, but for parts of higher frequencies.
const (
	shiftBound = 1.0
	SpeedBound = 1.5
	accelBound = 3.0
)

// before is how far before a paddle the level is measured, in depths: at least as far as W reaches.
// Farther away short waves are between two of their nodes there.
const before = 0.1

// mostLines measure the level across a paddle.
const mostLines = 8

// Maker is a body that makes waves.
type Maker struct {
	Body   int // from 1 on
	Paddle *wavemaker.Paddle
	Waves  wavemaker.Waves
	Laws   []motion.Law // of its motion
	Bed    float64      // z [m]
	Way    [3]float64   // in which the waves run, of length 1
	Front  float64      // where its face is along Way [m]
}

// Add lets a body that makes waves absorb them. It does nothing where no level is wanted.
func Add(c *sph.Case, m *Maker) {
	p, body := &c.Params, &c.Bodies[m.Body-1]
	distance := max(before*m.Paddle.Depth, p.Support())
	by := wavemaker.Absorb(m.Paddle, m.Waves, distance)
	if by == nil {
		return
	}
	short := m.Waves.Scale(m.Paddle).Shortest
	end := wavemaker.Whole(m.Laws)
	span, _ := wavemaker.Range(m.Laws, short, end)
	_, level := wavemaker.Range(by.Wanted, short, wavemaker.Whole(by.Wanted))
	fastest := wavemaker.Fastest(m.Laws, short, end)
	body.Corrected = &motion.Correction{Way: m.Way, Shift: shiftBound * span,
		Speed: SpeedBound * fastest, Accel: accelBound * fastest * 2 * math.Pi * by.Frequency}
	a := Paddle{
		Body: m.Body, Still: m.Bed + m.Paddle.Depth, Wanted: by.Wanted, Gain: by.Gain,
		Lag: max(by.Lag, 4*p.DtMax()), Leak: by.Leak,
	}
	low, high := m.heights(p, a.Still, level)
	a.Height, a.Base = high-low, max(low, m.Bed)
	for _, y := range m.across(c) {
		s := m.Front + p.DeltaP/2 + distance
		a.Lines = append(a.Lines, [3]float64{s*m.Way[0] - y*m.Way[1], s*m.Way[1] + y*m.Way[0], low})
	}
	all := append(slices.Clone(Of(c)), a)
	slices.SortFunc(all, func(a, b Paddle) int { return cmp.Compare(a.Body, b.Body) })
	c.Give(Name, all)
	c.Notes = append(c.Notes, fmt.Sprintf("%s absorbs waves of %s s by the level %s m before it: "+
		"%s m/s for an error of 1 m, with a lag of %s s; it is up to %s m from where it would be "+
		"without", body.Name, text.Number(1/by.Frequency), text.Number(distance),
		text.Number(a.Gain), text.Number(a.Lag), text.Number(body.Corrected.Shift)))
}

// heights are those of the ends of a line on which the level is measured, in waves of such levels.
// Where it reaches the bed it begins so far below that what W spreads there is counted, too.
func (m *Maker) heights(p *sph.Params, still, level float64) (low, high float64) {
	reach := 2.5*level + p.Support()
	if low = still - reach; low < m.Bed+p.Support() {
		low = m.Bed - p.Support()
	}
	return max(low, p.Min[2]), min(still+reach, p.Max[2])
}

// across are where lines are across a paddle [m].
func (m *Maker) across(c *sph.Case) (all []float64) {
	if c.Params.Dim == 2 {
		return []float64{0}
	}
	left, right := math.Inf(1), math.Inf(-1)
	for i, x := range c.Particles.Position {
		if int(c.Particles.Body[i]) == m.Body {
			y := x[1]*m.Way[0] - x[0]*m.Way[1]
			left, right = min(left, y), max(right, y)
		}
	}
	n := min(mostLines, max(1, int((right-left)/(2*c.Params.Support()))))
	for k := range n {
		all = append(all, left+(right-left)*(float64(k)+0.5)/float64(n))
	}
	return all
}
