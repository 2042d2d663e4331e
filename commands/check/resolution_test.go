package check

import (
	"strings"
	"testing"

	"gpusph/sph"
)

// TestTimeOfARun compares the time of a run with steps times seconds a step.
func TestTimeOfARun(t *testing.T) {
	for _, test := range []struct {
		end, dt, step float64
		want          string
	}{
		{0.1, 1e-4, 0.05, "50 s"},
		{1, 1e-4, 0.05, "8.33 minutes"},
		{10, 1e-4, 0.09, "2.5 hours"},
		{100, 1e-4, 0.36, "100 hours"},
	} {
		flow := &sph.Case{End: test.end, Params: sph.Defaults(0.1)}
		k := Trial{Dt: test.dt, Step: test.step}
		k.predict(flow, 0, &sph.Progress{})
		if got := duration(k.RunHours); got != test.want {
			t.Errorf("%g s by steps of %g s that take %g s: %s, not %s", test.end, test.dt, test.step, got,
				test.want)
		}
	}
}

// TestAdvice has the line of a finer spacing.
func TestAdvice(t *testing.T) {
	k := Check{Lengths: []Length{
		{Kind: sph.Depth, Name: "w", Length: 0.08, Least: 0.06, Spacings: 4, Needs: 10},
		{Kind: sph.Gap, Length: 0.02, Spacings: 1, Needs: 5, Position: [3]float64{0.55, 0, 0.11}},
	}, Finer: &Finer{DeltaP: 0.004, Particles: 35000, Hours: 1.5}}
	k.Warnings = []string{"it is shallow"}
	var b strings.Builder
	k.write(&b)
	for _, want := range []string{
		"Resolution   4 spacings over the depth of the fluid \"w\", 0.08 m (least 0.06 m); 10 " +
			"are needed\n",
		"Resolution   one spacing across the narrowest gap between walls, 0.02 m at (0.55, 0, 0.11) m; " +
			"5 are needed\n",
		"Advice       use --deltap 0.004 for these; that makes about 35,000 particles and takes about " +
			"90 minutes\n",
		"Warning      it is shallow\nResult       No errors, 1 warning.\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}
