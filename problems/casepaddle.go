package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph"
)

const (
	// atBed is how far the hinge of a flap may be from the bed to be at it [spacings].
	atBed = 0.5
	// shortOfBed is how far above its hinge at the bed a flap may end and still be continued to it
	// [spacings]. Users leave a spacing so that an edge that turns does not meet the floor.
	shortOfBed = 2.05
	// openGap is how wide a gap below a paddle has to be for fluid to come into it [spacings].
	openGap = 0.5
	// closes is how many layers of particles that turn with a flap have to be in its gap.
	closes = 1.5
	// soleShift is how far along the bed the floor below a flap may shift with it [spacings].
	soleShift = 0.25
)

// lowerFlap continues a flap that is hinged at the bed to its hinge: nothing flows below it then.
func (f *caseProblem) lowerFlap(i int) {
	w, dp := &f.file.Walls[i], f.file.Spacing
	if w.Motion == nil || w.Motion.Waves == nil || w.Motion.Waves.Hinge == nil || w.Box == nil ||
		w.Scale != nil || w.Rotate != nil || w.Translate != nil {
		return
	}
	bed, hinge := f.scene.Tank.Min[2], w.Motion.Waves.Hinge[2]
	if w.Motion.Waves.Bed != nil {
		bed = *w.Motion.Waves.Bed
	}
	short := w.Box.Min[2] - bed
	if math.Abs(hinge-bed) > atBed*dp || !(short > 0 && short <= shortOfBed*dp) {
		return
	}
	w.Box.Min[2] = bed
	f.note(fmt.Sprintf("wall.%d.motion.waves.hinge", i), "the flap %q is hinged at the bed, so it is "+
		"continued to there, %s m below its box; let the box begin at z = %s", w.Name,
		text.Number(short), f.scene.Origin.Exact(2, bed))
}

// footprint is a paddle with the particles that touch it from below.
type footprint struct {
	body          int        // from 1 on
	along, across [2]float64 // extent of the lowest layer [m]
	rear          float64    // of all of the paddle, along the waves [m]
	low           float64    // z of the lowest layer [m]
	below         []int      // wall particles below it that stand still
	floor         float64    // z of the highest of these, or -Inf [m]
}

// ways are the coordinates of a place along the waves and across them [m].
func (w *waveMaker) ways(x [3]float64) (along, across float64) {
	return x[0]*w.way[0] + x[1]*w.way[1], x[1]*w.way[0] - x[0]*w.way[1]
}

// footprintOf finds that of a paddle.
func (w *waveMaker) footprintOf(c *sph.Case) footprint {
	q, dp := &c.Particles, c.Params.DeltaP
	p := footprint{
		body:  slices.IndexFunc(c.Bodies, func(b sph.Body) bool { return b.Name == w.group }) + 1,
		along: [2]float64{math.Inf(1), math.Inf(-1)}, across: [2]float64{math.Inf(1), math.Inf(-1)},
		rear: math.Inf(1), low: math.Inf(1), floor: math.Inf(-1),
	}
	is := func(i int) bool { return q.Type[i] == sph.Wall && int(q.Body[i]) == p.body }
	for i, x := range q.Position {
		if is(i) {
			s, _ := w.ways(x)
			p.low, p.rear = min(p.low, x[2]), min(p.rear, s)
		}
	}
	for i, x := range q.Position {
		if is(i) && x[2] < p.low+dp/2 {
			s, y := w.ways(x)
			p.along = [2]float64{min(p.along[0], s), max(p.along[1], s)}
			p.across = [2]float64{min(p.across[0], y), max(p.across[1], y)}
		}
	}
	for i, x := range q.Position {
		s, y := w.ways(x)
		if q.Type[i] == sph.Wall && !c.BodyMoves(i) && x[2] < p.low &&
			s > p.along[0]-dp/4 && s < p.along[1]+dp/4 && y > p.across[0]-dp/4 && y < p.across[1]+dp/4 {
			p.below, p.floor = append(p.below, i), max(p.floor, x[2])
		}
	}
	return p
}

// seal lets the floor below a flap that is hinged at it turn with the flap, and warns where water
// can pass below a paddle or stands behind it. A flap of some thickness lifts an edge and sinks
// another when it turns: with the floor that is below it at first, no gap opens under the one, and
// the other has room.
func (f *caseProblem) seal(c *sph.Case, w *waveMaker, name string) {
	p, dp := w.footprintOf(c), c.Params.DeltaP
	b := &c.Bodies[p.body-1]
	// the place of the lower edge of the face, just above the floor
	edge := [3]float64{w.way[0]*p.along[1] - w.way[1]*p.across[0],
		w.way[1]*p.along[1] + w.way[0]*p.across[0], p.low}
	at := b.Motion.Path(min(c.End, b.Motion.Last()), looksAtPaddle)
	_, high := at.Swept(edge)
	gap, layers := p.low-p.floor-dp, 0.0
	if w.paddle.Flap && gap <= openGap*dp {
		sole := (p.low + p.floor) / 2
		b.Sole = &sole
		base := edge
		base[2] = p.floor
		l, h := at.Swept(base)
		if max(-l[0], h[0], -l[1], h[1]) <= soleShift*dp {
			layers = f.carry(c, &p, at.Swept)
		}
	}
	widest := gap + max(0, high[2]-max(0, layers-closes)*dp)
	if !math.IsInf(widest, 1) && widest > openGap*dp {
		remedy := "let it begin at the bed"
		if w.paddle.Flap {
			remedy += fmt.Sprintf(", and hinge it there at its face: hinge = %s", f.hingeAt(w, edge[:2], dp))
		}
		c.Warnings = append(c.Warnings, fmt.Sprintf("water passes below the paddle %q: up to %s m are "+
			"free between it and the bed; %s", name, text.Number(text.Three(widest, math.Round)), remedy))
	}
	if depth := w.waterBehind(c, &p); depth > dp {
		c.Warnings = append(c.Warnings, fmt.Sprintf("water stands behind the paddle %q, %s m deep: it "+
			"makes waves there, too, and the force on it is that of both sides; use a fluid that begins "+
			"at its face, and no gap below or beside it", name,
			text.Number(text.Three(depth, math.Round))))
	}
}

// looksAtPaddle is at how many times of its motion a paddle is looked at.
const looksAtPaddle = 256

// hingeAt is a hinge at the face of a flap, at the bed, as a case file has it.
func (f *caseProblem) hingeAt(w *waveMaker, edge []float64, dp float64) string {
	x := [3]float64{edge[0] + w.way[0]*dp/2, edge[1] + w.way[1]*dp/2, w.bed}
	o := &f.scene.Origin
	word := func(a int) string { return text.Rounded(x[a] + o[a]) }
	if f.params.Dim == 2 {
		return fmt.Sprintf("[%s, %s]", word(0), word(2))
	}
	return fmt.Sprintf("[%s, %s, %s]", word(0), word(1), word(2))
}

// carry makes the floor below a flap part of it, as far as that stays in the domain. It returns how
// many layers of particles that are.
func (f *caseProblem) carry(c *sph.Case, p *footprint,
	swept func([3]float64) (low, high [3]float64)) float64 {
	q, domain, deepest := &c.Particles, &c.Params, math.Inf(1)
	for _, i := range p.below {
		x := q.Position[i]
		low, high := swept(x)
		within := q.Velocity[i] == [3]float32{}
		for a := range 3 {
			within = within && x[a]+low[a] >= domain.Min[a] && x[a]+high[a] <= domain.Max[a]
		}
		if within {
			q.Body[i], deepest = uint8(p.body), min(deepest, x[2])
		}
	}
	if math.IsInf(deepest, 1) {
		return 0
	}
	return math.Round((p.floor-deepest)/domain.DeltaP) + 1
}

// waterBehind is how deep the fluid is within four spacings behind a paddle [m].
func (w *waveMaker) waterBehind(c *sph.Case, p *footprint) float64 {
	dp, top, n := c.Params.DeltaP, math.Inf(-1), 0
	for i, x := range c.Particles.Position {
		s, y := w.ways(x)
		if c.Particles.Type[i] == sph.Fluid && s < p.rear && s > p.rear-4*dp &&
			y > p.across[0]-dp && y < p.across[1]+dp {
			top, n = max(top, x[2]), n+1
		}
	}
	if n == 0 {
		return 0
	}
	return top + dp/2 - w.bed
}
