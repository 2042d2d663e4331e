package output

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// checkpointsKept is how many checkpoints of a run there are at most.
const checkpointsKept = 2

// CheckpointFiles are the checkpoints in run directories, by the end of their names:
// checkpoint_000001234.msgpack of particles.
type CheckpointFiles string

// ParticleCheckpoints are those of particles.
const ParticleCheckpoints = CheckpointFiles(".msgpack")

// checkpointName begins the names of checkpoints; the step follows.
const checkpointName = "checkpoint_"

// Is reports whether a file has the name of such a checkpoint.
func (f CheckpointFiles) Is(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, checkpointName) && strings.HasSuffix(name, string(f))
}

// Step is the step of a checkpoint by its name.
func (f CheckpointFiles) Step(path string) (step int, ok bool) {
	number := strings.TrimPrefix(filepath.Base(path), checkpointName)
	step, err := strconv.Atoi(strings.TrimSuffix(number, string(f)))
	return step, f.Is(path) && err == nil && step >= 0
}

// List is the paths of those in a run directory, the oldest first.
func (f CheckpointFiles) List(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("the checkpoints cannot be listed: %w", err)
	}
	steps := map[string]int{}
	var all []string
	for _, e := range entries {
		if step, ok := f.Step(e.Name()); ok {
			path := filepath.Join(dir, e.Name())
			steps[path], all = step, append(all, path)
		}
	}
	slices.SortFunc(all, func(a, b string) int { return steps[a] - steps[b] })
	return all, nil
}

// Write writes a checkpoint of a step into a run directory, and removes those older than the one
// before, but for the one that is good. The checkpoint and its name are on the disk when Write
// returns.
func (f CheckpointFiles) Write(dir string, step int, write func(io.Writer) error,
	good func() string) error {
	path := filepath.Join(dir, fmt.Sprintf("%s%09d%s", checkpointName, step, f))
	if err := WriteFile(path, write); err != nil {
		return err
	}
	if err := syncDir(dir); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, cause(err))
	}
	all, err := f.List(dir)
	if err != nil {
		return err
	}
	keep := good()
	for _, old := range all[:max(0, len(all)-checkpointsKept)] {
		if filepath.Base(old) == keep {
			continue
		}
		if err := os.Remove(old); err != nil {
			return fmt.Errorf("an older checkpoint cannot be removed: %w", err)
		}
	}
	return nil
}

// RemoveAfter removes those of later steps, sound or not, of a run that continues from this one.
// They would be taken for newer.
func (f CheckpointFiles) RemoveAfter(dir string, step int) error {
	all, err := f.List(dir)
	for _, path := range all {
		if of, _ := f.Step(path); of > step {
			err = errors.Join(err, os.Remove(path))
		}
	}
	if err != nil {
		return fmt.Errorf("checkpoints of later steps cannot be removed: %w", err)
	}
	return nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// LastOf reads the last checkpoint of a run directory that is sound. remarks tell what is wrong
// with later ones.
func LastOf[C any](f CheckpointFiles, dir string,
	read func(path string) (C, error)) (c C, remarks []string, err error) {
	all, err := f.List(dir)
	if err != nil {
		return c, nil, err
	}
	var unsound []error
	for _, path := range slices.Backward(all) {
		if c, err = read(path); err == nil {
			return c, remarks, nil
		}
		unsound, remarks = append(unsound, err), append(remarks, err.Error())
	}
	if len(unsound) == 0 {
		return c, nil, fmt.Errorf("%s has no checkpoint; --checkpoint-interval 10m makes some in a run",
			dir)
	}
	return c, remarks, errors.Join(unsound...)
}

// WriteCheckpoint writes a checkpoint of particles into the run directory dir. Where something has
// been found wrong with the flow, the last of before that stays, too.
func WriteCheckpoint(dir string, c *Checkpoint) error {
	return ParticleCheckpoints.Write(dir, c.State.Step, c.write, func() string {
		if len(c.Watch.Said) == 0 {
			return ""
		}
		return CheckpointBefore(dir, c.Watch.Good)
	})
}

// Checkpoints are the paths of those of particles in a run directory, the oldest first.
func Checkpoints(dir string) ([]string, error) { return ParticleCheckpoints.List(dir) }

// CheckpointBefore is the name of the last checkpoint in a run directory that is of this step or
// before; "" if there is none.
func CheckpointBefore(dir string, step int) (last string) {
	all, _ := Checkpoints(dir)
	for _, path := range all {
		if of, _ := ParticleCheckpoints.Step(path); of <= step {
			last = filepath.Base(path)
		}
	}
	return last
}
