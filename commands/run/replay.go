package run

import (
	"fmt"

	steering "gpusph/internal/control"
	"gpusph/output"
)

// replay does what the log has at this step.
func (c *control) replay() error {
	for len(c.left) > 0 && c.left[0].Steps == 0 {
		e := c.left[0]
		if e.Step != c.run.reached.Step {
			return c.another(e)
		}
		var err error
		if e.EndLists {
			err = c.endLists()
		} else {
			err = c.set(e.Set)
		}
		if err != nil {
			return err
		}
		c.left = c.left[1:]
	}
	if len(c.left) == 0 {
		c.stop = &output.Stop{Option: "replay", Why: "the log ends here"}
	}
	return nil
}

// another is the error of a log that does not fit the flow.
func (c *control) another(e steering.Entry) error {
	return fmt.Errorf("--replay: the log goes on at step %d, but the run is at step %d: the run of "+
		"the log was of other options, another program, or devices of another kind without --strict",
		e.Step, c.run.reached.Step)
}
