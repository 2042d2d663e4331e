package sph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpusph/neighbor"
)

// Bounds that are given are those of all steps, and change no bit.
func TestBounds(t *testing.T) {
	free := start(t, column(0.04), Options{System: open(t, 3), Stripe: 100})
	want := goOn(t, free, 40)
	first, end := free.bounds[0], free.bounds[3]
	if first != neighbor.Reach || end != free.grid.Slices()-neighbor.Reach {
		t.Errorf("the slices are from %d to before %d, of %d", first, end, free.grid.Slices())
	}
	for _, given := range [][]int{{first + 2, first + 4}, {end - 4, end - 2}, {first + 3, end - 2}} {
		s := start(t, column(0.04), Options{System: open(t, 3), Stripe: 100, Bounds: given})
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
		{[]int{7}, "the bounds 7 are for 2 devices, but there are 3; " + equal + " would do"},
		{[]int{5, 7, 9}, "the bounds 5,7,9 are for 4 devices, but there are 3; " + equal},
		{[]int{first + 1, 9}, "device 1 of 3 the slices from 2 to before 3, but each needs 2"},
		{[]int{9, 5}, "device 2 of 3 the slices from 9 to before 5"},
		{[]int{9, 9}, "device 2 of 3"},
		{[]int{9, end - 1}, fmt.Sprintf("device 3 of 3 the slices from %d to before %d, but each needs 2 at least, and all have 2 to %d; %s would do", end-1, end, end-1, equal)},
		{[]int{-5, 9}, "device 1 of 3"},
	} {
		if s, err := New(column(0.04), Options{System: open(t, 3), Bounds: test.given}); err == nil {
			s.Close()
			t.Errorf("bounds %v are taken", test.given)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("bounds %v: %v; no %q", test.given, err, test.want)
		}
	}
	if s, err := New(column(0.04), Options{System: open(t, 1), Bounds: []int{7}}); err == nil {
		s.Close()
		t.Error("one device takes bounds")
	} else if !strings.Contains(err.Error(), "the bounds 7 are given, but one device has none") {
		t.Error(err)
	}
}
