// Package running is what all runs have in common, be they of particles or of grids: when they end
// and are saved, how far they are, how long they may stall, and what they say.
package running

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/internal/mpi"
	"gpusph/internal/text"
	"gpusph/output"
)

// Flow is what a run computes, with the files that it writes.
type Flow interface {
	Reached() Position
	Begin() error                      // measures the flow before its first step
	Between(ctx context.Context) error // does what readers of the run's page ask for
	Over() *output.Stop                // why the flow itself ends; nil is not yet
	Save(due bool) error               // writes a checkpoint if one is due, between steps
	Advance() (over bool, err error)   // does some steps

	// After the last step, in this order. ended is what ended the run, or nil; the methods with an
	// error return that, or what went wrong on the way.
	Leave(ended error) error // writes the last checkpoint
	Energy(joules float64)   // of all GPUs; it is not called where that is unknown
	Finish(ended error) error
	Report() (shown, logged string)
	HowToGoOn(ended error) string // the command that continues the run, in a sentence
	End(how string)               // for readers of the page
}

// Run is a flow on its way. It says what happens on the screen and in the log.
type Run struct {
	Of      Flow
	Asked   *cli.Config
	World   *mpi.World // with other processes; nil is alone
	Begun   time.Time
	Screen  *cli.Screen
	From    *Earlier // where it continues a run, which has measured the flow at its beginning
	Due     *Due
	Stopped *output.Stop // why the run has ended before its end, or nil

	*Files
	from int // step at which it began
}

// Position is how far a flow is.
type Position struct {
	Step int
	Time float64 // [s], or the flow's own unit
}

// Introduce logs the command line and the notes on a flow, and tells lines that are not empty.
func (r *Run) Introduce(notes []string, lines ...string) {
	r.Log.Info(fmt.Sprintf("gpusph %s: %s", cli.FullVersion(), strings.Join(os.Args, " ")))
	for _, note := range notes {
		r.Log.Info(note)
	}
	for _, line := range lines {
		if line != "" {
			r.Tell(line)
		}
	}
}

// Complete computes until the end, and writes what is known then, however the run has ended. energy
// is what GPUs have used since the run began [J].
func (r *Run) Complete(ctx context.Context, energy func() (float64, error)) error {
	defer r.Due.Close()
	r.from = r.Of.Reached().Step
	err := r.loop(ctx)
	r.Screen.Clear()
	if errors.Is(err, cli.ErrInterrupted) {
		r.sayInterrupted()
	}
	if err = r.Of.Leave(err); err == nil && r.Stopped != nil {
		at := r.Of.Reached()
		r.Log.Info("stopped: "+r.Stopped.Why, "step", at.Step, "t", at.Time)
		r.Screen.Line("stopped: " + r.Stopped.Why)
	}
	if joules, e := energy(); e == nil {
		r.Of.Energy(joules)
	} else {
		r.Log.Info(e.Error())
	}
	if err = r.Of.Finish(err); err != nil && !errors.Is(err, cli.ErrInterrupted) {
		r.Log.Error(cli.OneLine(err))
		if p := new(text.Panic); errors.As(err, &p) {
			r.Log.Error(p.Stack)
		}
	}
	r.report()
	err = Outcome(err, r.LogFile.Failed())
	how := "gpusph report " + r.Folder.Path + " makes a page of it"
	if err != nil || r.Stopped != nil {
		how = r.Of.HowToGoOn(err)
		r.Tell(how)
	}
	r.Of.End(how)
	return err
}

// loop computes until the end or the first error.
func (r *Run) loop(ctx context.Context) error {
	if r.From == nil {
		if err := r.Of.Begin(); err != nil {
			return err
		}
	}
	for {
		if err := r.Of.Between(ctx); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if r.Stopped = r.stop(); r.Stopped != nil {
			return nil
		}
		if err := r.Of.Save(r.Due.Is(r.Of.Reached().Time)); err != nil {
			return err
		}
		if over, err := r.Of.Advance(); over || err != nil {
			return err
		}
	}
}

// stop says why the flow or an option ends the run between steps, or nil. By wall time it ends only
// what has advanced, so that runs that continue each other come to an end, however short the time
// is.
func (r *Run) stop() *output.Stop {
	if s := r.Of.Over(); s != nil {
		return s
	}
	if after := r.Asked.StopAfter; after > 0 && r.Of.Reached().Step > r.from &&
		time.Since(r.Begun) >= after {
		return &output.Stop{Option: "stop-after", Why: fmt.Sprintf("--stop-after %v is over", after)}
	}
	return nil
}

// sayInterrupted says so at once. mpirun may leave no time for it at the end.
func (r *Run) sayInterrupted() {
	at := r.Of.Reached()
	r.Log.Warn("interrupted", "step", at.Step, "t", at.Time)
	r.Screen.Line("interrupted: the last state is being written; Ctrl-C again ends at once")
	if r.World != nil {
		r.Screen.Line(r.GoOnWith(r.Folder.Path) + " goes on with it")
	}
}

// report writes the report to the log and, unless the run is quiet, to the standard output.
func (r *Run) report() {
	shown, logged := r.Of.Report()
	for line := range strings.Lines(logged) {
		if line = strings.TrimSpace(line); line != "" {
			r.Log.Info(line)
		}
	}
	if !r.Asked.Quiet {
		io.WriteString(cli.Stdout, shown)
	}
}

// Tell writes a line to the log and on the screen.
func (r *Run) Tell(line string) {
	r.Log.Info(line)
	r.Screen.Line(line)
}

// Warn is that for something that is not as it should be.
func (r *Run) Warn(what string) {
	r.Log.Warn(what)
	r.Screen.Line("warning: " + what)
}

// GoOnWith is the command that continues the run in a directory, or from a checkpoint, on as many
// processes.
func (r *Run) GoOnWith(path string) string {
	if r.World == nil {
		return "gpusph --resume " + path
	}
	return fmt.Sprintf("%s -n %d gpusph --resume %s", r.World.By(), r.World.Count(), path)
}

// Stamp writes a time as files have it.
func Stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Status is how a run has ended, and its error for people.
func Status(ended error) (status, why string) {
	switch {
	case errors.Is(ended, cli.ErrInterrupted):
		return output.Interrupted, ""
	case ended != nil:
		return output.Failed, cli.OneLine(ended)
	}
	return output.Done, ""
}
