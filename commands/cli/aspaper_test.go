package cli

import "testing"

// --as-paper leaves what the command line gives, and changes nothing where it is not given.
func TestAsPaper(t *testing.T) {
	for _, test := range []struct {
		words        []string
		every        int
		balance, how string
	}{
		{nil, 20, "predictive", "automatic"},
		{[]string{"--as-paper"}, 10, "paper", "predictor-corrector"},
		{[]string{"--as-paper", "--rebuild-every", "7", "--scheme", "verlet"}, 7, "paper", "verlet"},
	} {
		words := append([]string{"DamBreak3D", "--devices", "host:2"}, test.words...)
		c, err := parse(Line{Words: words}, RunSyntax())
		if err != nil {
			t.Fatal(err)
		}
		how := c.Flags.Lookup("scheme").Value.String()
		if c.rebuildEvery != test.every || c.balance != test.balance || how != test.how {
			t.Errorf("%v: lists for %d steps, balancer %s, scheme %s", words, c.rebuildEvery, c.balance,
				how)
		}
	}
}
