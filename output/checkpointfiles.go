package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// checkpointsKept is how many checkpoints of a run there are at most.
const checkpointsKept = 2

// checkpointName begins the names of checkpoints; the step follows.
const checkpointName, checkpointSuffix = "checkpoint_", ".msgpack"

// WriteCheckpoint writes a checkpoint into the run directory dir, and removes those older than the
// one before. Where something has been found wrong with the flow, the last of before that stays,
// too. The checkpoint is on the disk, as is its name, when WriteCheckpoint returns.
func WriteCheckpoint(dir string, c *Checkpoint) error {
	path := filepath.Join(dir, fmt.Sprintf("%s%09d%s", checkpointName, c.State.Step, checkpointSuffix))
	if err := WriteFile(path, c.write); err != nil {
		return err
	}
	if err := syncDir(dir); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, cause(err))
	}
	all, err := Checkpoints(dir)
	if err != nil {
		return err
	}
	good := ""
	if len(c.Watch.Said) > 0 {
		good = CheckpointBefore(dir, c.Watch.Good)
	}
	for _, old := range all[:max(0, len(all)-checkpointsKept)] {
		if filepath.Base(old) == good {
			continue
		}
		if err := os.Remove(old); err != nil {
			return fmt.Errorf("an older checkpoint cannot be removed: %w", err)
		}
	}
	return nil
}

// RemoveCheckpointsAfter removes those of later steps, sound or not, of a run that continues from
// this one. They would be taken for newer.
func RemoveCheckpointsAfter(dir string, step int) error {
	all, err := Checkpoints(dir)
	for _, path := range all {
		if of, _ := checkpointStep(filepath.Base(path)); of > step {
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

// Checkpoints are the paths of those in a run directory, the oldest first.
func Checkpoints(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("the checkpoints cannot be listed: %w", err)
	}
	steps := map[string]int{}
	var all []string
	for _, e := range entries {
		if step, ok := checkpointStep(e.Name()); ok {
			path := filepath.Join(dir, e.Name())
			steps[path], all = step, append(all, path)
		}
	}
	slices.SortFunc(all, func(a, b string) int { return steps[a] - steps[b] })
	return all, nil
}

// checkpointStep is the step of a checkpoint by its name.
func checkpointStep(name string) (step int, ok bool) {
	number, is := strings.CutPrefix(name, checkpointName)
	number, has := strings.CutSuffix(number, checkpointSuffix)
	step, err := strconv.Atoi(number)
	return step, is && has && err == nil && step >= 0
}

// CheckpointBefore is the name of the last checkpoint in a run directory that is of this step or
// before; "" if there is none.
func CheckpointBefore(dir string, step int) (last string) {
	all, _ := Checkpoints(dir)
	for _, path := range all {
		name := filepath.Base(path)
		if of, _ := checkpointStep(name); of <= step {
			last = name
		}
	}
	return last
}

// LastCheckpoint reads the last checkpoint of a run directory that is sound. remarks tell what is
// wrong with later ones.
func LastCheckpoint(dir string) (c *Checkpoint, remarks []string, err error) {
	all, err := Checkpoints(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, path := range slices.Backward(all) {
		if c, err = ReadCheckpoint(path); err == nil {
			return c, remarks, nil
		}
		remarks = append(remarks, err.Error())
	}
	if err == nil {
		err = fmt.Errorf("%s has no checkpoint; --checkpoint-interval 10m makes some in a run", dir)
	}
	return nil, remarks, err
}
