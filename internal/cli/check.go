package cli

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
)

// check returns the first option that is out of range or cannot be combined
// with another.
func (c *Config) check() error {
	if c.Given("deltap") && c.DeltaP == 0 { // the problem knows what else would do
		return fmt.Errorf("--deltap is 0, but must be a positive number; %s is the problem's own", text.Exact(c.Flow.DeltaP()))
	}
	err := c.Within([]Permitted{
		{"tend", c.tend, 1e-12, 1e9, "without it, the problem's own end is taken"},
		{"dt", c.dt, 1e-12, 1, "without it, the time step is adaptive"},
		{"maxiter", float64(c.MaxIter), 1, math.MaxInt32, "without it, there is no limit"},
		{"gpus", float64(c.gpus), 1, MaxDevices, "1 is the default"},
		{"stripe", float64(c.Stripe), 1, math.MaxInt32, "65536 is enough to fill a GPU"},
		{"lb-gain", c.lbGain, 0, 100, "2 is the default"},
		{"lb-threshold", c.lbThreshold, 0, 100, "the paper has 0.5"},
		{"lb-steps", float64(c.lbSteps), 1, 1e6, "the paper has 10"},
		{"rebuild-every", float64(c.rebuildEvery), 1, 1000, "20 is the default"},
		{"skin", c.skin, 0.01, 2, "0.3 is usual"},
		{"output-interval", c.OutputInterval, 1e-9, 1e9, "--nosave writes no snapshots on the way"},
		{"sample-interval", c.SampleInterval, 1e-9, 1e9, "without it, there are 300 samples"},
	})
	if err != nil {
		return err
	}
	for _, pair := range []struct{ one, other, why string }{
		{"gpus", "devices", "the list says already how many there are; one of them would do"},
		{"output-interval", "nosave", "--nosave writes no snapshots on the way; one of them would do"},
		{"dt", "cfl", "a fixed time step has no Courant number; one of them would do"},
	} {
		if pair.one == "gpus" && c.Command == "scaling" {
			continue // where it lists how many of the devices are used
		}
		if c.Given(pair.one) && c.Given(pair.other) {
			return fmt.Errorf("--%s and --%s do not go together: %s", pair.one, pair.other, pair.why)
		}
	}
	for _, v := range []struct {
		name, value string
		values      []string
	}{
		{"split-axis", c.SplitAxis, []string{"x", "y", "z"}},
		{"balance", c.balance, policyNames()},
		{"exchange", c.exchange, sph.Exchanges},
		{"log-level", c.logLevel, levelNames()},
	} {
		if err := OneOf(v.name, v.value, v.values); err != nil && (v.value != "" || c.Given(v.name)) {
			return err
		}
	}
	for _, v := range []struct{ name, policy string }{{"lb-gain", "predictive"}, {"lb-threshold", "paper"}, {"lb-steps", "paper"}} {
		if c.Given(v.name) && c.balance != v.policy && !(c.balance == "on" && v.policy == "predictive") {
			return fmt.Errorf("--%s does not go with --balance %s; --balance %s would do", v.name, c.balance, v.policy)
		}
	}
	if c.Given("devices") && c.devices == "" {
		return fmt.Errorf("--devices is empty; cuda:0,cuda:1 or host:4 would do")
	}
	if _, err := c.givenBounds(); err != nil {
		return err
	}
	_, err = c.Formats()
	return err
}

// Permitted is from where to where the value of an option may be.
type Permitted struct {
	Name        string
	Value       float64
	Least, Most float64
	Hint        string
}

// Within returns the first of the options that is given and has another value.
func (c *Config) Within(all []Permitted) error {
	for _, p := range all {
		f := c.Flags.Lookup(p.Name)
		if f == nil || !f.Changed || f.Value.Type() == "string" || p.Value >= p.Least && p.Value <= p.Most {
			continue
		}
		should := fmt.Sprintf("from %s to %s", text.Exact(p.Least), text.Exact(p.Most))
		switch {
		case p.Most >= 1e9 && p.Value > p.Most:
			should = "at most " + text.Exact(p.Most)
		case p.Most >= 1e9:
			should = "at least " + text.Exact(p.Least)
		}
		is := text.Exact(p.Value)
		if f.Value.Type() == "int" {
			is = f.Value.String()
		}
		return fmt.Errorf("--%s is %s, but must be %s; %s", p.Name, is, should, p.Hint)
	}
	return nil
}

// Given says whether the option is on the command line and not switched off.
func (c *Config) Given(name string) bool {
	f := c.Flags.Lookup(name)
	return f != nil && f.Changed && !(f.Value.Type() == "bool" && f.Value.String() == "false")
}

// OneOf refuses a value of an option that is none of some.
func OneOf(option, value string, values []string) error {
	for _, v := range values {
		if v == value {
			return nil
		}
	}
	return fmt.Errorf("--%s is %q, but must be %s%s", option, value, text.Or(values), text.Meant(value, values))
}

// CheckFrom refuses to begin when the flow has ended.
func CheckFrom(from, end float64) error {
	if from >= end {
		return fmt.Errorf("--from is %s s, but the flow ends at %s s; an earlier --from or a later --tend would do", text.Exact(from), text.Number(end))
	}
	return nil
}

// Timing is from where to where the options of steps that are timed may be.
func Timing(warmup, steps, repeat int, from float64) []Permitted {
	return []Permitted{
		{"steps", float64(steps), 1, math.MaxInt32, "200 are enough where a GPU does nothing else"},
		{"repeat", float64(repeat), 1, 1000, "3 is the default"},
		{"warmup", float64(warmup), 0, math.MaxInt32, "30 let the clocks rise, some hundred the balancer settle"},
		{"from", from, 0, 1e9, "without it, it begins at 0 s"},
	}
}
