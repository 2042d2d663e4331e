package main

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
)

// check returns the first option that is out of range or cannot be combined
// with another.
func (c *config) check() error {
	if c.given("deltap") && c.deltap == 0 { // the problem knows what else would do
		return fmt.Errorf("--deltap is 0, but must be a positive number; %s is the problem's own", text.Exact(c.flow.DeltaP()))
	}
	err := c.within([]permitted{
		{"tend", c.tend, 1e-12, 1e9, "without it, the problem's own end is taken"},
		{"dt", c.dt, 1e-12, 1, "without it, the time step is adaptive"},
		{"maxiter", float64(c.maxiter), 1, math.MaxInt32, "without it, there is no limit"},
		{"gpus", float64(c.gpus), 1, maxDevices, "1 is the default"},
		{"stripe", float64(c.stripe), 1, math.MaxInt32, "65536 is enough to fill a GPU"},
		{"lb-gain", c.lbGain, 0, 100, "2 is the default"},
		{"lb-threshold", c.lbThreshold, 0, 100, "the paper has 0.5"},
		{"lb-steps", float64(c.lbSteps), 1, 1e6, "the paper has 10"},
		{"rebuild-every", float64(c.rebuildEvery), 1, 1000, "20 is the default"},
		{"skin", c.skin, 0.01, 2, "0.3 is usual"},
		{"output-interval", c.outputInterval, 1e-9, 1e9, "--nosave writes no snapshots on the way"},
		{"sample-interval", c.sampleInterval, 1e-9, 1e9, "without it, there are 300 samples"},
	})
	if err != nil {
		return err
	}
	for _, pair := range []struct{ one, other, why string }{
		{"gpus", "devices", "the list says already how many there are; one of them would do"},
		{"output-interval", "nosave", "--nosave writes no snapshots on the way; one of them would do"},
		{"dt", "cfl", "a fixed time step has no Courant number; one of them would do"},
	} {
		if pair.one == "gpus" && c.command == "scaling" {
			continue // where it lists how many of the devices are used
		}
		if c.given(pair.one) && c.given(pair.other) {
			return fmt.Errorf("--%s and --%s do not go together: %s", pair.one, pair.other, pair.why)
		}
	}
	for _, v := range []struct {
		name, value string
		values      []string
	}{
		{"split-axis", c.splitAxis, []string{"x", "y", "z"}},
		{"balance", c.balance, policyNames()},
		{"exchange", c.exchange, sph.Exchanges},
		{"log-level", c.logLevel, levelNames()},
	} {
		if err := oneOf(v.name, v.value, v.values); err != nil && (v.value != "" || c.given(v.name)) {
			return err
		}
	}
	for _, v := range []struct{ name, policy string }{{"lb-gain", "predictive"}, {"lb-threshold", "paper"}, {"lb-steps", "paper"}} {
		if c.given(v.name) && c.balance != v.policy && !(c.balance == "on" && v.policy == "predictive") {
			return fmt.Errorf("--%s does not go with --balance %s; --balance %s would do", v.name, c.balance, v.policy)
		}
	}
	if c.given("devices") && c.devices == "" {
		return fmt.Errorf("--devices is empty; cuda:0,cuda:1 or host:4 would do")
	}
	if _, err := c.givenBounds(); err != nil {
		return err
	}
	_, err = c.writers()
	return err
}

// permitted is from where to where the value of an option may be.
type permitted struct {
	name        string
	value       float64
	least, most float64
	hint        string
}

// within returns the first of the options that is given and has another value.
func (c *config) within(all []permitted) error {
	for _, p := range all {
		f := c.flags.Lookup(p.name)
		if f == nil || !f.Changed || f.Value.Type() == "string" || p.value >= p.least && p.value <= p.most {
			continue
		}
		should := fmt.Sprintf("from %s to %s", text.Exact(p.least), text.Exact(p.most))
		switch {
		case p.most >= 1e9 && p.value > p.most:
			should = "at most " + text.Exact(p.most)
		case p.most >= 1e9:
			should = "at least " + text.Exact(p.least)
		}
		is := text.Exact(p.value)
		if f.Value.Type() == "int" {
			is = f.Value.String()
		}
		return fmt.Errorf("--%s is %s, but must be %s; %s", p.name, is, should, p.hint)
	}
	return nil
}

// given says whether the option is on the command line and not switched off.
func (c *config) given(name string) bool {
	f := c.flags.Lookup(name)
	return f != nil && f.Changed && !(f.Value.Type() == "bool" && f.Value.String() == "false")
}

func oneOf(option, value string, values []string) error {
	for _, v := range values {
		if v == value {
			return nil
		}
	}
	return fmt.Errorf("--%s is %q, but must be %s%s", option, value, text.Or(values), text.Meant(value, values))
}

// checkFrom refuses to begin when the flow has ended.
func checkFrom(from, end float64) error {
	if from >= end {
		return fmt.Errorf("--from is %s s, but the flow ends at %s s; an earlier --from or a later --tend would do", text.Exact(from), text.Number(end))
	}
	return nil
}

func timing(warmup, steps, repeat int, from float64) []permitted {
	return []permitted{
		{"steps", float64(steps), 1, math.MaxInt32, "200 are enough where a GPU does nothing else"},
		{"repeat", float64(repeat), 1, 1000, "3 is the default"},
		{"warmup", float64(warmup), 0, math.MaxInt32, "30 let the clocks rise, some hundred the balancer settle"},
		{"from", from, 0, 1e9, "without it, it begins at 0 s"},
	}
}
