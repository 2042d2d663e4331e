package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"gpusph/commands/cli"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
)

// Study is runs below a directory.
type Study struct {
	*cli.Config
	Dir    string
	Runs   []*Run
	Screen *cli.Screen
	Within [][]string // the devices of each of the runs at a time; one or none is one at a time
	GoOn   bool       // to the next where a run fails

	lock *output.RunDir
	said map[string]bool // by runs side by side
}

// DirOf is the directory of a run.
func (s *Study) DirOf(r *Run) string { return filepath.Join(s.Dir, r.Name) }

// Check refuses a directory that is none of a study, before anything is computed. It makes none.
func (s *Study) Check() error {
	f, err := readFile(s.Dir)
	if err != nil || f != nil {
		return err
	}
	entries, err := os.ReadDir(s.Dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("--dir: %w", err)
	case slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() != "run.lock" }):
		return fmt.Errorf("%s is not empty, and has no %s; use another --dir", s.Dir, fileName)
	}
	return nil
}

// Open takes the directory, so that no other process has it, and finds out how far the runs are.
func (s *Study) Open() error {
	if err := os.MkdirAll(s.Dir, 0o777); err != nil {
		return fmt.Errorf("the directory of the runs cannot be made: %w; use another --dir", err)
	}
	var err error
	if s.lock, err = output.GoOnInRunDir(s.Dir); err != nil {
		return err
	}
	if err := s.plan(); err != nil {
		s.Close()
		return err
	}
	return nil
}

// Close lets other processes have the directory.
func (s *Study) Close() {
	if s.lock != nil {
		s.lock.Close()
		s.lock = nil
	}
}

// Do does the runs that are not done. It ends with cli.ErrInterrupted where ctx ends it. That a run
// has failed is told by the run, and ends the study unless that goes on.
func (s *Study) Do(ctx context.Context) error {
	s.Screen.Line(s.describe())
	for _, r := range s.Runs {
		if r.State == Done {
			r.Took = true
		}
	}
	if len(s.Within) > 1 {
		return s.sideBySide(ctx)
	}
	for i, r := range s.Runs {
		if r.State == Done || r.State == Failed {
			continue
		}
		s.announce(i, r)
		words, err := s.words(r)
		if err == nil {
			err = s.here(ctx, words)
		}
		if err := s.settle(ctx, r, err); err != nil {
			return err
		}
		if r.Err != nil && !s.GoOn {
			return nil
		}
	}
	return nil
}

// announce tells which run comes.
func (s *Study) announce(i int, r *Run) {
	how := ""
	if r.State == Interrupted {
		how = ", which continues"
	}
	about := r.About
	if about != "" {
		about = ": " + about
	}
	s.Screen.Line(fmt.Sprintf("%d of %d, %s%s%s", i+1, len(s.Runs), r.Name, about, how))
}

// settle finds out what has become of a run that has ended with an error or none.
func (s *Study) settle(ctx context.Context, r *Run, err error) error {
	if e := s.look(r); e != nil {
		err = errors.Join(err, e)
	}
	switch {
	case ctx.Err() != nil && r.State != Done:
		return cli.ErrInterrupted
	case r.State == Done:
	case err != nil:
		r.Err = err
	case r.Err == nil:
		r.Err = errors.New("the run has not come to its end")
	}
	if r.Err != nil {
		s.Screen.Line(fmt.Sprintf("%s failed: %s", r.Name, cli.OneLine(r.Err)))
	}
	return nil
}

// words are those of the command line of a run. Its case file is written before.
func (s *Study) words(r *Run) ([]string, error) {
	dir := s.DirOf(r)
	if r.State == Interrupted {
		return append([]string{"--resume=" + dir}, s.ofDevices(r)...), nil
	}
	words := append(slices.Clone(r.Words), "--dir="+dir)
	if occupied(dir) {
		words = append(words, "--force")
	}
	if r.Case != nil {
		path := dir + ".toml"
		if err := r.Case(path); err != nil {
			return nil, err
		}
		words = append(words, "--case="+path)
	}
	return append(words, s.quiet()...), nil
}

// ofDevices are the options of a run that a continued run does not take over.
func (s *Study) ofDevices(r *Run) []string {
	words := s.quiet()
	for _, name := range []string{"gpus", "devices"} {
		if s.Given(name) {
			words = append(words, "--"+name+"="+s.Flags.Lookup(name).Value.String())
		}
	}
	return words
}

// quiet is the option, where this command has it.
func (s *Study) quiet() []string {
	if s.Quiet {
		return []string{"--quiet"}
	}
	return nil
}

// here does a run in this process, by the command run: with its progress, and without its report.
func (s *Study) here(ctx context.Context, words []string) error {
	back := cli.Stdout.Redirect(io.Discard)
	defer back()
	return s.Line.Run(ctx, words)
}

// DoneRuns are those that are done.
func (s *Study) DoneRuns() (all []*stored.Run) {
	for _, r := range s.Runs {
		if r.State == Done {
			all = append(all, r.Of)
		}
	}
	return all
}

// HowToGoOn is what to do after an interruption.
func (s *Study) HowToGoOn() string {
	return fmt.Sprintf("%s done; the same command line continues with the others",
		text.Count(len(s.DoneRuns()), "run"))
}
