package cli

import (
	"gpusph/internal/control"
	"gpusph/internal/option"
)

// controlGroup are the options for what another program sets.
func (c *Config) controlGroup() Group {
	return Group{"Control by another program", option.Table{
		option.Text("control", "let a program set motions, discharges and forces, over a `socket` that "+
			"is made in a folder of yours", &c.Control),
		option.Word("control-lost", "what the run does when that program ends: %s, with a checkpoint, "+
			"or go on with the last values", []string{"end", "continue"},
			option.Default(&c.controlLost, "end")).
			Need(func() bool { return c.Control != "" },
				"no program controls the run; use --control and a socket"),
		option.Text("replay", "set what was set in another run of the flow, by its `log` "+
			control.LogName, &c.Replay).NotWith("control", "the log says what is set"),
	}}
}

// GoesOnAlone reports whether a run goes on that has lost the program which controls it.
func (c *Config) GoesOnAlone() bool { return c.controlLost == "continue" }
