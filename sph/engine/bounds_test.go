package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Bounds that are given are those of all steps, and change no bit.
func TestBounds(t *testing.T) {
	free := start(t, column(0.05), Options{System: open(t, 3), Stripe: 100})
	want := goOn(t, free, 40)
	first, end := free.bounds[0], free.bounds[3]
	least := free.MinSlices()
	if from, to := free.grid.Inner(); first != from || end != to || least < 3 || free.grid.PerLayer < 2 {
		t.Errorf("the slices are from %d to before %d, want from %d to before %d, %d in each layer and %d at least for each device",
			first, end, from, to, free.grid.PerLayer, least)
	}
	for _, given := range [][]int{{first + least, first + 2*least}, {end - 2*least, end - least}, {first + least + 1, end - least}} {
		s := start(t, column(0.05), Options{System: open(t, 3), Stripe: 100, Bounds: given})
		if got := goOn(t, s, 40); got != want {
			t.Errorf("bounds %v give %s, want %s", given, got, want)
		}
		if !slices.Equal(s.bounds[1:3], given) {
			t.Errorf("bounds %v have become %v", given, s.bounds)
		}
	}
	equal := list(free.bounds[1:3])
	for _, test := range []struct {
		given []int
		want  string
	}{
		{[]int{7}, "the bounds 7 are for 2 devices, but there are 3; " + "use " + equal},
		{[]int{5, 7, 9}, "the bounds 5,7,9 are for 4 devices, but there are 3; use " + equal},
		{[]int{first + 1, 90}, fmt.Sprintf("device 1 of 3 the slices from %d to before %d, but each needs %d", first, first+1, least)},
		{[]int{first + 20, first + 15}, fmt.Sprintf("device 2 of 3 the slices from %d to before %d", first+20, first+15)},
		{[]int{first + least, first + least}, "device 2 of 3"},
		{[]int{first + least, end - 1}, fmt.Sprintf("device 3 of 3 the slices from %d to before %d, but each needs %d at least, and all have %d to %d; use %s", end-1, end, least, first, end-1, equal)},
		{[]int{-5, 9}, "device 1 of 3"},
	} {
		if s, err := New(column(0.05), Options{System: open(t, 3), Bounds: test.given}); err == nil {
			s.Close()
			t.Errorf("bounds %v are taken", test.given)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("bounds %v: %v; no %q", test.given, err, test.want)
		}
	}
	if s, err := New(column(0.05), Options{System: open(t, 1), Bounds: []int{7}}); err == nil {
		s.Close()
		t.Error("one device takes bounds")
	} else if !strings.Contains(err.Error(), "the bounds 7 are given, but one device has none") {
		t.Error(err)
	}
}
