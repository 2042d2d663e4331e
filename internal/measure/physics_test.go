package measure

import (
	"strings"
	"testing"

	"gpusph/sph"
)

// Results of flows with other physics are not compared, and the error names what differs. The
// tuning may differ, which is said. Results of before that do not have the physics are taken.
func TestPhysics(t *testing.T) {
	of := func(change func(p *sph.Params)) *Measurement {
		c := &sph.Case{Name: "T", Params: sph.Defaults(0.1),
			Bodies: []sph.Body{{Name: "gate", Centre: [3]float64{1, 2, 3}}}}
		change(&c.Params)
		return &Measurement{Problem: "T", Devices: []string{"host:0"}, Mips: []float64{1},
			Physics: physicsOf(c, 1)}
	}
	same := of(func(*sph.Params) {})
	for _, test := range []struct {
		change  func(p *sph.Params)
		refused string
		said    string
	}{
		{func(*sph.Params) {}, "", ""},
		{func(p *sph.Params) { p.Further.Scheme = sph.PredictorCorrector }, "scheme is verlet there " +
			"and predictor-corrector here", ""},
		{func(p *sph.Params) { p.Alpha = 0.7 }, "alpha is ", ""},
		{func(p *sph.Params) { p.Boundary = sph.MDBC }, "boundary is dummy there and mdbc here", ""},
		{func(p *sph.Params) { p.C0 = 77 }, "C0 is ", ""},
		{func(p *sph.Params) { p.Skin *= 2 }, "", "Of the tuning, Skin is "},
	} {
		now := of(test.change)
		err := now.SameAs(same, "first.json")
		if err == nil != (test.refused == "") ||
			err != nil && !strings.Contains(err.Error(), test.refused) {
			t.Errorf("%v; want %q", err, test.refused)
		}
		if got := now.remark(same); !strings.HasPrefix(got, test.said) || test.said == "" && err == nil &&
			got != "" {
			t.Errorf("%q is said; want %q", got, test.said)
		}
	}
	old := *same
	old.Physics = nil
	if err := same.SameAs(&old, "old.json"); err != nil || same.remark(&old) == "" {
		t.Errorf("of before: %v, %q", err, same.remark(&old))
	}
}
