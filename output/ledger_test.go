package output

import (
	"testing"

	"gpusph/sph"
)

// Numbers of particles add up, or a line says that they do not.
func TestLedger(t *testing.T) {
	if l := newLedger(100, &sph.Progress{Particles: 100}); l != nil || l.Note() != "" {
		t.Errorf("a flow without births has a ledger: %+v", l)
	}
	p := &sph.Progress{Crossings: []sph.Crossing{{In: 10, Born: 10}, {Out: 3, Removed: 3}}, Born: 10,
		Lost: 3}
	p.Lost++ // one has left elsewhere
	for present, want := range map[int]string{
		106: "= 106; as many are present.", 105: "= 106; but 105 are present.",
	} {
		p.Particles = present
		l := newLedger(100, p)
		want = "Particles: 100 at the start + 10 born - 3 removed - 1 that left the domain " + want
		if got := l.Note(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
