package problems

import (
	"fmt"
	"math"
	"sort"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// even is how far the times of a table at equal intervals may be off them, in intervals: as far as
// rounding takes them in files.
const even = 0.01

// readForcings takes gravity and the angles of the frame from their files.
func (f *caseProblem) readForcings() error {
	if p := f.file.Physics; p != nil && p.GravityTable != nil && p.GravityTable.Table != "" {
		t := p.GravityTable
		rows, err := f.timeTable(t.Table, &t.Interval, "physics.gravity-table", forcingColumns{
			columns: []string{"t", "gravity", "gravity", "gravity"},
			wanted:  "four numbers with commas between: a time and gravity along x, y and z",
			example: "0.5, 0, 0, -9.81", least: 2, between: linear})
		if err != nil {
			return err
		}
		for _, row := range rows {
			t.Values = append(t.Values, [3]float64(row))
		}
	}
	if t := f.file.Turning; t != nil && t.Table != "" {
		rows, err := f.timeTable(t.Table, &t.Interval, "turning", forcingColumns{
			columns: []string{"t", "angle"}, wanted: "two numbers with a comma between: a time and an angle",
			example: "0.5, 4.2", least: 3, between: spline})
		if err != nil {
			return err
		}
		for _, row := range rows {
			t.Angles = append(t.Angles, row[0])
		}
	}
	return nil
}

// force gives a case its gravity in time and its frame.
func (f *caseProblem) force(c *sph.Case) {
	if f.file.Physics != nil {
		if t := f.file.Physics.GravityTable; t != nil {
			c.Gravity = sph.GravityTable{Interval: t.Interval, Values: t.Values}
		}
	}
	if t := f.file.Turning; t != nil {
		c.RotatingFrame = sph.RotatingFrame{Point: t.Point, Axis: t.Axis, Interval: t.Interval}
		for _, angle := range t.EvenAngles() {
			c.RotatingFrame.Angles = append(c.RotatingFrame.Angles, angle*math.Pi/180)
		}
	}
}

// forcingColumns is what the file of a table in time has, and how values between its rows are
// found.
type forcingColumns struct {
	columns         []string // as casefile.CheckHeader has them
	wanted, example string
	least           int // rows
	between         func(times, values []float64) func(time float64) float64
}

// timeTable is the columns of a file at equal intervals from time 0 on. Where an interval is given,
// values are taken at it, or else it comes from the file, whose times must have one.
func (f *caseProblem) timeTable(name string, interval *float64, path string, of forcingColumns) (
	[][]float64, error) {
	data, err := f.from.read(name, path+".table")
	if err != nil {
		return nil, err
	}
	wrong := func(err error) error { return f.file.Errorf(path+".table", "%s: %v", name, err) }
	var rows [][]float64
	if err = casefile.CheckHeader(string(data), of.columns...); err == nil {
		rows, err = casefile.ReadRows(string(data), len(of.columns), of.wanted, of.example)
	}
	if err == nil {
		err = checkTimes(rows, of.least)
	}
	if err != nil {
		return nil, wrong(err)
	}
	last := rows[len(rows)-1][0]
	if *interval == 0 {
		*interval = last / float64(len(rows)-1)
		for k, row := range rows {
			if math.Abs(row[0]-float64(k)**interval) > even**interval {
				return nil, wrong(fmt.Errorf("its times are not at equal intervals: row %d is at %s s, "+
					"where it would be at %s s; use interval = %s, at which values between the rows are "+
					"taken", k+1, text.Exact(row[0]), text.Number(float64(k)**interval), text.Number(*interval)))
			}
			rows[k] = row[1:]
		}
		return rows, nil
	}
	switch steps := last / *interval; {
	case steps < float64(of.least-1):
		return nil, f.file.Errorf(path+".interval", "%s.interval is %s s, but %s ends at %s s; use an "+
			"interval of at most %s s", path, text.Exact(*interval), name, text.Exact(last),
			text.Number(last/float64(of.least-1)))
	case steps > casefile.MostAngles:
		return nil, f.file.Errorf(path+".interval", "%s.interval is %s s, which makes %.3g values of "+
			"%s, but the maximum is %d; use a longer interval", path, text.Exact(*interval), steps, name,
			casefile.MostAngles)
	}
	return sampled(rows, *interval, of.between), nil
}

// checkTimes refuses rows that do not begin at time 0, or whose times do not rise.
func checkTimes(rows [][]float64, least int) error {
	if len(rows) < least {
		return fmt.Errorf("it has %s, but needs %d at least", text.Count(len(rows), "row"), least)
	}
	if at := rows[0][0]; at != 0 {
		return fmt.Errorf("it begins at %s s, but the first row must be at time 0", text.Exact(at))
	}
	for k, row := range rows[1:] {
		if before := rows[k][0]; !(row[0] > before) {
			return fmt.Errorf("it has a row at %s s after one at %s s, but times must rise",
				text.Exact(row[0]), text.Exact(before))
		}
	}
	return nil
}

// sampled is the columns of rows, behind that of times, at equal intervals from time 0 on.
func sampled(rows [][]float64, interval float64,
	between func(times, values []float64) func(float64) float64) [][]float64 {
	column := func(a int) (all []float64) {
		for _, row := range rows {
			all = append(all, row[a])
		}
		return all
	}
	times := column(0)
	last := times[len(times)-1]
	out := make([][]float64, 1+int(last/interval*(1+1e-12)))
	for a := range rows[0][1:] {
		at := between(times, column(a+1))
		for k := range out {
			out[k] = append(out[k], at(min(float64(k)*interval, last)))
		}
	}
	return out
}

// piece is the interval of rising times that has a time.
func piece(times []float64, time float64) int {
	return max(0, min(sort.SearchFloat64s(times, time)-1, len(times)-2))
}

// linear is linear between values.
func linear(times, values []float64) func(time float64) float64 {
	return (&timeseries.Series{Times: times, Values: values}).At
}

// spline is the natural cubic spline through values, whose second derivative is continuous, as a
// frame's angular acceleration must be.
func spline(times, values []float64) func(time float64) float64 {
	n := len(times)
	second, upper := make([]float64, n), make([]float64, n)
	for k := 1; k < n-1; k++ { // elimination in the tridiagonal system
		before, after := times[k]-times[k-1], times[k+1]-times[k]
		slopes := (values[k+1]-values[k])/after - (values[k]-values[k-1])/before
		pivot := 2*(before+after) - before*upper[k-1]
		upper[k] = after / pivot
		second[k] = (6*slopes - before*second[k-1]) / pivot
	}
	for k := n - 2; k > 0; k-- {
		second[k] -= upper[k] * second[k+1]
	}
	return func(time float64) float64 {
		k := piece(times, time)
		h := times[k+1] - times[k]
		a, b := (times[k+1]-time)/h, (time-times[k])/h
		return a*values[k] + b*values[k+1] + h*h/6*((a*a*a-a)*second[k]+(b*b*b-b)*second[k+1])
	}
}
