package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	steering "gpusph/internal/control"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// errLost ends a run whose controlling program has ended.
var errLost = errors.New("the program that controls the run has ended, so the run ends, too; " +
	"--control-lost continue lets it go on")

// control lets another program, or a log, set what the flow does. All is done between two calls of
// Advance, and logged, so that the same calls can be made again.
type control struct {
	run     *run
	server  *steering.Server // nil of a replay
	log     *output.Growing
	tables  []output.SampleRows
	head    steering.Head
	restore []steering.Entry // of the run that goes on
	replays bool
	left    []steering.Entry // to be replayed

	until   float64     // time to which the program has asked for steps [s]
	last    int         // step, where it has asked for a number
	asked   bool        // it has, and they are not done
	samples bool        // the steps that are next come there
	sample  *sph.Sample // behind the last steps; nil is none
	alone   bool        // the program has gone, and the run goes on
	stop    *output.Stop
	lastDt  float64
}

// isControlled reports whether a program sets anything in the run, or has in the one that it goes
// on with.
func (r *run) isControlled() bool {
	if r.Control != "" || r.Replay != "" {
		return true
	}
	return r.Earlier != nil && r.earlierLog() != ""
}

// earlierLog is the log of the run that goes on; "" is none.
func (r *run) earlierLog() string {
	path := filepath.Join(r.Earlier.Dir, steering.LogName)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// openControl makes the socket, and reads the logs.
func (r *run) openControl() error {
	if !r.flow.Controlled {
		return nil
	}
	c := &control{run: r, alone: true, head: steering.Head{Format: steering.Format,
		Version: steering.Version, Problem: r.flow.Name, Flow: output.FlowHash(r.flow)}}
	if r.Earlier != nil && r.earlierLog() != "" {
		_, all, err := steering.ReadLog(r.earlierLog())
		if err != nil {
			return err
		}
		c.restore, _ = steering.Split(all, r.Earlier.State.Step)
	}
	if r.Replay != "" {
		head, all, err := steering.ReadLog(r.Replay)
		if err != nil {
			return fmt.Errorf("--replay: %w", err)
		}
		if head.Flow != c.head.Flow {
			return fmt.Errorf("--replay is of another flow: %s, with other particles or options; use "+
				"those of the run of the log", head.Problem)
		}
		c.replays, c.left = true, all
		if r.Earlier != nil {
			c.restore, c.left = steering.Split(all, r.Earlier.State.Step)
		}
	}
	if r.Control != "" {
		server, err := steering.Listen(r.Control)
		if err != nil {
			return fmt.Errorf("--control: %w", err)
		}
		c.server, c.alone = server, false
	}
	c.tables = output.StateRows(r.flow)
	r.control = c
	return nil
}

// begin opens the log, sets what the run had set that goes on, and waits for the program.
func (c *control) begin(ctx context.Context) error {
	if c == nil {
		return nil
	}
	r := c.run
	r.sim.Inputs() // before anything reads what may be set
	log, err := output.Create(filepath.Join(r.Folder.Path, steering.LogName))
	if err != nil {
		return err
	}
	c.log = log
	if err := steering.WriteLine(log, c.head); err != nil {
		return err
	}
	for _, e := range c.restore {
		if err := c.setAt(e); err != nil {
			return err
		}
		if err := steering.WriteLine(log, e); err != nil {
			return err
		}
	}
	if c.server == nil {
		return nil
	}
	r.Tell("waiting for the program that controls the run, at " + r.Control)
	if err := c.server.Accept(ctx, c.hello()); err != nil {
		if ctx.Err() != nil {
			return nil // the loop sees it
		}
		return c.gone(err)
	}
	r.Log.Info("a program controls the run")
	return nil
}

// setAt sets again what was set at a time; other entries are only logged.
func (c *control) setAt(e steering.Entry) error {
	for _, s := range e.Set {
		to := launch.Setting{Values: s.Value, Velocity: s.Velocity, Over: s.Over}
		if err := c.run.sim.SetAt(s.Name, s.Quantity, e.Time, to); err != nil {
			return err
		}
	}
	return nil
}

func (c *control) hello() *steering.Hello {
	r := c.run
	dir, err := filepath.Abs(r.Folder.Path)
	if err != nil {
		dir = r.Folder.Path
	}
	h := &steering.Hello{Format: steering.Format, Version: steering.Version, Problem: r.flow.Name,
		Directory: dir, End: r.flow.End, Devices: r.deviceNames(),
		Inputs: []steering.Input{}, Columns: map[string][]string{}}
	for _, in := range r.sim.Inputs() {
		of := steering.Input{Name: in.Name, Quantity: in.Quantity, Unit: in.Unit, Size: in.Size}
		if in.Range[0] < in.Range[1] {
			of.Range = &in.Range
		}
		h.Inputs = append(h.Inputs, of)
	}
	for _, t := range c.tables {
		h.Columns[t.File] = t.Columns
	}
	return h
}

// between takes what the program asks for, once the steps are done that it has asked for.
func (c *control) between(ctx context.Context) error {
	if c == nil {
		return nil
	}
	if c.replays {
		return c.replay()
	}
	at := c.run.reached
	if c.alone || c.asked && at.Step < c.last && at.Time < c.until {
		return nil
	}
	c.asked = false
	if err := c.tell(); err != nil {
		return c.gone(err)
	}
	for !c.asked && c.stop == nil {
		request, err := c.server.Receive(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, steering.ErrGone):
			return c.gone(err)
		case err == nil:
			err = c.do(request)
		}
		if err := c.answer(request, err); err != nil {
			return c.gone(err)
		}
	}
	return nil
}

// answer tells that a message is done, or why not. Steps are answered once they are done.
func (c *control) answer(of *steering.Request, wrong error) error {
	switch {
	case wrong != nil:
		return c.server.Send(&steering.Answer{Error: wrong.Error()})
	case len(of.Particles) > 0 || of.Advances() || of.Stop:
		return nil
	}
	return c.server.Send(&steering.Answer{Done: true})
}

// tell tells the program the state, which was measured with the last steps, or else is now.
func (c *control) tell() error {
	m := c.sample
	if m == nil || m.Step != c.run.reached.Step {
		if err := c.endLists(); err != nil {
			return err
		}
		now, err := c.run.sim.SampleAside()
		if err != nil {
			return err
		}
		m = &now
	}
	return c.server.Send(c.state(m))
}

// endLists ends neighbour lists that go on, and logs it: the run has other bits with others.
// Checkpoints are taken between lists.
func (c *control) endLists() error {
	if c == nil || !c.run.sim.ListsGoOn() {
		return nil
	}
	at := c.run.reached
	e := &steering.Entry{Step: at.Step, Time: at.Time, EndLists: true}
	return errors.Join(c.run.sim.EndLists(), steering.WriteLine(c.log, e))
}

func (c *control) state(m *sph.Sample) *steering.State {
	s := &steering.State{Time: c.run.reached.Time, Step: c.run.reached.Step, Dt: c.lastDt,
		Rows: map[string]steering.Row{}}
	for _, t := range c.tables {
		s.Rows[t.File] = t.Row(m)
	}
	return s
}

// do does what a message asks for.
func (c *control) do(q *steering.Request) error {
	r := c.run
	for k := range q.Set {
		if err := c.set(q.Set[k : k+1]); err != nil {
			return err
		}
	}
	if q.Checkpoint {
		if err := r.checkpoints.now(); err != nil {
			return err
		}
	}
	if len(q.Particles) > 0 {
		return c.particles(q.Particles)
	}
	if q.Stop {
		c.stop = &output.Stop{Option: "control", Why: "the program that controls the run asked for it"}
		return nil
	}
	if q.Advances() {
		c.until, c.last = math.Inf(1), math.MaxInt
		if q.Until != nil {
			c.until = *q.Until - 1e-9*c.lastDt
		} else {
			c.last = r.reached.Step + q.Steps
		}
		c.asked = true
	}
	return nil
}

// set sets something, and logs it.
func (c *control) set(all []steering.Set) error {
	at := c.run.reached
	e := steering.Entry{Step: at.Step, Time: at.Time, Set: all}
	if err := c.setAt(e); err != nil {
		return err
	}
	return steering.WriteLine(c.log, &e)
}

// steps is how many are done next, of a greatest number.
func (c *control) steps(most int) (int, error) {
	if c == nil {
		return most, nil
	}
	at := c.run.reached
	switch dt := c.lastDt; {
	case c.replays:
		if e := c.left[0]; e.Step != at.Step {
			return 0, c.another(e)
		}
		most, c.left = c.left[0].Steps, c.left[1:]
	case c.alone:
		c.samples = false
	default:
		if dt == 0 {
			dt = c.run.flow.Params.LongestStep()
		}
		next := float64(c.last - at.Step)
		next = max(1, math.Ceil(min(next, (c.until-at.Time)/dt)))
		if c.samples = next <= float64(most); c.samples {
			most = int(next)
		}
	}
	return most, steering.WriteLine(c.log, &steering.Entry{Step: at.Step, Time: at.Time, Steps: most})
}

// advanced takes the length of the last step [s].
func (c *control) advanced(dt float64) {
	if c != nil {
		c.lastDt = dt
	}
}

// gone ends the run in order, or lets it go on.
func (c *control) gone(err error) error {
	if !errors.Is(err, steering.ErrGone) {
		return err
	}
	if c.run.GoesOnAlone() {
		c.alone = true
		if err := c.endLists(); err != nil { // as where a run continues from a checkpoint of now
			return err
		}
		c.run.Warn("the program that controls the run has ended; the run goes on with the last values")
		return nil
	}
	return errLost
}

// over is why the run ends.
func (c *control) over() *output.Stop {
	if c == nil {
		return nil
	}
	return c.stop
}

// end tells the program how the run has ended, with the last state.
func (c *control) end(status, why string) {
	if c == nil || c.server == nil || c.alone || c.log == nil {
		return
	}
	s := &steering.State{Time: c.run.reached.Time, Step: c.run.reached.Step, Dt: c.lastDt}
	if status == output.Done {
		if m, err := c.run.sim.SampleAside(); err == nil {
			s = c.state(&m)
		}
	}
	s.Ended, s.Why = status, why
	if stop := c.run.Stopped; stop != nil {
		s.Why = stop.Why
	}
	c.server.Send(s)
}

// close closes the socket and the log.
func (c *control) close() {
	if c.server != nil {
		c.server.Close()
	}
	if c.log != nil {
		c.log.Close()
	}
}

// particles sends fields of all particles, in the order of their ids.
func (c *control) particles(fields []string) error {
	copied, err := c.run.sim.CopyState()
	if err != nil {
		return err
	}
	s := copied.Snapshot()
	all := &steering.Arrays{Time: s.Time, Step: s.Step}
	for _, name := range fields {
		a, data, err := arrayOf(c.run.flow, s, name)
		if err != nil {
			return err
		}
		all.Add(a, data)
	}
	return c.server.Send(all)
}
