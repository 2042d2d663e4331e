package gridrun

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
)

// checkFile is what check --json writes: what a run would be like.
type checkFile struct {
	output.Head
	output.Origin
	Problem string         `json:"problem"`
	Cells   [3]int         `json:"cells"`
	Spacing [3]float64     `json:"spacing_m"`
	End     float64        `json:"end_s"`
	Timing  *Timing        `json:"trial,omitempty"`
	Limits  []string       `json:"limits"` // of the time step
	Steps   float64        `json:"steps"`  // of the run, about
	Wall    float64        `json:"wall_s"` // about
	Device  []deviceMemory `json:"memory"`
	Disk    Disk           `json:"disk"`
	Faults  []string       `json:"faults,omitempty"`

	flow  *grid.Flow
	names []string
}

// deviceMemory is the memory of a device.
type deviceMemory struct {
	Name string  `json:"name"`
	Used float64 `json:"bytes"`      // by the flow, about
	Free float64 `json:"free_bytes"` // without it
}

// Disk is what the files of a run take.
type Disk struct {
	Where       string  `json:"where"`
	Free        float64 `json:"free_bytes"` // 0 is not known
	Snapshots   int     `json:"snapshots"`
	Each        float64 `json:"bytes_per_snapshot"`
	Checkpoints float64 `json:"checkpoints_bytes"`
	All         float64 `json:"bytes"`
}

var checkHead = output.NewHead("grid-check", 2)

// Check makes a flow on a grid, computes some steps, and reports what a run would cost.
func Check(ctx context.Context, args cli.Line) error {
	k := clock{warmup: 2, repeat: 1}
	own := option.Table{cli.Steps("steps that are timed", option.Default(&k.steps, 10))}
	g, f, names, json, err := prepare(args, "check", cli.Group{Title: "The trial", Options: own},
		cli.GridRunOptions)
	if g == nil || err != nil {
		return err
	}
	c := &checkFile{Head: checkHead, Origin: cli.Origin(nil), Problem: f.Name, Cells: f.Cells,
		Spacing: f.Spacing, End: f.End, flow: f, names: names}
	if err := c.try(ctx, g, &k); err != nil {
		return err
	}
	if err := cli.WriteAll(cli.Stdout, c.write); err != nil {
		return err
	}
	if err := output.SaveJSON(json, c); err != nil {
		return err
	}
	if len(c.Faults) > 0 {
		return errors.New(strings.Join(c.Faults, "; "))
	}
	return nil
}

// try does some steps. Where the devices have no room, that is a fault of the run.
func (c *checkFile) try(ctx context.Context, g *cli.GridConfig, k *clock) error {
	before, err := c.free(g)
	if err != nil {
		return err
	}
	var state float64
	c.Timing, err = k.timed(ctx, g, c.flow, c.names,
		func(sim grid.Simulator, s *gpu.System) error {
			c.memory(s, before)
			state, err = checkpointBytes(sim)
			return err
		})
	switch {
	case errors.Is(err, gpu.ErrMemory):
		c.Faults = append(c.Faults, cli.OneLine(err)+"; use fewer --cells, more devices, or --precision "+
			"single")
	case err != nil:
		return err
	default:
		c.limits()
	}
	c.disk(g, state)
	return nil
}

// checkpointBytes is what the state takes.
func checkpointBytes(sim grid.Simulator) (n float64, err error) {
	s, err := sim.Checkpoint()
	if err != nil {
		return 0, err
	}
	for _, f := range s.Fields {
		n += float64(len(f.Data))
	}
	return n, nil
}

// free is the free memory of each device before the flow.
func (c *checkFile) free(g *cli.GridConfig) (all []int64, err error) {
	system, err := gpu.Open(c.names, g.GPUOptions())
	if err != nil {
		return nil, err
	}
	defer system.Close()
	for _, d := range system.Devices {
		free, _ := d.Memory()
		all = append(all, free)
	}
	return all, nil
}

// memory is what the flow has taken of each distinct device.
func (c *checkFile) memory(s *gpu.System, before []int64) {
	seen := map[string]bool{}
	for i, d := range s.Devices {
		if seen[c.names[i]] {
			continue
		}
		seen[c.names[i]] = true
		now, _ := d.Memory()
		c.Device = append(c.Device, deviceMemory{c.names[i], math.Max(0, float64(before[i]-now)),
			float64(before[i])})
	}
}

// limits are those of the time step at the trial's speed, and what the run takes.
func (c *checkFile) limits() {
	f, t := c.flow, c.Timing
	c.Limits = f.Equations.Limits(f, t.Dt)
	if t.Dt > 0 {
		c.Steps = f.End / t.Dt
		c.Wall = c.Steps * t.Step
	}
}

// disk is what the run would write. state is what a checkpoint takes [bytes].
func (c *checkFile) disk(g *cli.GridConfig, state float64) {
	f, d := c.flow, &c.Disk
	d.Free, d.Where = g.FreeDisk()
	d.Each = float64(f.Cost(g.Solver).Snapshot) * float64(cellsOf(f)*f.Precision.Bytes())
	d.Snapshots = 1
	if !g.NoSave {
		d.Snapshots += int(math.Ceil(f.End/g.OutputEvery(f.End) - 1e-9))
	}
	if g.CheckpointInterval > 0 || g.CheckpointEvery > 0 {
		d.Checkpoints = output.CheckpointsKept * state
	}
	d.All = d.Each*float64(d.Snapshots) + d.Checkpoints
	if d.Free > 0 && d.All > d.Free {
		c.Faults = append(c.Faults, fmt.Sprintf("the files take %s, but %s has %s left; use --nosave or "+
			"a longer --output-interval", text.Bytes(d.All), d.Where, text.Bytes(d.Free)))
	}
}

// spacingOf is the width of cells, or the widths of stretched axes, in words.
func spacingOf(f *grid.Flow) string {
	var all []string
	for d, faces := range f.Faces {
		if faces == nil {
			continue
		}
		low, high := math.Inf(1), 0.0
		for i := range len(faces) - 1 {
			low, high = min(low, faces[i+1]-faces[i]), max(high, faces[i+1]-faces[i])
		}
		all = append(all, fmt.Sprintf("%.4g to %.4g m along %c", low, high, 'x'+d))
	}
	if all == nil {
		return fmt.Sprintf("spacing %.6g m", f.Spacing[0])
	}
	return text.And(all)
}

// write prints it.
func (c *checkFile) write(b *strings.Builder) {
	f, u := c.flow, unit(c.flow)
	rows := [][]string{{"problem", c.Problem}, {"cells", fmt.Sprintf("%s: %s, %s",
		text.Thousands(cellsOf(f)), shape(f.Cells), spacingOf(f))}}
	for _, note := range f.Notes {
		rows = append(rows, []string{"", note})
	}
	add := func(name, format string, values ...any) {
		rows = append(rows, []string{name, fmt.Sprintf(format, values...)})
	}
	add("devices", "%s", strings.Join(c.names, ", "))
	for _, m := range c.Device {
		if m.Used > 1<<20 {
			add("memory", "%s: %s of %s", m.Name, text.Bytes(m.Used), text.Bytes(m.Free))
		}
	}
	if t := c.Timing; t != nil {
		per := ""
		if t.PerSolve > 0 {
			per = fmt.Sprintf(", %s iterations a solve", one(t.PerSolve))
		}
		add("trial", "%s a step, %s MCUPS%s", milliseconds(t.Step), text.Digits(t.Mcups), per)
		add("time step", "%.3g %s", t.Dt, u)
		for _, limit := range c.Limits {
			add("", "%s", limit)
		}
		add("run", "about %s steps and %s until %s %s, at the trial's time step",
			text.Thousands(int(c.Steps)), text.Clock(c.Wall), text.Number(c.End), u)
		if f.Steady > 0 {
			add("", "or fewer, when no velocity changes by more than %g of the greatest in a time unit",
				f.Steady)
		}
	}
	add("disk", "%s: %s of %s each, and %s of checkpoints; %s has %s left", text.Bytes(c.Disk.All),
		text.Count(c.Disk.Snapshots, "snapshot"), text.Bytes(c.Disk.Each), text.Bytes(c.Disk.Checkpoints),
		c.Disk.Where, text.Bytes(c.Disk.Free))
	text.AlignRows(b, rows, "ll")
	if len(c.Faults) == 0 {
		b.WriteString("\nNo problems found.\n")
	}
}
