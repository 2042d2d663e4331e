package gridpicture

import (
	"fmt"
	"math"
	"sort"

	"gpusph/grid"
	"gpusph/grid/gridmeasure"
	"gpusph/internal/plot"
)

// plane is a field in the cells that a plane cuts.
type plane struct {
	*field
	cells  [2]int
	values []float64 // to the right first; NaN in solids
}

// across is which axes a section has, to the right and upwards.
func across(axis int) (right, up int) {
	return [3]int{1, 0, 0}[axis], [3]int{2, 2, 1}[axis]
}

// cut takes the values of a field in the cells that a plane cuts.
func cut(s *grid.Snapshot, o Options) (*plane, error) {
	if _, err := gridmeasure.New(s); err != nil {
		return nil, err
	}
	f, err := fieldOf(s, o)
	if err != nil {
		return nil, fmt.Errorf("the section cannot be drawn: %w", err)
	}
	low, high := gridmeasure.Ends(s)
	if !(o.At >= low[o.Axis] && o.At <= high[o.Axis]) {
		return nil, fmt.Errorf("the section cannot be drawn: %c = %g is outside the domain, which "+
			"reaches from %g to %g m", 'x'+o.Axis, o.At, low[o.Axis], high[o.Axis])
	}
	right, up := across(o.Axis)
	p := &plane{field: f, cells: [2]int{s.Cells[right], s.Cells[up]}}
	p.values = make([]float64, 0, p.cells[0]*p.cells[1])
	solid := s.Field(gridmeasure.Solid)
	var x [3]int
	x[o.Axis] = s.CellAt(o.Axis, o.At)
	for x[up] = 0; x[up] < s.Cells[up]; x[up]++ {
		for x[right] = 0; x[right] < s.Cells[right]; x[right]++ {
			n := x[0] + s.Cells[0]*(x[1]+s.Cells[1]*x[2])
			v := math.NaN()
			if solid == nil || solid.Values[n] == 0 {
				v = f.of(n)
			}
			p.values = append(p.values, v)
		}
	}
	for k, a := range []int{right, up} {
		if s.Faces[a] == nil {
			continue
		}
		places, shortest := make([]float64, s.Cells[a]), s.Width(a, 0)
		for i := range places {
			places[i], shortest = s.Centre(a, i), min(shortest, s.Width(a, i))
		}
		n := min(max(int((high[a]-low[a])/shortest), s.Cells[a]), max(most, s.Cells[a]))
		step := (high[a] - low[a]) / float64(n)
		p.values = evened(p.values, p.cells, k, places, n, low[a]+step/2, step)
		p.cells[k] = n
	}
	return p, nil
}

// evened are values along an axis at other places, that are as far apart as each other, on straight
// lines between those that they are at.
func evened(values []float64, cells [2]int, axis int, places []float64, n int,
	first, step float64) []float64 {
	width := cells
	width[axis] = n
	all := make([]float64, width[0]*width[1])
	for i := range n {
		x := first + float64(i)*step
		high := min(max(sort.SearchFloat64s(places, x), 1), len(places)-1)
		part := (x - places[high-1]) / (places[high] - places[high-1])
		part = min(max(part, 0), 1)
		for k := range cells[1-axis] {
			from, to, at := k*cells[0]+high-1, k*cells[0]+high, k*width[0]+i
			if axis == 1 {
				from, to, at = (high-1)*cells[0]+k, high*cells[0]+k, i*width[0]+k
			}
			switch all[at] = values[from]*(1-part) + values[to]*part; {
			case !math.IsNaN(all[at]):
			case part < 0.5: // next to a solid
				all[at] = values[from]
			default:
				all[at] = values[to]
			}
		}
	}
	return all
}

// limits are the least and the greatest of the values that are numbers.
func (p *plane) limits() [2]float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range p.values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	if low > high { // there are none
		return [2]float64{0, 1}
	}
	return [2]float64{low, high}
}

// most is how many cells a picture shows along an axis, about as many as it has pixels.
const most = 1400

// few are the values of a plane in as many cells as a picture shows: means over those of larger
// ones, which are solid where half of them is.
func (p *plane) few() (cells [2]int, values []float64) {
	values, cells = p.values, p.cells
	for axis, n := range p.cells {
		if n <= most {
			continue
		}
		wide := cells
		cells[axis] = most
		values = resampled(values, wide, axis)
	}
	return cells, values
}

// resampled are means along an axis, of most values.
func resampled(values []float64, cells [2]int, axis int) []float64 {
	n, other := cells[axis], cells[1-axis]
	step, across := 1, cells[0] // from a value to the next along the axis, and across
	if axis == 1 {
		step, across = cells[0], 1
	}
	width := cells
	width[axis] = most
	all := make([]float64, most*other)
	wide := float64(n) / most
	for k := range other {
		for i := range most {
			from, to := float64(i)*wide, float64(i+1)*wide
			sum, weight := 0.0, 0.0
			for c := int(from); c < n && float64(c) < to; c++ {
				part := min(to, float64(c+1)) - max(from, float64(c))
				if v := values[c*step+k*across]; part > 0 && !math.IsNaN(v) {
					sum, weight = sum+part*v, weight+part
				}
			}
			at := i + k*width[0]
			if axis == 1 {
				at = k + i*width[0]
			}
			if all[at] = sum / weight; weight < wide/2 {
				all[at] = math.NaN()
			}
		}
	}
	return all
}

// lines is how many isolines a section has.
const lines = 15

// mostOff is how far off a stream function may be whose lines are drawn.
const mostOff = 0.03

// isolines are streamlines over the speed of a flow without divergence, and over other fields lines
// of the same value. size is the unit of the section's axes.
func isolines(m *gridmeasure.Sampler, c *plane, p *plot.Section, size float64) (*plot.Isolines,
	error) {
	l := &plot.Isolines{Points: p.Cells, Spacing: p.Spacing, Values: p.Values,
		First: [2]float64{p.Origin[0] + p.Spacing[0]/2, p.Origin[1] + p.Spacing[1]/2}}
	low, high := p.Limits[0], p.Limits[1]
	if c.word == speed {
		psi, err := m.Stream()
		if err != nil || psi.Off > mostOff {
			return nil, err
		}
		least, greatest := psi.Vortices()
		low, high = least.Value, greatest.Value
		stream(l, psi, size)
	}
	if !(high > low) || min(l.Points[0], l.Points[1]) < 2 {
		return nil, nil
	}
	step := (high - low) / lines
	first := low + step/2
	if c.word != speed && signed(c.word, p.Limits) {
		first = (math.Floor(low/step) + 0.5) * step // none is at 0, where there may be noise alone
	}
	for level := first; level < high; level += step {
		if level > low {
			l.Levels = append(l.Levels, level)
		}
	}
	return l, nil
}

// stream makes isolines those of a stream function, at some of its points.
func stream(l *plot.Isolines, psi *gridmeasure.Stream, size float64) {
	for k, places := range psi.Places {
		if n := psi.Points[k]; places != nil {
			psi.Psi = evened(psi.Psi, psi.Points, k, places, n, psi.Origin[k], psi.Spacing[k])
		}
	}
	every := 1 + max(psi.Points[0], psi.Points[1])/most
	for k := range l.Points {
		l.Points[k] = (psi.Points[k]-1)/every + 1
		l.First[k] = psi.Origin[k] / size
		l.Spacing[k] = psi.Spacing[k] * float64(every) / size
	}
	l.Values = nil
	for k := range l.Points[1] {
		for i := range l.Points[0] {
			l.Values = append(l.Values, psi.Psi[k*every*psi.Points[0]+i*every])
		}
	}
}
