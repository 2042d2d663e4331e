package convert

// What inlets and outlets impose.

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpusph/features/openings"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// shortSeries is up to how many rows of a series stand in the case file. More are a file.
const shortSeries = 20

// profileRows are how many rows a profile has that is not linear.
const profileRows = 11

// mode is that of an element of a zone, or what it is without.
func (r *reader) mode(e *element, without int) (int, error) {
	if e == nil || e.value("mode") == "" {
		return without, nil
	}
	x, err := r.number(e, "mode")
	if err != nil {
		return 0, fmt.Errorf("<%s>: %w", e.name, err)
	}
	return int(x), nil
}

// flowRow is a velocity at a time: at one, two or three heights.
type flowRow struct {
	time float64
	v, z []float64
}

// at is the velocity at a height: constant, linear or a parabola.
func (f *flowRow) at(z float64) (v float64) {
	for i := range f.v {
		weight := 1.0
		for k := range f.v {
			if k != i {
				weight *= (z - f.z[k]) / (f.z[i] - f.z[k])
			}
		}
		v += weight * f.v[i]
	}
	return v
}

// mean is that over a height, by Simpson's rule, which is exact.
func (f *flowRow) mean(low, high float64) float64 {
	return (f.at(low) + 4*f.at((low+high)/2) + f.at(high)) / 6
}

// imposed takes the velocity of a zone. Fluid comes in where it is positive most of the time.
func (r *reader) imposed(e *element, z *zoneIn, o *openings.Outlet) (inlet bool, err error) {
	c := e.child("imposevelocity")
	mode, err := r.mode(c, 0)
	if err != nil {
		return false, err
	}
	if mode == 2 {
		return r.isFilled(e), nil
	}
	if mode == 3 && c.child("gridveldata") != nil {
		return true, r.gridVelocity(c, z, o)
	}
	if c == nil || mode == 3 || len(c.children) == 0 {
		return false, errors.New("its velocity is not known; an [[inlet]] takes one that is uniform, " +
			"linear or a parabola over its height, and changes in time")
	}
	rows, err := r.flowRows(c)
	if err != nil {
		return false, err
	}
	sum, most, shape := 0.0, 0.0, 0
	for k := range rows {
		m := rows[k].mean(z.low, z.high)
		sum += m
		if math.Abs(m) > most {
			most, shape = math.Abs(m), k
		}
	}
	inlet = sum >= 0
	s := &casefile.Series{}
	for k := range rows {
		m := rows[k].mean(z.low, z.high)
		if !inlet {
			m = 0 - m
		}
		s.Rows = append(s.Rows, [2]float64{rows[k].time, tidy(m)})
	}
	o.Profile = r.profileOf(e, rows, shape, z)
	to := &o.Velocity
	if flow := c.child("flowvelocity"); flow != nil {
		to = &o.Discharge
		for k := range s.Rows {
			s.Rows[k][1] = tidy(s.Rows[k][1] / 1000)
			if r.plane {
				s.Rows[k][1] = tidy(s.Rows[k][1] / r.dp)
			}
		}
		if r.plane {
			r.near(flow, "litres per second are through a width of one spacing")
		}
	}
	*to = s
	r.faster(s, o, z)
	return inlet, nil
}

// isFilled reports whether a zone whose velocity is extrapolated lets fluid in: it takes none up.
func (r *reader) isFilled(e *element) bool {
	if c := e.child("inputtreatment"); c != nil {
		return c.value("value") != "1"
	}
	return no(e.child("convertfluid").value("value"))
}

// flowRows are the velocities of a zone.
func (r *reader) flowRows(e *element) (rows []flowRow, err error) {
	for _, c := range e.children {
		base, number := c.name, 1
		if last := c.name[len(c.name)-1]; last == '2' || last == '3' {
			base, number = c.name[:len(c.name)-1], int(last-'0')
		}
		switch base {
		case "velocity":
			one, err := r.flowRow(c, number)
			return []flowRow{one}, err
		case "velocitytimes":
			for _, at := range c.all("timevalue") {
				one, err := r.flowRow(at, number)
				if err == nil {
					one.time, err = r.number(at, "time")
				}
				if err != nil {
					return nil, fmt.Errorf("line %d, <%s>: %w", at.line, at.name, err)
				}
				rows = append(rows, one)
			}
			if len(rows) == 0 {
				return nil, fmt.Errorf("<%s> has no <timevalue>", c.name)
			}
			return rows, nil
		case "velocityfile":
			return r.flowFile(c, number)
		}
	}
	return nil, errors.New("<imposevelocity> has no velocity that is known here")
}

// flowRow is one of an element with v, v2 and v3 at z, z2 and z3.
func (r *reader) flowRow(e *element, number int) (f flowRow, err error) {
	for k := range number {
		suffix := ""
		if k > 0 {
			suffix = strconv.Itoa(k + 1)
		}
		v, err := r.number(e, "v"+suffix)
		if err != nil {
			return f, err
		}
		z := 0.0
		if number > 1 {
			if z, err = r.number(e, "z"+suffix); err != nil {
				return f, err
			}
		}
		f.v, f.z = append(f.v, v), append(f.z, z)
	}
	return f, f.check()
}

// check refuses heights that are the same.
func (f *flowRow) check() error {
	for k := range f.z {
		for i := range k {
			if f.z[i] == f.z[k] {
				return fmt.Errorf("two of its velocities are at z = %g m", f.z[k])
			}
		}
	}
	return nil
}

// flowFile reads rows of a time, velocities and heights.
func (r *reader) flowFile(e *element, number int) (rows []flowRow, err error) {
	all, err := r.tableOf(e, e.value("file"), 1+number*(1+min(1, number-1)))
	if err != nil {
		return nil, err
	}
	for _, x := range all {
		f := flowRow{time: x[0], v: x[1 : 1+number], z: make([]float64, number)}
		if number > 1 {
			f.z = x[1+number:]
		}
		if err := f.check(); err != nil {
			return nil, err
		}
		rows = append(rows, f)
	}
	return rows, nil
}

// profileOf is how velocities are spread over the height of a zone; nil where they are uniform. It
// is that of the fastest row.
func (r *reader) profileOf(e *element, rows []flowRow, shape int, z *zoneIn) *casefile.Profile {
	f := &rows[shape]
	mean := f.mean(z.low, z.high)
	number := []int{0, 0, 2, profileRows}[min(len(f.v), 3)]
	if number == 0 || mean == 0 || !(z.high > z.low) {
		return nil
	}
	p, cut := &casefile.Profile{}, false
	for k := range number {
		at := z.low + (z.high-z.low)*float64(k)/float64(number-1)
		factor := f.at(at) / mean
		cut = cut || factor < -1e-9
		p.Rows = append(p.Rows, [2]float64{tidy(at), tidy(max(0, factor))})
		for i := range rows {
			m := rows[i].mean(z.low, z.high)
			if math.Abs(rows[i].at(at)-m*factor) > 1e-3*math.Abs(mean) {
				cut = true
			}
		}
	}
	if cut {
		r.near(e.child("imposevelocity"), "the profile is that of the greatest mean velocity at all "+
			"times, and nowhere negative")
	}
	return p
}

// faster remembers the greatest velocity of an opening.
func (r *reader) faster(s *casefile.Series, o *openings.Outlet, z *zoneIn) {
	area := 1.0
	if o.Discharge != nil {
		area = math.Pi * z.radius * z.radius
		if len(z.size) > 0 {
			area = z.size[0] * z.size[len(z.size)-1]
		}
		if len(z.size) == 1 {
			area = z.size[0]
		}
	}
	factor := 1.0
	if o.Profile != nil {
		for _, row := range o.Profile.Rows {
			factor = max(factor, row[1])
		}
	}
	for _, row := range s.Rows {
		r.most = max(r.most, math.Abs(row[1])/area*factor)
	}
}

// fastest gives the case the speed of what comes in, where the depth of the water sets the speed of
// sound, and is less or nothing.
func (r *reader) fastest() {
	p := r.physics()
	fall := math.Sqrt(math.Sqrt(dot(r.gravity, r.gravity)) * r.height())
	c0, is := p.Options["c0"].(float64)
	switch most := significant(r.most); {
	case is && c0 < 10*most:
		r.whole(Approximated, "the speed of sound is %g m/s, ten times the velocity at an opening, not "+
			"%g m/s", 10*most, c0)
		r.option("c0", 10*most)
	case !is && most > fall:
		p.Speed = most
	}
}

// imposedLevel takes the level of a zone, and says what becomes of its density.
func (r *reader) imposedLevel(e *element, z *zoneIn, inlet bool, o *openings.Outlet) error {
	surface := e.child("imposezsurf")
	mode, err := r.mode(surface, 0)
	if err != nil {
		return err
	}
	density, err := r.mode(e.child("imposerhop"), 0)
	if err != nil {
		return err
	}
	if surface == nil { // where older versions have it
		if c := e.child("imposerhop"); c.child("zsurf") != nil && density == 1 {
			surface = c
		} else if e.child("zsurf") != nil {
			surface = e
		}
		mode = 0
	}
	upright := z.upright() && r.gravity[2] < 0
	switch {
	case surface != nil && mode < 2 && !upright:
		r.near(surface, "a level means nothing where the zone lies flat or nothing pulls down, so its "+
			"pressure is extrapolated")
	case surface != nil && mode < 2:
		if o.Level, err = r.levelOf(surface); err != nil {
			return err
		}
	case inlet && o.Profile == nil && o.Velocity == nil && o.Discharge == nil && o.Grid == "":
	case surface == nil && inlet && upright && z.turn == 0:
		o.Level = &casefile.Series{Value: tidy(z.high)}
	}
	if c := e.child("imposerhop"); density == 0 && c != nil && o.Level == nil {
		if r.gravity == (vec{}) && o.Velocity == nil && o.Discharge == nil {
			o.Pressure = &casefile.Series{}
		} else {
			r.near(c, "a density of ρ0 is not imposed; the pressure is extrapolated")
		}
	}
	return nil
}

// levelOf is a level that is fixed, or changes in time.
func (r *reader) levelOf(e *element) (*casefile.Series, error) {
	s := &casefile.Series{}
	for _, c := range e.children {
		switch c.name {
		case "zsurf":
			x, err := r.number(c, "value")
			return &casefile.Series{Value: x}, err
		case "zsurftimes":
			for _, at := range c.all("timevalue") {
				t, err := r.number(at, "time")
				z, also := r.number(at, "zsurf")
				if err := errors.Join(err, also); err != nil {
					return nil, fmt.Errorf("line %d, <%s>: %w", at.line, at.name, err)
				}
				s.Rows = append(s.Rows, [2]float64{t, z})
			}
		case "zsurffile":
			rows, err := r.tableOf(c, c.value("file"), 2)
			if err != nil {
				return nil, err
			}
			for _, row := range rows {
				s.Rows = append(s.Rows, [2]float64{row[0], row[1]})
			}
		}
	}
	if len(s.Rows) == 0 {
		return nil, fmt.Errorf("<%s> has no <zsurf>, <zsurftimes> or <zsurffile>", e.name)
	}
	return s, nil
}

// named puts the series of an opening into the form of case files: a number, rows until the end of
// the flow, or a file.
func (r *reader) named(o *openings.Outlet) {
	for _, q := range []struct {
		key, unit string
		of        *casefile.Series
	}{{"velocity", "m/s", o.Velocity}, {"discharge", "m³/s", o.Discharge}, {"level", "m", o.Level}} {
		s := q.of
		if s == nil || s.Rows == nil {
			continue
		}
		last := s.Rows[len(s.Rows)-1]
		switch {
		case len(s.Rows) == 1:
			s.Value, s.Rows = last[1], nil
			continue
		case last[0] < r.c.End: // the last value lasts
			s.Rows = append(s.Rows, [2]float64{r.c.End, last[1]})
		}
		if len(s.Rows) <= shortSeries {
			continue
		}
		if q.key == "discharge" && r.plane {
			q.unit = "m²/s"
		}
		name := fmt.Sprintf("%s-%s-%s.csv", r.Name, o.Name, q.key)
		var b strings.Builder
		fmt.Fprintf(&b, "t [s], %s [%s]\n", q.key, q.unit)
		for _, row := range s.Rows {
			fmt.Fprintf(&b, "%s, %s\n", text.Exact(row[0]), text.Exact(row[1]))
		}
		r.files[name] = []byte(b.String())
		s.Rows, s.File = nil, name
	}
}
