package raster

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// TestFolder compares the counts that GenCase recorded in the definitions of a folder with the
// rasterised ones. It runs where GPUSPH_DEFINITIONS names the folder, and prints a table.
func TestFolder(t *testing.T) {
	folder := os.Getenv("GPUSPH_DEFINITIONS")
	if folder == "" {
		t.Skip("GPUSPH_DEFINITIONS names no folder")
	}
	table := &tally{reasons: map[string]int{}, seen: map[string]bool{}}
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".xml") {
			table.file(t, folder, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	table.print()
}

// A tally counts agreements.
type tally struct {
	files, exactFiles, exact, layer, else_ int
	definitions, drawn                     int
	centers, offCenters                    int
	reasons                                map[string]int
	seen                                   map[string]bool
}

func (y *tally) file(t *testing.T, folder, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name, _ := filepath.Rel(folder, path)
	result, err := Particles(text, Options{})
	if errors.Is(err, errNoDefinition) {
		return
	}
	y.definitions++
	reasons := result.Unsupported
	if err != nil {
		reasons = []string{"error: " + err.Error()}
		fmt.Printf("%s: %v\n", name, err)
	}
	for _, reason := range reasons {
		y.reasons[reason]++
	}
	if len(reasons) == 0 {
		y.drawn++
	}
	record, err := Recorded(text)
	if err != nil {
		return
	}
	y.compare(name, reasons, &result, &record)
}

func (y *tally) compare(name string, reasons []string, result *Result, record *Record) {
	y.files++
	if len(reasons) > 0 {
		fmt.Printf("%s: no verdict: %s\n", name, strings.Join(reasons, ", "))
		return
	}
	exact := true
	for _, want := range record.Groups {
		count := 0
		if g := result.Group(want.Kind == Fluid, want.MkOf); g != nil {
			count = g.Count
			y.places(name, g, &want, result.DP)
		}
		label := "exact"
		switch difference := count - want.Count; {
		case difference == 0:
			y.exact++
		case float64(max(difference, -difference)) <= surface(want.Count, record.TwoD):
			label = "layer"
			y.layer++
			exact = false
		default:
			label = "ELSE"
			y.else_++
			exact = false
		}
		fmt.Printf("%-60s %-8v %4d %8d %8d %6d %s\n", name, want.Kind, want.MkOf, want.Count,
			count, count-want.Count, label)
	}
	if exact {
		y.exactFiles++
	}
	if lo, hi := result.bounds(); !math.IsNaN(record.Min[0]) &&
		max(apart(lo, record.Min), apart(hi, record.Max)) > 1e-4*norm(minus(hi, lo)) {
		fmt.Printf("%s: from %v to %v, recorded %v to %v\n", name, lo, hi, record.Min, record.Max)
	}
}

// places prints where the kind or the centre of a group is not the recorded one.
func (y *tally) places(name string, g, want *Group, dp float64) {
	if g.Kind != want.Kind {
		fmt.Printf("%s: mk %d is %v, recorded as %v\n", name, want.Mk, g.Kind, want.Kind)
	}
	if math.IsNaN(want.Center[0]) {
		return
	}
	y.centers++
	if apart(g.Center, want.Center) > 1e-2*dp {
		fmt.Printf("%s: centre of mk %d is %v, recorded %v\n", name, want.Mk, g.Center, want.Center)
		y.offCenters++
	}
}

// apart is the largest difference of coordinates.
func apart(a, b [3]float64) (most float64) {
	for i := range a {
		most = max(most, math.Abs(a[i]-b[i]))
	}
	return most
}

// bounds are the extents of all groups.
func (r *Result) bounds() (lo, hi [3]float64) {
	var ends [][3]float64
	for _, g := range r.Groups {
		ends = append(ends, g.Min, g.Max)
	}
	return bounds(ends)
}

// surface is about the number of particles of a layer around a compact group.
func surface(count int, twoD bool) float64 {
	if twoD {
		return 4 * math.Pow(float64(count), 1./2)
	}
	return 6 * math.Pow(float64(count), 2./3)
}

func (y *tally) print() {
	var reasons []string
	for r := range y.reasons {
		reasons = append(reasons, r)
	}
	sort.Slice(reasons, func(i, j int) bool { return y.reasons[reasons[i]] > y.reasons[reasons[j]] })
	for _, r := range reasons {
		fmt.Printf("no verdict %4d %s\n", y.reasons[r], r)
	}
	fmt.Printf("definitions %d, drawn %d; with a record %d, all exact %d; "+
		"mks: exact %d, layer %d, else %d; centres of bodies %d, not the same %d\n", y.definitions,
		y.drawn, y.files, y.exactFiles, y.exact, y.layer, y.else_, y.centers, y.offCenters)
}
