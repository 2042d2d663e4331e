package problems

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/sph/motion"
)

// motion is how a wall of the file moves, and the group that its force is measured in: one that moves has a group of its name where it
// has no other. All walls of a group move alike.
func (f *filed) motion(i int) (group string, m motion.Rigid, err error) {
	w, path := &f.file.Walls[i], fmt.Sprintf("wall.%d", i)
	group = w.Force
	if w.Motion == nil {
		for k := range f.file.Walls {
			if other := &f.file.Walls[k]; other.Motion != nil && group != "" && groupOf(other) == group {
				return "", m, f.file.Errorf(path, "the wall %q is in the group %q, of which the wall %q moves; the same motion, or another force, would do", w.Name, group, other.Name)
			}
		}
		return group, m, nil
	}
	if w.Velocity != nil {
		return "", m, f.file.Errorf(path+".velocity", "the wall %q has both a velocity, with which it slides and stays where it is, and a motion; one of them would do", w.Name)
	}
	group = groupOf(w)
	if m, err = f.rigid(i); err != nil {
		return "", m, err
	}
	for k := range i {
		other := &f.file.Walls[k]
		if other.Motion == nil || groupOf(other) != group {
			continue
		}
		if o, err := f.rigid(k); err != nil || fmt.Sprint(o) != fmt.Sprint(m) {
			return "", m, f.file.Errorf(path+".motion", "the walls %q and %q are in the group %q, but move differently; another force for one of them would do", other.Name, w.Name, group)
		}
	}
	return group, m, nil
}

// groupOf is the group of a wall that moves.
func groupOf(w *casefile.Wall) string {
	if w.Force != "" {
		return w.Force
	}
	return w.Name
}

// rigid is the motion of a wall.
func (f *filed) rigid(i int) (m motion.Rigid, err error) {
	w, path := &f.file.Walls[i], fmt.Sprintf("wall.%d.motion", i)
	if m, err = f.table(w, path); err != nil {
		return m, err
	}
	if err := m.Check(f.file.End); err != nil {
		return m, f.file.Errorf(path, "the motion of %q %v", w.Name, err)
	}
	return m, nil
}

// table is the motion of a wall by a table, from its file or from the case's. In two dimensions what it says along y is refused later.
func (f *filed) table(w *casefile.Wall, path string) (r motion.Rigid, err error) {
	t := w.Motion
	var m motion.Table
	switch {
	case t.Table != "" && (t.Times != nil || t.Displacements != nil):
		return r, f.file.Errorf(path, "the motion of %q has both a table and times or displacements; one of them would do", w.Name)
	case t.Table != "":
		data, err := f.from.read(t.Table, path+".table")
		if err != nil {
			return r, err
		}
		if m, err = readMotion(string(data)); err != nil {
			return r, f.file.Errorf(path+".table", "%s: %v", t.Table, err)
		}
	default:
		m = motion.Table{Times: t.Times, Displacements: t.Displacements}
	}
	if len(m.Times) == 0 {
		return r, f.file.Errorf(path, "the motion of %q has no times; table = \"motion.csv\", or times = [0, 1] and displacements = [[0, 0, 0], [0.1, 0, 0]], would do", w.Name)
	}
	m.Repeat = t.Repeat
	if err := m.Check(); err != nil {
		return r, f.file.Errorf(path, "the motion of %q %v", w.Name, err)
	}
	return m.Rigid(), nil
}

// readMotion reads lines of a time [s] and a displacement [m], with commas between.
func readMotion(data string) (m motion.Table, err error) {
	rows, err := readRows(data, 4, "four numbers with commas between: a time and displacements along x, y and z", "0.5, 0.1, 0, 0")
	for _, row := range rows {
		m.Times = append(m.Times, row[0])
		m.Displacements = append(m.Displacements, [3]float64(row[1:]))
	}
	return m, err
}

// readRows reads lines of so many numbers with commas between. Empty lines, what is behind a # and one line of names are left out.
func readRows(data string, count int, wanted, example string) (rows [][]float64, err error) {
	for n, line := range strings.Split(string(text.Plain([]byte(data))), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		words := strings.Split(line, ",")
		var values []float64
		for _, word := range words {
			v, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				values = nil
				break
			}
			values = append(values, v)
		}
		if values == nil && rows == nil && n < 2 && !hasNumber(line) {
			continue // the names of the columns
		}
		if len(values) != count && strings.Contains(line, ";") {
			numbers, _, _ := strings.Cut(wanted, ":")
			return nil, fmt.Errorf("line %d is %q, with semicolons, but must have %s, "+
				"whose decimal point is a point: %s", n+1, line, numbers, example)
		}
		if len(values) != count {
			return nil, fmt.Errorf("line %d is %q, but must have %s", n+1, line, wanted)
		}
		rows = append(rows, values)
	}
	return rows, nil
}

// hasNumber says whether any of what commas and semicolons separate is one.
func hasNumber(line string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' }), func(word string) bool {
		_, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		return err == nil
	})
}
