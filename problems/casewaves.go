package problems

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/features/absorption"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/motion"
	"gpusph/sph/wavemaker"
)

// waveMaker is a wall of the file that makes waves.
type waveMaker struct {
	paddle wavemaker.Paddle
	waves  wavemaker.Waves
	laws   []motion.Law
	bed    float64    // z [m]
	way    [3]float64 // in which the waves run, of length 1
	path   string
	group  string

	absorbs bool
	part    *segment // of a paddle; nil is all of it
}

// makeWaves is the motion of a wall that makes waves.
func (f *caseProblem) makeWaves(i int) (r motion.Rigid, err error) {
	w, err := f.waveMaker(i)
	if err != nil {
		return r, err
	}
	link, factor := motion.Link{Axis: w.way}, 1.0
	if w.paddle.Flap {
		link.Turns, link.At = true, *f.file.Walls[i].Motion.Waves.Hinge
		link.Axis, factor = [3]float64{0 - w.way[1], w.way[0]}, w.paddle.Turns()
	}
	for _, law := range w.laws {
		link.Law = law.Times(factor)
		r.Add(link)
	}
	if !r.Moves() {
		return r, f.file.Errorf(w.path, "%s moves nothing; use greater waves", f.file.Label(w.path))
	}
	return r, nil
}

// waveMaker is that of a wall.
func (f *caseProblem) waveMaker(i int) (*waveMaker, error) {
	if w := f.makers[i]; w != nil {
		return w, nil
	}
	m, path := f.file.Walls[i].Motion.Waves, f.wallPath(i)+".motion.waves"
	part := f.segments[i]
	w := &waveMaker{bed: f.scene.Tank.Min[2], path: path, group: groupOf(&f.file.Walls[i])}
	if m.Bed != nil {
		w.bed = *m.Bed
	}
	w.way = [3]float64{1}
	if m.Direction != nil {
		w.way = unitVector([3]float64{m.Direction[0], m.Direction[1]})
	}
	down, err := f.down(path)
	if err != nil {
		return nil, err
	}
	w.paddle = wavemaker.Paddle{Depth: m.Depth, Gravity: down, Flap: m.Paddle == "flap"}
	if w.paddle.Flap {
		w.paddle.Hinge = m.Hinge[2] - w.bed
	}
	rows, from, err := f.makerRows(m, path, part)
	if err != nil {
		return nil, err
	}
	w.waves, w.part = wavesOf(m, rows), part
	part.turn(w.waves)
	wrong := w.paddle.Check()
	if wrong == nil {
		wrong = w.waves.Check(&w.paddle)
	}
	if wrong == nil {
		wrong = w.checkSegments()
	}
	if wrong != nil {
		at := from
		if wrong.Key != "" {
			at = path + "." + wrong.Key
		}
		return nil, f.file.Errorf(at, "%s: %s", f.file.Label(path), wrong.Text)
	}
	if on := f.file.Walls[i].Motion.On; m.Absorb && on != "" {
		return nil, f.file.Errorf(path+".absorb", "the paddle %q moves on %q, but one that absorbs "+
			"waves must move by itself; leave absorb or \"on\" out", f.file.Walls[i].Name, on)
	}
	w.laws, w.absorbs = w.waves.Laws(&w.paddle), m.Absorb
	if f.makers == nil {
		f.makers = map[int]*waveMaker{}
	}
	f.makers[i] = w
	return w, nil
}

// down is the gravity that waves need [m/s²].
func (f *caseProblem) down(path string) (float64, error) {
	p := f.file.Physics
	if p == nil || p.Gravity == nil && p.GravityTable == nil {
		return gravity, nil
	}
	if g := p.Gravity; p.GravityTable == nil && g[0] == 0 && g[1] == 0 && g[2] < 0 {
		return -g[2], nil
	}
	return 0, f.file.Errorf(path, "%s needs gravity that points downwards and does not change; "+
		"physics.gravity = [0, 0, -9.81] is that of the earth", f.file.Label(path))
}

// makerRows are the rows of a record or of a spectrum, and the path of where they are.
func (f *caseProblem) makerRows(m *casefile.WaveMaker, path string,
	part *segment) (rows [][2]float64, from string, err error) {
	if m.Table == "" {
		return m.Rows, path + ".rows", nil
	}
	path += ".table"
	data, err := f.from.read(m.Table, path)
	if err != nil {
		return nil, path, err
	}
	wanted, example := "two numbers with a comma between: a time and the "+m.Quantity, "0.5, 0.1"
	if m.Spectrum == "table" {
		wanted = "two numbers with a comma between: a frequency and a density"
	}
	columns := 2
	if m.Kind == "record" && part != nil {
		columns = 1 + part.count
		wanted = fmt.Sprintf("%d numbers with commas between: a time, and the %s of each of %d parts of "+
			"the paddle", columns, m.Quantity, part.count)
		example = strings.Repeat("0.1, ", part.count) + "0.1"
	}
	all, err := casefile.ReadRows(string(data), columns, wanted, example)
	if err != nil {
		return nil, path, f.file.Errorf(path, "%s: %v", m.Table, err)
	}
	for _, row := range all {
		rows = append(rows, [2]float64{row[0], row[columns-1]})
		if columns > 2 {
			rows[len(rows)-1][1] = row[1+part.number]
		}
	}
	return rows, path, nil
}

// wavesOf is what a file says of waves.
func wavesOf(m *casefile.WaveMaker, rows [][2]float64) wavemaker.Waves {
	or := func(x *float64, without float64) float64 {
		if x == nil {
			return without
		}
		return *x
	}
	switch m.Kind {
	case "regular":
		w := &wavemaker.Regular{Height: m.Height, Period: m.Period, Phase: m.Phase / 360, Order: 2,
			Madsen: m.Theory == "madsen", Start: m.Start, Ramp: or(m.Ramp, m.Period)}
		if m.Order != 0 {
			w.Order = m.Order
		}
		return w
	case "solitary":
		w := &wavemaker.Solitary{Height: m.Height, Theory: wavemaker.Theories[0], Start: m.Start}
		if m.Theory != "" {
			w.Theory = m.Theory
		}
		return w
	case "record":
		s := &wavemaker.Series{Quantity: m.Quantity, Start: m.Start}
		for _, row := range rows {
			s.Times, s.Values = append(s.Times, row[0]), append(s.Values, row[1])
		}
		s.Ramp = or(m.Ramp, s.Usual())
		return s
	}
	w := &wavemaker.Irregular{Spectrum: wavemaker.Spectrum{Height: m.Height, Period: m.Period,
		Gamma: or(m.Gamma, 3.3), Band: [2]float64{0.5, 3}, Components: 256, Bound: m.Bound},
		Start: m.Start}
	switch m.Spectrum {
	case "pierson-moskowitz":
		w.Gamma = 1
	case "table":
		w.Table = append([][2]float64{}, rows...)
	}
	if m.Band != nil {
		w.Band = *m.Band
	}
	if m.Components != 0 {
		w.Components = m.Components
	}
	if m.Seed != nil {
		w.Seed = uint64(*m.Seed)
	}
	if m.Kind == "focused" {
		w.Focus = &wavemaker.Focus{Height: m.Height, Distance: m.Distance, Time: m.Time}
		w.Height = 0 // of the spectrum, whose shape alone counts
	}
	w.Ramp = or(m.Ramp, w.PeakPeriod())
	return w
}

// checkPaddles refuses paddles that are too fast for the speed of sound, and notes what they make.
func (f *caseProblem) checkPaddles(c *sph.Case) error {
	for i := range f.file.Walls {
		w := f.makers[i]
		if w == nil {
			continue
		}
		scale := w.waves.Scale(&w.paddle)
		fastest, c0 := wavemaker.Fastest(w.laws, scale.Shortest, c.End), c.Params.C0
		if w.absorbs {
			fastest *= 1 + absorption.SpeedBound
		}
		name := f.file.Walls[i].Name
		if fastest > 0.1*c0 {
			return f.file.Errorf(w.path, "the paddle %q moves at up to %s m/s, faster than a "+
				"tenth of the speed of sound of %s m/s, so it would compress the water; use lower waves, "+
				"or physics.c0 = %s", name, text.Number(fastest), text.Number(c0),
				text.Exact(text.Three(10*fastest, math.Ceil)))
		}
		if w.part.follows() {
			continue
		}
		c.Notes = append(c.Notes, fmt.Sprintf("%s makes %s; it moves at %s m/s at most at the "+
			"still water's level, %s c0", name, w.waves.Note(&w.paddle), text.Number(fastest),
			text.Number(fastest/c0)))
	}
	return nil
}

// usualPerHeight are spacings in the height of a wave that does not lose much on its way.
const usualPerHeight = 10

// checkWater refuses paddles without the water before them that their waves need, and says how well
// their waves are resolved.
func (f *caseProblem) checkWater(c *sph.Case) error {
	waving := slices.ContainsFunc(f.file.Fluids, func(l casefile.Fluid) bool {
		return l.Wave != nil || l.Train != nil
	})
	for i := range f.file.Walls {
		w := f.makers[i]
		if w == nil || w.part.follows() {
			continue
		}
		name, asked := f.file.Walls[i].Name, w.paddle.Depth
		front, depth := w.waterBefore(c)
		switch off := math.Abs(depth - asked); {
		case math.IsInf(depth, 0):
			return f.file.Errorf(w.path, "the paddle %q is dry: no fluid is within four spacings "+
				"before its face, at %s m along the waves; use a fluid up to the paddle", name,
				text.Number(front))
		case off > max(1.5*c.Params.DeltaP, 0.03*asked) && !waving:
			return f.file.Errorf(w.path+".depth", "the water before the paddle %q is %s m deep, "+
				"but its waves are for %s m; use depth = %s, or another bed", name, text.Number(depth),
				text.Number(asked), text.Number(depth))
		}
		f.seal(c, w, name)
		if w.absorbs {
			absorption.Add(c, &absorption.Maker{Body: w.body(c), Paddle: &w.paddle, Waves: w.waves,
				Laws: w.laws, Bed: w.bed, Way: w.way, Front: front})
		}
		if height := w.waves.Scale(&w.paddle).Height; height > 0 {
			addHeight(c, name, height)
		}
	}
	if err := f.checkMoving(c); err != nil || len(f.makers) == 0 {
		return err
	}
	return f.placeMotion(c.CheckMotions())
}

// addHeight says by how many spacings waves are resolved.
func addHeight(c *sph.Case, name string, height float64) {
	n := height / c.Params.DeltaP
	c.Resolved = append(c.Resolved, sph.Resolved{Kind: sph.WaveHeight, Name: name, Length: height,
		Spacings: n, Needs: usualPerHeight})
	if n > usualPerHeight-0.1 {
		return
	}
	note := fmt.Sprintf("the waves of %s are %s m high, %s spacings: a wave of five spacings "+
		"loses about twice as much height on its way as one of ten; use a smaller spacing",
		name, text.Number(height), text.Figure(n))
	if n < 5 {
		c.Warnings = append(c.Warnings, note)
	} else {
		c.Notes = append(c.Notes, note)
	}
}

// body is that of the paddle, from 1 on.
func (w *waveMaker) body(c *sph.Case) int {
	return slices.IndexFunc(c.Bodies, func(b sph.Body) bool { return b.Name == w.group }) + 1
}

// waterBefore is where the face of a paddle is along its waves [m], and how deep the fluid is
// within four spacings before it, or -Inf.
func (w *waveMaker) waterBefore(c *sph.Case) (front, depth float64) {
	body := w.body(c)
	front, left, right := math.Inf(-1), math.Inf(1), math.Inf(-1)
	of := &c.Particles
	for i, x := range of.Position {
		if of.Type[i] == sph.Wall && int(of.Body[i]) == body {
			s, y := w.ways(x)
			front, left, right = max(front, s), min(left, y), max(right, y)
		}
	}
	dp, top := c.Params.DeltaP, math.Inf(-1)
	for i, x := range of.Position {
		s, y := w.ways(x)
		if s -= front; of.Type[i] == sph.Fluid && s > 0 && s < 4*dp && y > left-dp && y < right+dp {
			top = max(top, x[2])
		}
	}
	return front, top + dp/2 - w.bed
}
