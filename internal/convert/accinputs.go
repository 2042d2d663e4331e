package convert

// Accelerations of fluid, by tables of times.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
)

// accelerated is the acceleration of some fluids at times.
type accelerated struct {
	marks  []int
	times  []float64
	values []vec // [m/s²]
	pulls  bool  // gravity acts, too
	begins float64
	ends   float64 // before and after these gravity acts alone [s]
}

// accInputs makes the accelerations of all fluid its gravity. Those of a part of it, and such with
// a turn, are none: the sign of their centrifugal part is not that of a frame that turns.
func (r *reader) accInputs(e *element) error {
	var all []accelerated
	for _, c := range e.children {
		if c.name != "accinput" {
			return fmt.Errorf("<%s> is not known here", c.name)
		}
		a, err := r.accelerationOf(c)
		if err != nil {
			return err
		}
		all = append(all, a)
	}
	if len(all) == 0 {
		return nil
	}
	first := all[0]
	for _, a := range all[1:] {
		if !slices.Equal(a.times, first.times) || !slices.Equal(a.values, first.values) ||
			a.pulls != first.pulls || a.begins != first.begins || a.ends != first.ends {
			return errors.New("fluids have accelerations of their own, but gravity-table acts on all fluid")
		}
		first.marks = append(first.marks, a.marks...)
	}
	for _, l := range r.levels {
		if l.mk >= 0 && !slices.Contains(first.marks, l.mk) {
			return fmt.Errorf("the fluid of mkfluid %d has none of it, but gravity-table acts on all fluid",
				l.mk)
		}
	}
	switch {
	case len(r.c.Bodies) > 0:
		return errors.New("bodies have none of it, but gravity-table acts on them, too")
	case r.physics().GravityTable != nil || r.c.Turning != nil:
		return errors.New("the frame moves already")
	case r.c.End == 0:
		return errors.New("without TimeMax no table has an end")
	}
	r.physics().GravityTable, r.physics().Gravity = r.gravityOf(&first), nil
	if first.switches(r.c.End) {
		r.near(e, "it begins or ends within %g s", r.c.Physics.GravityTable.Interval)
	}
	return nil
}

// gravityOf is a table of gravity at equal intervals: those of the times, or short ones.
func (r *reader) gravityOf(a *accelerated) *casefile.GravityTable {
	h := math.Inf(1)
	for k := 1; k < len(a.times); k++ {
		h = min(h, a.times[k]-a.times[k-1])
	}
	if a.switches(r.c.End) {
		h = min(h, ramp)
	}
	h = significant(max(h, r.c.End/4000))
	t := &casefile.GravityTable{Interval: h}
	for k := range int(math.Ceil(r.c.End/h)) + 1 {
		var g, now vec
		time := float64(k) * h
		acts := time >= a.begins && time <= a.ends
		if acts {
			now = a.at(time)
		}
		if a.pulls || !acts {
			g = r.gravity
		}
		for i := range 3 {
			g[i] = tidy(g[i] + now[i])
		}
		if r.plane {
			g[1] = 0
		}
		t.Values = append(t.Values, g)
	}
	return t
}

// switches reports whether it begins or ends while a flow is computed.
func (a *accelerated) switches(end float64) bool { return a.begins > 0 || a.ends < end }

// at is the acceleration at a time, that of the nearest end beyond both.
func (a *accelerated) at(t float64) vec {
	k := sortedBefore(a.times, t)
	if k < 0 {
		return a.values[0]
	}
	if k == len(a.times)-1 {
		return a.values[k]
	}
	x := a.values[k]
	part := (t - a.times[k]) / (a.times[k+1] - a.times[k])
	for i := range 3 {
		x[i] += part * (a.values[k+1][i] - x[i])
	}
	return x
}

// accelerationOf reads one of them.
func (r *reader) accelerationOf(e *element) (a accelerated, err error) {
	marks := e.value("mkfluid")
	if c := e.child("mkfluid"); c != nil { // in older definitions
		marks = c.value("value")
	}
	if a.marks, err = numbers(marks); err != nil {
		return a, fmt.Errorf("mkfluid: %w", err)
	}
	a.pulls = true
	if c := e.child("globalgravity"); c != nil {
		a.pulls = yes(c.value("value"))
	}
	a.ends = math.Inf(1)
	if c := e.child("time"); c != nil {
		begins, err := r.optional(c, "start", 0)
		ends, also := r.optional(c, "end", math.Inf(1))
		if err = errors.Join(err, also); err != nil {
			return a, err
		}
		a.begins, a.ends = begins, ends
	}
	rows, err := r.accelerations(e)
	if err != nil {
		return a, err
	}
	for _, row := range rows {
		if slices.ContainsFunc(row[min(4, len(row)):], func(x float64) bool { return x != 0 }) {
			return a, errors.New("it turns, but the centrifugal part of its accelerations has not the " +
				"sign of a frame that turns, [turning]")
		}
		a.times, a.values = append(a.times, row[0]), append(a.values, vec(row[1:4]))
	}
	return a, nil
}

// accelerations are times, and accelerations along and about axes.
func (r *reader) accelerations(e *element) (rows [][]float64, err error) {
	if c := e.child("acctimes"); c != nil {
		for _, v := range c.all("timevalue") {
			var row []float64
			for _, name := range strings.Fields("time linx liny linz angx angy angz") {
				x, err := r.optional(v, name, 0)
				if err != nil {
					return nil, err
				}
				row = append(row, x)
			}
			rows = append(rows, row)
		}
		return rows, checkRows(rows)
	}
	c := e.child("acctimesfile")
	if c == nil {
		c = e.child("datafile")
	}
	file := strings.ReplaceAll(c.value("value"), `\`, "/")
	if r.Read == nil || file == "" {
		return nil, fmt.Errorf("its table %q is not read", file)
	}
	data, err := r.Read(file)
	if err != nil {
		return nil, fmt.Errorf("its table cannot be read: %w", err)
	}
	for n, line := range strings.Split(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t\r;,", c) })
		if len(words) == 0 {
			continue
		}
		var row []float64
		for _, word := range words {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return nil, fmt.Errorf("its table %s, line %d: %q is not a number", file, n+1, word)
			}
			row = append(row, x)
		}
		rows = append(rows, row)
	}
	if err := checkRows(rows); err != nil {
		return nil, fmt.Errorf("its table %s: %w", file, err)
	}
	return rows, nil
}

// checkRows refuses tables without accelerations along three axes at two times that rise.
func checkRows(rows [][]float64) error {
	if len(rows) < 2 {
		return errors.New("it has fewer than two rows")
	}
	for k, row := range rows {
		if len(row) < 4 {
			return fmt.Errorf("row %d has %d numbers, but a time and three accelerations are four", k+1,
				len(row))
		}
		if k > 0 && !(row[0] > rows[k-1][0]) {
			return fmt.Errorf("row %d has the time %g s, but times must rise", k+1, row[0])
		}
	}
	return nil
}
