package convert

// Wave makers. A definition has an element for each kind of paddle and of waves.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// paddleKinds are the elements of wave makers, and the waves that they make.
var paddleKinds = map[string]string{
	"piston": "regular", "flap": "regular", "piston_spectrum": "irregular",
	"flap_spectrum": "irregular", "piston_focused": "focused", "piston_solitary": "solitary",
}

// paddleFiles are elements that ask for files about a paddle.
var paddleFiles = strings.Fields("savemotion saveserie saveseriewaves calcserielength")

// wavePaddles takes wave makers.
func (r *reader) wavePaddles(e *element) {
	for _, c := range e.children {
		if _, known := paddleKinds[c.name]; !known {
			r.unknown(c)
			continue
		}
		if err := r.wavePaddle(c); err != nil {
			r.skip(c, "%v; the paddle stays where it is", err)
		}
	}
}

// wavePaddle takes one of them.
func (r *reader) wavePaddle(e *element) error {
	p := &paddleReader{reader: r, e: e, rest: map[string]bool{}}
	w := &casefile.WaveMaker{Kind: paddleKinds[e.name], Depth: p.value("depth", 0),
		Start: p.value("start", 0)}
	if w.Depth == 0 {
		return errors.New("it has no depth of the water, which its waves need")
	}
	p.placeOf(w)
	p.wavesOf(w)
	if p.err != nil {
		return p.err
	}
	p.notes(w)
	marks, err := numbers(e.child("mkbound").value("value"))
	if err != nil {
		return fmt.Errorf("mkbound: %w", err)
	}
	var walls []int
	for k := range r.c.Walls {
		if slices.Contains(marks, r.wallMarks[k]) {
			walls = append(walls, k)
		}
	}
	if len(walls) == 0 {
		return fmt.Errorf("there is no wall with mkbound %s to move",
			e.child("mkbound").value("value"))
	}
	motion := &casefile.Motion{Waves: w}
	if len(p.waves) > 1 {
		motion = r.motionFile(p.row(w), r.wallMarks[walls[0]])
		for _, k := range walls {
			r.makeRoom(r.c.Walls[k].Shape, vec{}, p.reach)
		}
	}
	if moves := r.longWaves(w); moves != nil {
		motion = &casefile.Motion{Moves: moves}
		r.near(e, "its waves are longer and higher than Madsen's second order holds for; the paddle "+
			"moves by it all the same, as two sinusoids")
		for _, k := range walls {
			r.makeRoom(r.c.Walls[k].Shape, vec{-w.Height, -w.Height}, vec{w.Height, w.Height})
		}
	}
	for _, k := range walls {
		r.c.Walls[k].Motion = motion
		if len(walls) > 1 {
			r.c.Walls[k].Force = r.c.Walls[walls[0]].Name
		}
	}
	return nil
}

// paddleReader reads the elements of a wave maker. Its first error stays.
type paddleReader struct {
	*reader
	e    *element
	rest map[string]bool // the elements that are taken
	err  error

	waves []solitary // one after the other
	reach vec        // to which they take the piston [m]
}

// value is that of an element, or what it is without.
func (p *paddleReader) value(name string, without float64) float64 {
	p.rest[name] = true
	c := p.e.child(name)
	if c == nil || p.err != nil {
		return without
	}
	x, err := p.optional(c, "value", without)
	if err != nil {
		p.err = fmt.Errorf("<%s>: %w", name, err)
	}
	return x
}

// word is that of an element.
func (p *paddleReader) word(name string) string {
	p.rest[name] = true
	if c := p.e.child(name); c != nil {
		return strings.ToLower(c.value("value"))
	}
	return ""
}

// at is the point of an element, if it is there.
func (p *paddleReader) at(name string) (x vec, given bool) {
	p.rest[name] = true
	c := p.e.child(name)
	if c == nil || p.err != nil {
		return x, false
	}
	x, err := p.point(c)
	p.err = err
	return x, true
}

// placeOf takes the direction of a piston, or the axis of a flap.
func (p *paddleReader) placeOf(w *casefile.WaveMaker) {
	way := vec{1}
	if strings.HasPrefix(p.e.name, "flap") {
		w.Paddle = "flap"
		from, one := p.at("flapaxis0")
		to, both := p.at("flapaxis1")
		axis := minus(to, from)
		if p.err == nil && (!one || !both || axis[2] != 0 || dot(axis, axis) == 0) {
			p.err = errors.New("a flap needs the points flapaxis0 and flapaxis1 of a level axis")
		}
		if from = tidied(from); p.plane {
			from[1] = 0
		}
		w.Hinge = &from
		way = vec{axis[1], -axis[0]}
		bed := tidy(from[2] + p.value("variabledraft", 0))
		w.Bed = &bed
	} else {
		if to, given := p.at("pistondir"); given {
			way = to
		}
		if p.err == nil && (way[2] != 0 || way[0] == 0 && way[1] == 0) {
			p.err = errors.New("its direction is not level, but a piston moves along a level one")
		}
		if bed, known := p.bed(w.Depth); known {
			w.Bed = &bed
		}
		if c := p.e.child("awas_zsurf"); c != nil {
			w.Absorb, p.rest[c.name] = true, true
			p.near(c, "the paddle absorbs waves by the level a tenth of the depth before it, from "+
				"the start on, and not by the settings here")
		}
	}
	size := math.Hypot(way[0], way[1])
	if size == 0 || p.err != nil {
		return
	}
	if d := [2]float64{tidy(way[0] / size), tidy(way[1] / size)}; d != [2]float64{1, 0} {
		w.Direction = &d
	}
}

// bed is that many metres under the highest level of the fluids.
func (p *paddleReader) bed(depth float64) (z float64, known bool) {
	z = math.Inf(-1)
	for k := range p.c.Fluids {
		top := p.levels[k].extent.high[2]
		if f := p.c.Fluids[k].Fill; f != nil {
			top = f.Level
		}
		z = max(z, top-depth)
	}
	return tidy(z), !math.IsInf(z, 0)
}

// wavesOf takes what the waves are like.
func (p *paddleReader) wavesOf(w *casefile.WaveMaker) {
	w.Height = tidy(p.value("waveheight", 0) * p.value("gainstroke", 1))
	switch w.Kind {
	case "regular":
		w.Period, w.Order = p.value("waveperiod", 0), int(p.value("waveorder", 1))
		if w.Order == 2 {
			w.Theory = "madsen"
		}
		w.Phase = tidy(180 * p.value("phase", 0))
		w.Ramp = p.ramp(p.value("ramp", 0) * w.Period)
	case "irregular", "focused":
		p.spectrumOf(w)
	case "solitary":
		theories := []string{"rayleigh", "boussinesq", "kdv"}
		n := p.value("theory", 2)
		if n != math.Trunc(n) || n < 1 || n > 3 {
			p.err = errors.Join(p.err, fmt.Errorf("its theory is %s, but must be 1, 2 or 3",
				text.Exact(n)))
			return
		}
		w.Theory = theories[int(n)-1]
		p.solitariesOf(w)
		if much := p.value("durationcoef", 1); much != 1 {
			p.near(p.e, "durationcoef is %s, but the piston moves until 0.0005 of the height are "+
				"left",
				text.Exact(much))
		}
	}
}

// spectrumOf takes a spectrum, and what irregular and focused waves have besides.
func (p *paddleReader) spectrumOf(w *casefile.WaveMaker) {
	w.Period = p.value("waveperiod", 0)
	if ramp := p.value("ramptime", 0); ramp > 0 {
		w.Ramp = p.ramp(ramp)
	} else {
		p.near(p.e, "it has no ramp, but here the paddle comes into its motion within a period")
	}
	switch second := p.value("waveorder", 1) > 1; {
	case second && w.Kind == "focused": // with long waves a single group has no rest before it
		p.near(p.e, "the paddle makes waves of the first order")
	case second:
		w.Bound = true
		p.near(p.e, "of the second order the paddle makes the long waves that groups carry, and "+
			"no more")
	}
	gamma := p.value("peakcoef", 3.3)
	switch w.Spectrum = p.word("spectrum"); w.Spectrum {
	case "pierson-moskowitz":
	default:
		w.Spectrum, w.Gamma = "", &gamma
	}
	w.Components = int(p.value("waves", 0))
	if w.Components == 1 {
		w.Components = 0
	}
	p.word("discretization")
	seed := int(p.value("randomseed", 0))
	if w.Kind == "irregular" {
		w.Seed = &seed
		p.rest["serieini"] = true
		p.near(p.e, "its waves have the same spectrum, but phases and frequencies of their own, "+
			"from the seed %d", seed)
		return
	}
	p.focusOf(w)
}

// focusOf takes the place of a focused group. Its crest is the highest of that number
// of waves (Longuet-Higgins 1952), and its time is one that all of the group has to get there.
func (p *paddleReader) focusOf(w *casefile.WaveMaker) {
	many := 1000.0
	p.rest["maxwaveh"] = true
	if c := p.e.child("maxwaveh"); c != nil && p.err == nil {
		n, err := p.optional(c, "nwaves", many)
		p.err = err
		many = max(n, 2)
	}
	w.Height = text.Three(w.Height/2*math.Sqrt(math.Log(many)/2), math.Round)
	w.Distance = p.value("xf", 0)
	fastest := 2.5 / w.Period // of waves that matter [1/s]; in deep water they are slowest
	w.Time = math.Ceil(w.Distance*4*math.Pi*fastest/math.Sqrt(dot(p.gravity, p.gravity))+w.Period) +
		p.value("fpretime", 5)
	if phase := p.value("fphase", 0); math.Mod(phase, 360) != 0 {
		p.skip(p.e, "fphase is %s, but groups focus in a crest", text.Exact(phase))
	}
	for _, name := range []string{"fmovtime", "fmovramp"} {
		p.rest[name] = true
	}
	p.near(p.e, "the group focuses at %s s, in a crest of %s m, the highest of %s waves; the "+
		"paddle comes "+
		"to rest after that", text.Exact(w.Time), text.Exact(w.Height), text.Exact(many))
}

func (p *paddleReader) ramp(x float64) *float64 { x = tidy(x); return &x }

// notes says what was not taken.
func (p *paddleReader) notes(w *casefile.WaveMaker) {
	if long := p.value("duration", 0); long > 0 && w.Start+long < p.c.End {
		p.skip(p.e, "it moves for %s s, but wave makers go on to the end of the flow",
			text.Exact(long))
	}
	p.rest["mkbound"] = true
	p.others("bodies.csv has the motion of the paddle, and gauges.csv the level")
}

// others says what else is there: files, of which it says what ours are, and what is not known.
func (p *paddleReader) others(files string) {
	for _, c := range p.e.children {
		switch {
		case p.rest[c.name]:
		case slices.Contains(paddleFiles, c.name):
			p.inform(c, "%s", files)
		default:
			p.unknown(c)
		}
	}
}
