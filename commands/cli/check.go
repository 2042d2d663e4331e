package cli

import (
	"fmt"
	"math"

	"gpusph/internal/option"
	"gpusph/internal/text"
)

// check returns the first option that is out of range or cannot be combined
// with another.
func (c *Config) check() error {
	if c.Given("deltap") && c.DeltaP == 0 { // the problem names a spacing
		return fmt.Errorf("--deltap is 0, but must be a positive number; %s is the problem's own",
			text.Short(c.Flow.DeltaP()))
	}
	if err := c.rows.Check(c.Flags); err != nil {
		return err
	}
	if err := c.Table().CheckPairs(c.Flags); err != nil {
		return err
	}
	if c.Given("devices") && c.devices == "" {
		return fmt.Errorf("--devices is empty; use cuda:0,cuda:1 or host:4")
	}
	if _, err := c.givenBounds(); err != nil {
		return err
	}
	if _, err := c.Keep(); err != nil {
		return err
	}
	_, err := c.Formats()
	return err
}

// Given reports whether the option is on the command line and not switched off.
func (c *Config) Given(name string) bool { return option.Given(c.Flags, name) }

// CheckFrom refuses to begin when the flow has ended.
func CheckFrom(from, end float64) error {
	if from >= end {
		return fmt.Errorf("--from is %s s, but the flow ends at %s s; use an earlier --from or a "+
			"later --tend", text.Short(from), text.Number(end))
	}
	return nil
}

// Warmup, Steps, Repeat and From are options of commands that time steps.
func Warmup(help string, to *int) option.Option {
	return option.Number("warmup", help, 0, math.MaxInt32,
		"30 let the clocks rise, some hundred the balancer settle", to)
}

func Steps(help string, to *int) option.Option {
	return option.Number("steps", help, 1, math.MaxInt32,
		"200 are enough where a GPU does nothing else", to)
}

func Repeat(help string, to *int) option.Option {
	return option.Number("repeat", help, 1, 1000, "3 is the default", option.Default(to, 3))
}

func From(to *float64) option.Option {
	return option.Number("from", "simulated time to go to before [s]", 0, 1e9,
		"without it, it begins at 0 s", to)
}
