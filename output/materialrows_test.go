package output

import (
	"slices"
	"testing"
)

// Fluids of one material are a row of the report: numbers of particles at the beginning and at the
// end, and masses, are sums over them. Fluids of none have no row.
func TestMaterialRowsAreSums(t *testing.T) {
	var s Summary
	s.Ledger, s.Materials = &Ledger{}, []MaterialCount{
		{Name: "below", Kind: "oil", Mass: 0.5, Particles: 100, Last: 90, Born: 3, Removed: 13},
		{Name: "between", Mass: 7, Particles: 1000, Last: 2000},
		{Name: "beside", Kind: "water", Mass: 0.25, Particles: 10, Last: 14, Born: 5, Removed: 1},
		{Name: "above", Kind: "oil", Mass: 2, Particles: 20, Last: 17, Born: 40, Removed: 43},
	}
	rows := s.MaterialRows()
	want := [][]string{{"oil", "120", "107", "90", "43", "56"}, {"water", "10", "14", "2.5", "5", "1"}}
	if len(rows) != 1+len(want) {
		t.Fatalf("%d rows: %v", len(rows), rows)
	}
	for k, row := range rows[1:] {
		if got := append(row[:1:1], row[5:]...); !slices.Equal(got, want[k]) {
			t.Errorf("row %d is %v, not %v", k, got, want[k])
		}
	}
}
