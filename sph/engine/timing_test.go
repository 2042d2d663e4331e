package engine

import (
	"strings"
	"testing"

	"gpusph/balance"
)

// Which periods have a timed step: t, or a dot. Before each, in the second string, slices move (m);
// what a period with a timed step tells is that devices take equally (e) or unequally long (u), or
// nothing (n). It is known when the next but one is planned.
func TestTiming(t *testing.T) {
	even, odd := []balance.Load{{Seconds: 1}, {Seconds: 1.01}}, []balance.Load{{Seconds: 1}, {Seconds: 1.1}}
	for _, test := range []struct{ moves, tells, want string }{
		{"                          ", "eeeeeeeeeeeeeeeeeeeeeeeeee", "tt...........t...........t"},
		{"     m                    ", "eeeeeeeeeeeeeeeeeeeeeeeeee", "tt...tt...........t......."},
		{"   m  m                   ", "eeeeeeeeeeeeeeeeeeeeeeeeee", "tt.tt.tt...........t......"},
		{"                          ", "eeeeeeeeeeeeeueeeeeeeeeeee", "tt...........t.t.........."},
		{"                          ", "eeeeeeeeeeeeeneeeeeeeeeeee", "tt...........t.t.........."},
		{"                          ", "eeeeeeeeeeeeeuuuuuuuuuuuuu", "tt...........t.t.........."},
	} {
		var timed strings.Builder
		var clock timing
		for k := range test.want {
			if k > 1 && timed.String()[k-2] == 't' {
				switch test.tells[k-2] {
				case 'e':
					clock.observe(even, 5)
				case 'u':
					clock.observe(odd, 5)
				case 'n':
					clock.observe(even, 0)
				}
			}
			if clock.next(test.moves[k] == 'm') {
				timed.WriteByte('t')
			} else {
				timed.WriteByte('.')
			}
		}
		if timed.String() != test.want {
			t.Errorf("moves %q, tells %q: timed are %s, want %s", test.moves, test.tells, timed.String(), test.want)
		}
	}
}
