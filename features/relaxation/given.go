package relaxation

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// Tables of wave models: velocities at points of x, y and z, or in the mean over the depth.

// layouts are the names of columns that files may have.
var layouts = []string{"t,x,z,u,w", "t,x,y,z,u,v,w", "t,x,u"}

// readRows reads a file with a line of names. A spectrum has two columns, with or without names.
func readRows(data string, named bool) (t taken, err error) {
	if !named {
		t.rows, err = casefile.ReadRows(data, 2,
			"two numbers with a comma between: a frequency and a density", "0.5, 1e-3")
		return t, err
	}
	for line := range strings.Lines(string(text.Plain([]byte(data)))) {
		line = strings.TrimSpace(strings.Trim(line, "#\r\n"))
		for _, word := range strings.Split(line, ",") {
			name, unit, _ := strings.Cut(strings.TrimSpace(word), "[")
			t.names = append(t.names, strings.TrimSpace(name))
			unit = strings.TrimSuffix(strings.TrimSpace(unit), "]")
			if unit != "" && !slices.Contains([]string{"s", "m", "m/s"}, unit) {
				return t, fmt.Errorf("the column %s is in %s, but must be in s, m or m/s",
					strings.TrimSpace(name), unit)
			}
		}
		break
	}
	if !slices.Contains(layouts, strings.Join(t.names, ",")) {
		return t, fmt.Errorf("the first line is %q, but must have the names of the columns: %s",
			strings.Join(t.names, ","), strings.Join(layouts, ", or "))
	}
	n := len(t.names)
	t.rows, err = casefile.ReadRows(data, n, fmt.Sprintf("%d numbers with commas between", n),
		strings.Repeat("0.5, ", n-1)+"0.1")
	return t, err
}

// axis is the values that a column has, with a lattice that is as fine as their closest.
type axis struct {
	values []float64
	count  int
	step   float64
}

// mostPoints of a lattice along one axis.
const mostPoints = 1 << 20

func axisOf(rows [][]float64, column int) (a axis, err error) {
	for _, row := range rows {
		a.values = append(a.values, row[column])
	}
	slices.Sort(a.values)
	a.values = slices.Compact(a.values)
	n := len(a.values)
	size := a.values[n-1] - a.values[0]
	if n == 1 {
		return axis{a.values, 1, 1}, nil
	}
	closest := math.Inf(1)
	for k := 1; k < n; k++ {
		closest = min(closest, a.values[k]-a.values[k-1])
	}
	if size/closest > mostPoints {
		return a, fmt.Errorf("two rows are %s apart in a column that reaches over %s; use rows at equal "+
			"distances", text.Number(closest), text.Number(size))
	}
	a.count = int(math.Ceil(size/closest*(1-1e-9))) + 1
	a.step = size / float64(a.count-1)
	return a, nil
}

// point is the k-th of the lattice.
func (a *axis) point(k int) float64 { return a.values[0] + float64(k)*a.step }

// between is where a coordinate is among the values: the one before, that after, and the part.
func (a *axis) between(x float64) (i, j int, part float64) {
	j, _ = slices.BinarySearch(a.values, x)
	switch {
	case j == 0:
		return 0, 0, 0
	case j == len(a.values):
		return j - 1, j - 1, 0
	}
	return j - 1, j, (x - a.values[j-1]) / (a.values[j] - a.values[j-1])
}

// column is the velocities of a file at a time and a place, by rising heights.
type column struct{ z, u, v, w []float64 }

// at is the velocity at a height [m/s]: constant below the lowest and above the highest row.
func (c *column) at(z float64) (v [3]float64) {
	a := axis{values: c.z}
	i, j, part := a.between(z)
	for k, of := range [][]float64{c.u, c.v, c.w} {
		v[k] = of[i] + part*(of[j]-of[i])
	}
	return v
}

// table is the columns of a file, by its times and places.
type fromTable struct {
	t, x, y axis
	columns []column
	top     float64 // greatest height [m]
	spaced  float64 // least distance of heights [m]
}

// given fills the zone's table from a file.
func (w *waves) given() error {
	if len(w.file.rows) == 0 {
		return fmt.Errorf("has no rows in %s", w.File)
	}
	from, err := w.columns()
	if err != nil {
		return err
	}
	levels := 2
	if len(w.file.names) > 3 {
		levels = min(256, int(math.Ceil((from.top-w.bed)/from.spaced*(1-1e-9)))+1)
		levels = max(levels, 2)
	} else {
		from.slope(w)
	}
	c := Cells{
		Count: [4]int{from.t.count, from.x.count, from.y.count, levels}, Start: from.t.values[0],
		Interval: from.t.step, Origin: [3]float64{from.x.values[0], from.y.values[0], w.bed},
		Step:   [3]float64{from.x.step, from.y.step, (from.top - w.bed) / float64(levels-1)},
		Across: from.y.count > 1,
	}
	n := c.Parts()
	for _, count := range c.Count {
		if n *= count; n > mostValues {
			return fmt.Errorf("has a table of more than %d numbers with all of its times and places at "+
				"equal distances; use fewer of them", mostValues)
		}
	}
	from.sample(&c, w.bed)
	c.Note = fmt.Sprintf("the waves of %s: %d times until %s s, %d places, %d heights", w.File,
		len(from.t.values), text.Number(from.t.values[len(from.t.values)-1]),
		len(from.x.values)*len(from.y.values), levels)
	w.zone.Cells = c
	if w.Ramp != nil {
		w.zone.Ramp = *w.Ramp
	}
	return nil
}

// columns sorts the rows. Places on the map become those of the zone.
func (w *waves) columns() (f *fromTable, err error) {
	f = &fromTable{top: math.Inf(-1), spaced: math.Inf(1)}
	rows := make([][7]float64, len(w.file.rows)) // t, x, y, z, u, v, w
	flat := make([][]float64, len(rows))
	for i, row := range w.file.rows {
		for k, name := range w.file.names {
			rows[i][slices.Index([]string{"t", "x", "y", "z", "u", "v", "w"}, name)] = row[k]
		}
		for a := range 3 {
			rows[i][1+a] -= w.origin[a]
		}
		if !slices.Contains(w.file.names, "z") {
			rows[i][3] = w.bed
		}
		if !slices.Contains(w.file.names, "y") {
			rows[i][2] = 0
		}
		rows[i][0] += w.Start
		flat[i] = rows[i][:]
	}
	for k, a := range []*axis{&f.t, &f.x, &f.y} {
		if *a, err = axisOf(flat, k); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(rows, func(a, b [7]float64) int { return slices.Compare(a[:], b[:]) })
	f.columns = make([]column, len(f.t.values)*len(f.x.values)*len(f.y.values))
	for _, row := range rows {
		at := 0
		for k, a := range []*axis{&f.t, &f.x, &f.y} {
			i, _ := slices.BinarySearch(a.values, row[k])
			at = at*len(a.values) + i
		}
		c := &f.columns[at]
		if n := len(c.z); n > 0 {
			if row[3] == c.z[n-1] {
				return nil, fmt.Errorf("has two rows at %s s and x = %s m in %s", text.Number(row[0]),
					w.origin.Number(0, row[1]), w.File)
			}
			f.spaced = min(f.spaced, row[3]-c.z[n-1])
		}
		c.z, c.u = append(c.z, row[3]), append(c.u, row[4])
		c.v, c.w = append(c.v, row[5]), append(c.w, row[6])
		f.top = max(f.top, row[3])
	}
	for k, c := range f.columns {
		if len(c.z) == 0 {
			places := len(f.x.values) * len(f.y.values)
			return nil, fmt.Errorf("has no row in %s at %s s for one of its %d places; each time needs all "+
				"of them", w.File, text.Number(f.t.values[k/places]), places)
		}
	}
	if math.IsInf(f.spaced, 1) {
		f.spaced = max(f.top-w.bed, 1e-3)
	}
	if !(f.top > w.bed) {
		f.top = w.bed + max(w.Depth, 1e-3)
	}
	return f, nil
}

// slope gives velocities in the mean over the depth those upwards that continuity has with them,
// w = -z du/dx, at the bed and at the depth over it.
func (f *fromTable) slope(w *waves) {
	n := len(f.x.values)
	for k := range f.columns {
		i := k % n
		left, right := max(i-1, 0), min(i+1, n-1)
		rate := 0.0
		if right > left {
			rate = (f.columns[k-i+right].u[0] - f.columns[k-i+left].u[0]) /
				(f.x.values[right] - f.x.values[left])
		}
		c := &f.columns[k]
		h := f.top - w.bed
		c.z, c.u = []float64{w.bed, f.top}, []float64{c.u[0], c.u[0]}
		c.v, c.w = []float64{0, 0}, []float64{0, -h * rate}
	}
}

// sample gives a lattice its velocities.
func (f *fromTable) sample(c *Cells, bed float64) {
	of := func(i, j, k int, z float64) [3]float64 {
		return f.columns[(i*len(f.x.values)+j)*len(f.y.values)+k].at(z)
	}
	for i := range c.Count[0] {
		t0, t1, pt := f.t.between(f.t.point(i))
		for j := range c.Count[1] {
			x0, x1, px := f.x.between(f.x.point(j))
			for k := range c.Count[2] {
				y0, y1, py := f.y.between(f.y.point(k))
				for l := range c.Count[3] {
					z := bed + float64(l)*c.Step[2]
					var v [3]float64
					for corner := range 8 {
						part := weight(pt, corner&1 == 1) * weight(px, corner&2 == 2) * weight(py, corner&4 == 4)
						if part == 0 {
							continue
						}
						at := of(pick(t0, t1, corner&1 == 1), pick(x0, x1, corner&2 == 2),
							pick(y0, y1, corner&4 == 4), z)
						for a := range v {
							v[a] += part * at[a]
						}
					}
					c.Values = append(c.Values, float32(v[0]), float32(v[2]))
					if c.Across {
						c.Values = append(c.Values, float32(v[1]))
					}
				}
			}
		}
	}
}

func weight(part float64, far bool) float64 {
	if far {
		return part
	}
	return 1 - part
}

func pick(a, b int, far bool) int {
	if far {
		return b
	}
	return a
}
