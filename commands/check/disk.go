package check

import (
	"math"

	"gpusph/commands/cli"
	"gpusph/output"
	"gpusph/sph"
)

// Disk is what the files of a run take.
type Disk struct {
	Where       string   `json:"where"`
	Free        float64  `json:"free_bytes"` // 0 is not known
	Snapshots   int      `json:"snapshots"`
	Formats     []Format `json:"formats"`
	Tables      float64  `json:"tables_bytes"` // and pictures
	Checkpoints float64  `json:"checkpoints_bytes"`
	Bytes       float64  `json:"bytes"` // of all
}

// Format is what a format of snapshots takes.
type Format struct {
	Name  string  `json:"name"`
	Each  float64 `json:"bytes_per_snapshot"`
	Bytes float64 `json:"bytes"`
}

// room is by how much files of a flow in motion may be larger than those after a few steps, since
// they compress less.
const room = 1.15

// disk is what the run would write, by what the writers make of the flow as it is after the trial.
func (k *Check) disk(flow *sph.Case, c *cli.Config, l *last) error {
	d := &Disk{}
	d.Free, d.Where = c.FreeDisk()
	k.Disk = d
	end := min(flow.End, k.Trial.Dt*k.Trial.RunSteps)
	if interval := c.CaptureInterval(flow.End); interval > 0 {
		// one of a step at most
		d.Snapshots = 1 + int(min(math.Ceil(end/interval-1e-9), k.Trial.RunSteps))
	}
	formats, err := c.Formats()
	if err != nil {
		return err
	}
	if len(formats) > 0 && c.NoSave {
		d.Snapshots = 1
	}
	keep, err := c.Keep()
	if err != nil {
		return err
	}
	predict := func(w output.Writer) (output.Growth, error) { // with water everywhere
		return output.Predict(flow, k.Trial.Devices, w,
			output.Selection{Fields: keep.Fields, WallsOnce: keep.WallsOnce}, &l.progress, &l.sample,
			l.snapshot)
	}
	for _, w := range formats {
		g, err := predict(w)
		if err != nil {
			return err
		}
		f := Format{Name: w.Name, Each: room * g.Snapshot * keep.Part(flow)}
		f.Bytes = g.Once + f.Each*float64(d.Snapshots)
		if keep.Fields == nil && keep.Regions != nil {
			f.Bytes += room * g.Snapshot // the whole last state
		}
		d.Formats = append(d.Formats, f)
		d.Bytes += f.Bytes
	}
	rows, lists := end/c.SampleEvery(flow.End)+1,
		k.Trial.RunSteps*float64(k.Trial.Lists)/float64(max(k.Trial.Steps, 1))
	for _, w := range output.Always {
		g, err := predict(w)
		if err != nil {
			return err
		}
		d.Tables += g.Once + rows*g.Sample + lists*g.Progress
	}
	if l.state != nil {
		one, err := output.CheckpointBytes(output.NewCheckpoint(flow, l.state))
		if err != nil {
			return err
		}
		d.Checkpoints = output.CheckpointsKept * room * one
	}
	d.Bytes += d.Tables + d.Checkpoints
	return nil
}
