package cli

import (
	"fmt"
	"path/filepath"

	"gpusph/internal/option"
	"gpusph/internal/start"
	"gpusph/sph"
)

// startFromOption and startTimeOption are for a flow that begins with the fluid of another run.
func (c *Config) startFromOption() option.Option {
	return option.Text("start-from", "begin with the fluid of another run: its `directory`, or a "+
		"checkpoint, of any spacing and other walls", &c.startFrom)
}

func (c *Config) startTimeOption() option.Option {
	return option.When("start-time", "with --start-from, the time of the snapshot that is taken [s] "+
		"(default the last checkpoint)", "without it, the last checkpoint is taken", &c.startTime).
		Need(func() bool { return c.startFrom != "" }, "there is no other run; use --start-from")
}

// begin gives a flow the fluid of another run, if one is named.
func (c *Config) begin(flow *sph.Case) error {
	if c.startFrom == "" {
		return nil
	}
	source, err := start.Read(c.startFrom, c.startTime)
	if err == nil {
		c.Started, err = source.Begin(flow)
	}
	if err == nil { // for a run that goes on, from any directory
		c.startFrom, err = filepath.Abs(source.Path)
	}
	if err != nil {
		return fmt.Errorf("--start-from: %w", err)
	}
	return nil
}
