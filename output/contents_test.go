package output

import (
	"strings"
	"testing"

	"gpusph/internal/text"
)

// contentColumns are the columns of porous.csv of a flow with a bed.
func contentColumns(bedMass, bedVolume, freeVolume float64) []Balance {
	column := func(name, unit string, first, last float64) Balance {
		return NewBalance(Peak{Name: name, Unit: unit}, first, last)
	}
	return []Balance{
		column("free mass", "kg", 3000, 5000-bedMass), column("free volume", "m³", 3, freeVolume),
		column("bed mass", "kg", 2000, bedMass), column("bed volume", "m³", 2, bedVolume),
	}
}

// The table has where the fluid is, and the sum.
func TestContentRows(t *testing.T) {
	f := Flow{Contents: NewFluidContents(contentColumns(1500, 1.5, 3.5))}
	var b strings.Builder
	text.Align(&b, f.ContentRows(), 1)
	lines := strings.Split(b.String(), "\n")
	for k, want := range []string{
		"Fluid [kg] Start End Change Volume [m³] Change",
		"outside layers 3000 3500 500 3.5 0.5",
		"in bed 2000 1500 -500 1.5 -0.5", "sum 5000 5000 0 5 0",
	} {
		if got := strings.Join(strings.Fields(lines[k]), " "); got != want {
			t.Errorf("line %d is %q, want %q", k, got, want)
		}
	}
	if f.ContentDrift() != "" {
		t.Error(f.ContentDrift())
	}
	none := Flow{Contents: NewFluidContents(nil)}
	if none.ContentRows() != nil || none.ContentDrift() != "" {
		t.Error("a flow without layers has a table of them")
	}
}

// Fluid whose volume does not follow its mass is warned of.
func TestContentDrift(t *testing.T) {
	for _, test := range []struct {
		mass, bed, free float64
		want            string
	}{
		{2000, 2, 3, ""}, {2000, 2, 3.04, ""}, {2000, 2, 3.1, "2 % more than"},
		{2000, 1.9, 3, "2 % less than"}, {2000, 2.02, 2.98, ""},
	} {
		f := Flow{Contents: NewFluidContents(contentColumns(test.mass, test.bed, test.free))}
		got := f.ContentDrift()
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%+v: %q", test, got)
		}
	}
}
