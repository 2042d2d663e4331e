package control

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"gpusph/internal/input"
)

// LogName is the file of a run directory with all that was set.
const LogName = "control.jsonl"

// Head is the first line of a log.
type Head struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Problem string `json:"problem"`
	Flow    string `json:"flow"` // hash of the flow at its beginning
}

// Entry is a line of a log: what was set at a step, how many steps the run was asked for there, or
// that neighbour lists ended there before they had to.
type Entry struct {
	Step  int     `json:"step"`
	Time  float64 `json:"t"` // [s]
	Set   []Set   `json:"set,omitempty"`
	Steps int     `json:"steps,omitempty"`

	EndLists bool `json:"end_lists,omitempty"`
}

// WriteLine writes a line of a log.
func WriteLine(to io.Writer, entry any) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	_, err = to.Write(append(line, '\n'))
	return err
}

// ReadLog reads a log. A last line that is cut, as of a run that was killed, is left out.
func ReadLog(path string) (head Head, all []Entry, err error) {
	f, _, err := input.Open(path)
	if err != nil {
		return head, nil, err
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return head, nil, err
		}
		if n == 1 {
			if err := strictly(line, &head); err != nil || head.Format != Format {
				return head, nil, fmt.Errorf("%s is no log of a run that was controlled", path)
			}
			if head.Version != Version {
				return head, nil, fmt.Errorf("%s has version %d, but this program reads version %d", path,
					head.Version, Version)
			}
			continue
		}
		var e Entry
		if err := strictly(line, &e); err != nil {
			return head, nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if e.Steps < 0 {
			return head, nil, fmt.Errorf("%s:%d: steps is %d, but must be 1 or more", path, n, e.Steps)
		}
		all = append(all, e)
	}
	if head.Format == "" {
		return head, nil, fmt.Errorf("%s is no log of a run that was controlled: it is empty", path)
	}
	return head, all, nil
}

// Split is what a log has until a checkpoint of a step, and what follows. A checkpoint has what was
// set at its step.
func Split(all []Entry, step int) (before, rest []Entry) {
	for _, e := range all {
		if step > 0 && (e.Step < step || e.Step == step && e.Steps == 0) {
			before = append(before, e)
		} else {
			rest = append(rest, e)
		}
	}
	return before, rest
}
