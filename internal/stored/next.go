package stored

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpusph/internal/text"
	"gpusph/output"
)

// Next are commands that make sense after a run: rows of what each is for and its line, ready to be
// pasted.
func Next(dir string, s *output.Summary) (rows [][]string) {
	add := func(what string, words ...string) {
		for i := range words {
			words[i] = text.ShellWord(words[i])
		}
		rows = append(rows, []string{what, strings.Join(words, " ")})
	}
	place := dir
	if strings.HasPrefix(place, "-") {
		place = "./" + place
	}
	snapshots, err := output.Instants(dir)
	kept := err == nil && len(snapshots) > 0
	if has(dir, "energies.csv") || kept {
		add("see it in a browser", "gpusph", "view", place)
	}
	add("a page with figures", "gpusph", "report", place)
	if kept && fieldsOf(s, "velocity") {
		add("a picture of its end", "gpusph", "picture", place)
	}
	if kept && fieldsOf(s, "velocity", "density", "pressure") {
		at := "x=" + middle(s.Parameters.Min[0], s.Parameters.Max[0])
		add("the flow through a section", "gpusph", "measure", place, "--flux", at)
	}
	for _, shown := range []string{"paraview.py", "flow.pvd", "particles.pvd"} {
		if has(dir, shown) {
			path := strings.TrimSuffix(place, "/") + "/" + shown
			if shown == "paraview.py" {
				path = "--script=" + path
			}
			add("in ParaView", "paraview", path)
			break
		}
	}
	return rows
}

// has reports whether a directory has a file.
func has(dir, name string) bool {
	info, err := os.Lstat(filepath.Join(dir, name))
	return err == nil && info.Mode().IsRegular()
}

// fieldsOf reports whether the snapshots of a run have these values.
func fieldsOf(s *output.Summary, names ...string) bool {
	kept := s.Options["fields"]
	if kept == "" || kept == "all" {
		return true
	}
	separates := func(c rune) bool { return c == ',' || c == ' ' }
	words := strings.FieldsFunc(strings.ToLower(kept), separates)
	for _, name := range names {
		if !slices.Contains(words, name) {
			return false
		}
	}
	return true
}

// middle is the middle between two coordinates, to a thousandth of their distance or better.
func middle(from, to float64) string {
	x := (from + to) / 2
	if !(to > from) || math.IsInf(to-from, 0) {
		return text.Number(x)
	}
	unit := math.Pow(10, max(0, 3-math.Floor(math.Log10(to-from))))
	return text.Exact(math.Round(x*unit) / unit)
}
