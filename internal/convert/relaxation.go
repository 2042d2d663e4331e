package convert

// Relaxation zones. DualSPHysics draws the velocity in a zone of a width to that of the waves, with
// the weight f of the distance s from its middle over half of its width,
//
//	f(s) = (tanh(b(s + ψ)) - tanh(b(s - ψ)) - f1)/f0,  f(0) = 1,  f(±1) = 0,
//
// by the part coefdt Δt f in each step, and so at the rate coefdt f. Half of it is at about ψ.

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gpusph/features/relaxation"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// relaxationZones takes those of <relaxationzones>.
func (r *reader) relaxationZones(e *element) {
	for _, c := range e.children {
		var err error
		switch c.name {
		case "rzwaves_regular", "rzwaves_spectrum":
			err = r.waveZone(c)
		case "rzwaves_uniform", "rz_uniform":
			err = r.uniformZone(c)
		case "rzwaves_external_1d", "rzwaves_external_2d", "rzwaves_external":
			err = errors.New("files of velocities of another program are not read; a [[relaxation]] " +
				`of kind = "table" takes a table of them`)
		default:
			err = errors.New("it is not known here")
		}
		if err != nil {
			r.skip(c, "%v", err)
		}
	}
}

// rise is the part of half of a zone's width that its weight takes to come from 0 to 1, and the
// power n of (exp(χⁿ) - 1)/(e - 1), so that half of it is where half of f is.
func rise(psi float64) (part, power float64) {
	const half = 0.6201 // exp(half) is in the middle of 1 and e
	if part = (1 - psi) / math.Sqrt(half); part <= 1 && psi < 1 {
		return part, 2
	}
	return 1, max(1, text.Three(math.Log(half)/math.Log(1-max(psi, 0.01)), math.Round))
}

// zonePull takes how strong a zone is, where and to which components.
func (p *paddleReader) zonePull(z *relaxation.Table) (psi float64) {
	p.rest["function"], p.rest["coefdir"] = true, true
	psi = 0.9
	if c := p.e.child("function"); c != nil && p.err == nil {
		psi, p.err = p.optional(c, "psi", psi)
	}
	if z.Rate = p.value("coefdt", 1000); z.Rate <= 0 {
		z.Rate = 1000
		p.near(p.e, "coefdt is 0, which ties it to the length of steps; its rate is %s 1/s",
			text.Exact(z.Rate))
	}
	if p.err == nil && !(psi > 0 && psi <= 1) {
		p.err = fmt.Errorf("psi of its function is %s, but must be from 0 to 1", text.Exact(psi))
	}
	return psi
}

// directed takes the components to which a zone of waves acts.
func (p *paddleReader) directed(z *relaxation.Table) {
	c := p.e.child("coefdir")
	by := vec{1, 0, 0}
	if c != nil && p.err == nil {
		by, p.err = p.point(c)
	}
	switch {
	case p.err != nil:
	case by[0] > 0 && by[2] == 0:
		z.Components = "horizontal"
	case !(by[0] > 0) || by[0] != by[2]:
		p.err = fmt.Errorf("its coefdir is %s along x and %s along z; a zone acts on the horizontal "+
			"velocity, or on all of it", text.Exact(by[0]), text.Exact(by[2]))
	}
	z.Rate = tidy(z.Rate * by[0])
}

// waveZone takes a zone of regular or irregular waves, which run along x.
func (r *reader) waveZone(e *element) error {
	p := &paddleReader{reader: r, e: e, rest: map[string]bool{}}
	z := relaxation.Table{Kind: "regular", Depth: p.value("depth", 0), Start: p.value("start", 0),
		Height: tidy(p.value("waveheight", 0)), Period: p.value("waveperiod", 0)}
	middle, given := p.at("center")
	half, level := p.value("width", 0)/2, p.value("swl", 0)
	psi := p.zonePull(&z)
	p.directed(&z)
	switch {
	case p.err != nil:
		return p.err
	case !given || !(half > 0):
		return errors.New("it has no center or no width")
	case !(z.Depth > 0 && z.Height > 0 && z.Period > 0):
		return errors.New("it has no depth, waveheight or waveperiod")
	case r.gravity[0] != 0 || r.gravity[1] != 0 || !(r.gravity[2] < 0):
		return errors.New("its waves need gravity downwards")
	}
	bed := tidy(level - z.Depth)
	z.Bed = &bed
	part, power := rise(psi)
	z.Power = power
	z.From, z.To = tidy(middle[0]+half), tidy(middle[0]+half*(1-part))
	z.Beyond = tidy(half * (2 - part))
	if e.name == "rzwaves_regular" {
		p.regularZone(&z, half)
	} else {
		p.spectralZone(&z)
	}
	if p.err != nil {
		return p.err
	}
	p.zoneNotes(&z)
	r.addZone(z)
	r.near(e, "the weight of the zone comes from 0 at x = %s m to 1 at %s m, as "+
		"(exp(χⁿ) - 1)/(e - 1) with n = %s, and stays so as far as %s m", text.Number(z.From),
		text.Number(z.To), text.Exact(power), text.Number(z.To-z.Beyond))
	return nil
}

// regularZone takes regular waves of the first or second order, with a crest in the middle of the
// zone where their phase is 0; here it is that of the inner end.
func (p *paddleReader) regularZone(z *relaxation.Table, half float64) {
	z.Theory = "airy"
	if p.value("waveorder", 1) >= 2 {
		z.Theory = "stokes2"
	}
	g, omega := -p.gravity[2], 2*math.Pi/z.Period
	k := waveNumber(omega*omega*z.Depth/g) / z.Depth
	phase := math.Mod(180/math.Pi*k*half-180*p.value("phase", 0), 360)
	z.Phase = text.Three(phase, math.Round)
	z.Ramp = p.ramp(p.value("ramp", 0) * z.Period)
	p.drift(z, g*z.Height*z.Height*k/(8*omega*z.Depth))
}

// drift takes the part of the waves' transport of mass that a current takes back: all of it is what
// zones do without a word. The mean over the depth of that of all waves is carried [m/s].
func (p *paddleReader) drift(z *relaxation.Table, carried float64) {
	part := p.value("driftcorrection", 0)
	if part == 1 {
		return
	}
	current := -tidy(text.Three(part*carried, math.Round))
	if current == 0 {
		current = 0 // no -0
	}
	z.Current = &current
}

// spectralZone takes irregular waves.
func (p *paddleReader) spectralZone(z *relaxation.Table) {
	z.Kind = "irregular"
	z.Ramp = p.ramp(p.value("ramptime", 0))
	if p.word("spectrum") == "pierson-moskowitz" {
		z.Spectrum = "pierson-moskowitz"
	} else {
		gamma := p.value("peakcoef", 3.3)
		z.Gamma = &gamma
	}
	if p.value("waveorder", 1) > 1 {
		p.near(p.e, "its waves are of the first order")
	}
	z.Number = int(p.value("waves", 50))
	p.word("discretization")
	p.rest["serieini"] = true
	seed := int(p.value("randomseed", 0))
	z.Seed = &seed
	p.near(p.e, "its waves have the same spectrum, but phases and frequencies of their own, from "+
		"the seed %d", seed)
	g, omega := -p.gravity[2], 2*math.Pi/z.Period
	k := waveNumber(omega*omega*z.Depth/g) / z.Depth
	p.drift(z, g*z.Height*z.Height/2*k/(8*omega*z.Depth)) // H_s is √2 times the regular height
}

// zoneNotes says what is left, and refuses zones that end before the flow does.
func (p *paddleReader) zoneNotes(z *relaxation.Table) {
	if long := p.value("duration", 0); long > 0 && z.Start+long < p.c.End {
		p.skip(p.e, "it acts for %s s, but zones act to the end of the flow", text.Exact(long))
	}
	p.others("[[gauge]] and [[probe]] have the waves")
}

// addZone adds a zone under a name of its own.
func (r *reader) addZone(z relaxation.Table) {
	all := relaxation.Tables(r.c)
	z.Name = fmt.Sprint("relaxation", len(all)+1)
	relaxation.Set(r.c, append(all, z))
}

// uniformZone takes a box in which the velocity comes to one that changes in time, from both ends
// along the velocity to the middle: two zones, each with half of it.
func (r *reader) uniformZone(e *element) error {
	p := &paddleReader{reader: r, e: e, rest: map[string]bool{"domainbox": true}}
	z := relaxation.Table{Kind: "table"}
	psi := p.zonePull(&z)
	box, way, err := r.domainBox(e.child("domainbox"))
	if err = errors.Join(p.err, err); err != nil {
		return err
	}
	axis := axisOf(way)
	if axis != 0 && (axis != 1 || r.plane) {
		return errors.New("its direction is not along x or y, as the weight of a zone is")
	}
	sign := math.Copysign(1, way[axis])
	rows, err := p.velocities()
	if err != nil {
		return err
	}
	z.Along, z.Start = axes[axis], 0
	if axis == 0 {
		z.Along = ""
	}
	if start := p.value("start", 0); start > rows[0][0] {
		p.near(e, "it acts from the beginning on, and not from %s s", text.Exact(start))
	}
	p.zoneNotes(&z)
	z.File = r.uniformTable(rows, axis, sign, box)
	part, power := rise(psi)
	z.Power = power
	middle := 0.5 * (box.low[axis] + box.high[axis])
	for k, end := range []float64{box.low[axis], box.high[axis]} {
		side := z
		b := casefile.Box{Min: tidied(box.low), Max: tidied(box.high)}
		if k == 0 {
			b.Max[axis] = tidy(middle)
		} else {
			b.Min[axis] = tidy(middle)
		}
		side.From, side.To, side.Box = tidy(end), tidy(end+part*(middle-end)), &b
		r.addZone(side)
	}
	r.near(e, "its weight grows from both ends along %s within %s m, as (exp(χⁿ) - 1)/(e - 1) with "+
		"n = %s", axes[axis], text.Number(part*(middle-box.low[axis])), text.Exact(power))
	return p.err
}

// domainBox is a box along the axes, and the direction of its velocity.
func (r *reader) domainBox(e *element) (box extent, way vec, err error) {
	if e == nil {
		return box, way, errors.New("it has no <domainbox>")
	}
	if e.child("rotateaxis") != nil {
		return box, way, errors.New("its box is turned, but that of a zone is along the axes")
	}
	if box, err = r.boxOf(e); err != nil {
		return box, way, err
	}
	way, err = r.point(e.child("direction"))
	if err == nil && way == (vec{}) {
		err = errors.New("its direction has no length")
	}
	return box, way, err
}

// velocities are rows of a time and a velocity [s, m/s].
func (p *paddleReader) velocities() (rows [][2]float64, err error) {
	p.rest["velocity"], p.rest["velocitytimes"] = true, true
	for _, c := range p.e.child("velocitytimes").all("timevalue") {
		t, err := p.number(c, "time")
		v, also := p.number(c, "v")
		if err = errors.Join(err, also); err != nil {
			return nil, err
		}
		if n := len(rows); n > 0 && t <= rows[n-1][0] {
			return nil, errors.New("the times of its velocities do not rise")
		}
		rows = append(rows, [2]float64{t, v})
	}
	if rows != nil {
		return rows, nil
	}
	if p.e.child("velocity") == nil {
		return nil, errors.New("it has no velocity")
	}
	return [][2]float64{{0, p.value("velocity", 0)}}, p.err
}

// uniformTable writes a table of a velocity along an axis, and returns the name of its file.
func (r *reader) uniformTable(rows [][2]float64, axis int, sign float64, box extent) string {
	var b strings.Builder
	b.WriteString("t,x,y,z,u,v,w\n")
	for _, row := range rows {
		var v vec
		v[axis] = tidy(sign*row[1]) + 0
		fmt.Fprintf(&b, "%s,%s,0,%s,%s,%s,0\n", text.Exact(row[0]), text.Exact(tidy(box.low[0])),
			text.Exact(tidy(box.high[2])), text.Exact(v[0]), text.Exact(v[1]))
	}
	file := fmt.Sprintf("%s-velocity%d.csv", r.Name, len(r.files)+1)
	r.files[file] = []byte(b.String())
	return file
}
