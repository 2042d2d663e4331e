package convert

// Velocities of a zone from a file of a grid along x and z.

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpusph/features/openings"
	"gpusph/internal/text"
)

// gridFile is the lines of such a file: names, numbers of the grid, nothing, names of columns, and
// a row for each time with velx at all z of the first x, of the next one and so on, then velz.
type gridFile struct {
	step  [2]float64 // along x and z [m]
	count [2]int
	times []float64
	velx  [][]float64
}

// readGrid reads it up to a time.
func readGrid(data string, end float64) (g gridFile, err error) {
	var lines [][]string
	for line := range strings.Lines(data) {
		line, _, _ = strings.Cut(strings.TrimRight(line, "\r\n"), "#")
		cut := func(c rune) bool { return c == ';' || c == ',' || c == '\t' }
		lines = append(lines, strings.FieldsFunc(line, cut))
	}
	if len(lines) < 5 || len(lines[1]) < 5 || strings.TrimSpace(lines[0][0]) != "fmtversion" {
		return g, errors.New("it does not begin with fmtversion and the numbers of a grid")
	}
	number := func(s string) float64 {
		x, wrong := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if wrong != nil || math.IsNaN(x) || math.Abs(x) > 1e9 {
			err = errors.Join(err, fmt.Errorf("%q is no number", s))
		}
		return x
	}
	for k := range 2 {
		g.step[k], g.count[k] = number(lines[1][1+k]), int(number(lines[1][3+k]))
		if err == nil && (g.step[k] <= 0 || g.count[k] < 1 || g.count[k] > 1e6) {
			err = errors.New("its grid has no points")
		}
	}
	for n, line := range lines[4:] {
		switch {
		case err != nil:
			return g, err
		case len(line) == 0:
			continue
		case len(line) < 1+g.count[0]*g.count[1]:
			return g, fmt.Errorf("line %d has %s, fewer than the grid", n+5, text.Count(len(line), "value"))
		}
		t := number(line[0])
		if k := len(g.times); k > 0 && (g.times[k-1] >= end || t <= g.times[k-1]) {
			break
		}
		g.times = append(g.times, t)
		var row []float64
		for _, word := range line[1 : 1+g.count[0]*g.count[1]] {
			row = append(row, number(word))
		}
		g.velx = append(g.velx, row)
	}
	if err == nil && g.times == nil {
		err = errors.New("it has no times")
	}
	return g, err
}

// at is velx at a time and a height, by its numbers, and at a place along x from the first [m].
func (g *gridFile) at(time, height int, x float64) float64 {
	i := min(max(int(math.Floor(x/g.step[0])), 0), g.count[0]-1)
	v := g.velx[time][i*g.count[1]+height]
	part := x/g.step[0] - float64(i)
	if i+1 >= g.count[0] || part <= 0 {
		return v
	}
	return v + part*(g.velx[time][(i+1)*g.count[1]+height]-v)
}

// gridVelocity gives an inlet across x the velocities of a grid, as a table of times and heights.
func (r *reader) gridVelocity(c *element, z *zoneIn, o *openings.Outlet) error {
	file := c.child("gridveldata").value("file")
	switch {
	case math.Abs(z.along[0]) < 1-1e-9 || z.turn != 0:
		return errors.New("its velocities are those along x, but its flow is not")
	case r.Read == nil || file == "" || strings.Contains(file, "["):
		return errors.New("its <gridveldata> is not read")
	}
	data, err := r.Read(strings.ReplaceAll(file, `\`, "/"))
	if err != nil {
		return fmt.Errorf("its grid cannot be read: %w", err)
	}
	g, err := readGrid(string(data), r.c.End)
	if err != nil {
		return fmt.Errorf("its grid %s: %w", file, err)
	}
	var first vec
	if at := c.child("gridposzero"); at != nil {
		if first, err = r.point(at); err != nil {
			return err
		}
	}
	var b strings.Builder
	b.WriteString("t,z,u\n")
	sum, most := 0.0, 0.0
	for n, t := range g.times {
		for k := range g.count[1] {
			u := tidy(z.along[0] * g.at(n, k, z.centre[0]-first[0]))
			sum, most = sum+u, max(most, math.Abs(u))
			fmt.Fprintf(&b, "%s,%s,%s\n", text.Exact(t),
				text.Exact(tidy(first[2]+float64(k)*g.step[1])), text.Exact(u))
		}
	}
	if sum < 0 {
		return errors.New("its fluid goes out in the mean, but an outlet takes no velocities of a grid")
	}
	o.Grid = fmt.Sprintf("%s-grid%d.csv", r.Name, len(r.files)+1)
	r.files[o.Grid] = []byte(b.String())
	r.most = max(r.most, most)
	if g.count[0] > 1 || c.child("gridresetvelz") == nil {
		r.near(c, "the velocity is that at the plane, along the flow")
	}
	return nil
}
