package openings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph/timeseries"
)

// velocityGrid is velocities along the flow at times and at points of a lattice over an opening:
// linear between the points and constant beyond.
type velocityGrid struct {
	times  []float64
	axes   []int        // of the lattice, of x, y and z
	at     [2][]float64 // coordinates along these [m]
	values []float64    // by time and the coordinates along both, into the flow [m/s]
}

// gridNames are the names of columns that a file may have.
var gridNames = []string{"t,z,u", "t,y,u", "t,x,u", "t,y,z,u", "t,x,z,u", "t,x,y,u"}

// readGrid reads a file with a line of names, whose places are on the map.
func readGrid(data string, origin scene.Origin, way float64) (*velocityGrid, error) {
	first, _, _ := strings.Cut(string(text.Plain([]byte(data))), "\n")
	var names []string
	for _, word := range strings.Split(strings.Trim(first, "# \r"), ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(word), "[")
		names = append(names, strings.TrimSpace(name))
	}
	if !slices.Contains(gridNames, strings.Join(names, ",")) {
		return nil, fmt.Errorf("the first line is %q, but must have the names of the columns: %s",
			strings.TrimSpace(first), text.Or(gridNames))
	}
	n := len(names)
	rows, err := casefile.ReadRows(data, n, fmt.Sprintf("%d numbers with commas between", n),
		strings.Repeat("0.5, ", n-1)+"0.1")
	if err != nil {
		return nil, err
	}
	g := &velocityGrid{times: column(rows, 0)}
	g.at[1] = []float64{0}
	for k := 1; k < n-1; k++ {
		axis := slices.Index(casefile.Axes, names[k])
		for _, row := range rows {
			row[k] = text.Sum(row[k], -origin[axis])
		}
		g.axes, g.at[k-1] = append(g.axes, axis), column(rows, k)
	}
	g.values = make([]float64, len(g.times)*len(g.at[0])*len(g.at[1]))
	for k := range g.values {
		g.values[k] = math.NaN()
	}
	for _, row := range rows {
		at, _ := slices.BinarySearch(g.times, row[0])
		for k := range g.at {
			i := 0
			if k < len(g.axes) {
				i, _ = slices.BinarySearch(g.at[k], row[k+1])
			}
			at = at*len(g.at[k]) + i
		}
		g.values[at] = way * row[n-1]
	}
	if at := slices.IndexFunc(g.values, math.IsNaN); at >= 0 {
		points := len(g.at[0]) * len(g.at[1])
		return nil, fmt.Errorf("there is no row for one of %d points at %s s; each time needs all of "+
			"them", points, text.Number(g.times[at/points]))
	}
	return g, nil
}

// column is the values of a column, rising and each once.
func column(rows [][]float64, k int) (all []float64) {
	for _, row := range rows {
		all = append(all, row[k])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// between is where a value is among some that rise: the one before, that after, and the part.
func between(all []float64, x float64) (i, j int, part float64) {
	j, _ = slices.BinarySearch(all, x)
	switch {
	case j == 0:
		return 0, 0, 0
	case j == len(all):
		return j - 1, j - 1, 0
	}
	return j - 1, j, (x - all[j-1]) / (all[j] - all[j-1])
}

// velocity is that at the k-th time at a place [m/s].
func (g *velocityGrid) velocity(k int, x [3]float64) (v float64) {
	var at [2][2]int
	var part [2]float64
	for i, axis := range g.axes {
		at[i][0], at[i][1], part[i] = between(g.at[i], x[axis])
	}
	for corner := range 4 {
		a, b, w := corner&1, corner>>1, 1.0
		for i, far := range []int{a, b} {
			if far == 1 {
				w *= part[i]
			} else {
				w *= 1 - part[i]
			}
		}
		if w != 0 {
			v += w * g.values[(k*len(g.at[0])+at[0][a])*len(g.at[1])+at[1][b]]
		}
	}
	return v
}

// means are those of all points, in time.
func (g *velocityGrid) means() *timeseries.Series {
	s, n := &timeseries.Series{Times: g.times}, len(g.at[0])*len(g.at[1])
	for k := range g.times {
		sum := 0.0
		for _, v := range g.values[k*n : (k+1)*n] {
			sum += v / float64(n)
		}
		s.Values = append(s.Values, sum)
	}
	return s
}

// over is the velocity at each site at each time, and the means of these.
func (g *velocityGrid) over(l *Layout) (all [][]float64, mean *timeseries.Series) {
	mean = &timeseries.Series{Times: g.times}
	for k := range g.times {
		sites, sum := make([]float64, len(l.Sites)), 0.0
		for i, x := range l.Sites {
			sites[i] = g.velocity(k, x)
			sum += sites[i] / float64(len(l.Sites))
		}
		all, mean.Values = append(all, sites), append(mean.Values, sum)
	}
	return all, mean
}

// gridAt is the velocity into the flow that the grid of an opening gives a site at a time [m/s].
func (o *Opening) gridAt(site int, time float64) float64 {
	i, j, part := between(o.Velocity.Times, time)
	return o.Grid[i][site] + part*(o.Grid[j][site]-o.Grid[i][site])
}
