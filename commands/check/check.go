// Package check is the command that makes a flow, computes some steps of it, and reports problems
// and the cost of a run.
package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// FileHead is what a Check begins with in its file.
var FileHead = output.NewHead("check", 4)

// Check is check.json: what a run would be like.
type Check struct {
	output.Head
	output.Origin
	Problem   string     `json:"problem"`
	DeltaP    float64    `json:"deltap_m"`
	End       float64    `json:"end_s"`
	Particles Particles  `json:"particles"`
	Domain    *Domain    `json:"domain,omitempty"`
	Pairs     *Pairs     `json:"pairs,omitempty"`
	Memory    []cli.Need `json:"memory"`
	Each      Each       `json:"memory_of_each"`
	Trial     *Trial     `json:"trial,omitempty"`
	Disk      *Disk      `json:"disk,omitempty"`
	Lengths   []Length   `json:"resolution,omitempty"`
	Finer     *Finer     `json:"finer,omitempty"`
	Warnings  []string   `json:"warnings,omitempty"`
	// what a run would be refused for, or what would go wrong
	Faults []string `json:"faults,omitempty"`

	flat    bool // in two dimensions
	verbose bool // lines about particles and lists, too
}

// Each is the memory that the devices and processes need which were asked for, wherever these are.
type Each struct {
	Devices   int     `json:"devices"` // of all processes
	Processes int     `json:"processes"`
	Device    float64 `json:"device_bytes"`  // of one, cells among it
	Process   float64 `json:"process_bytes"` // of one in the host's memory, with devices that are GPUs
}

// Particles are numbers of particles, and their mass.
type Particles struct {
	Total  int     `json:"total"`
	Fluid  int     `json:"fluid"`
	Wall   int     `json:"wall"`
	Bodies []Body  `json:"bodies,omitempty"`
	Each   float64 `json:"mass_of_one_kg"`
	Mass   float64 `json:"mass_of_fluid_kg"` // in two dimensions of a metre of width

	Materials []sph.Material `json:"materials,omitempty"` // where there is more than one
}

// Body is the wall particles of a body.
type Body struct {
	Name      string `json:"name"`
	Particles int    `json:"particles"`
}

// Domain is where particles may be.
type Domain struct {
	Size     [3]float64 `json:"size_m"`
	Spacings [3]float64 `json:"size_in_spacings"`
	Periodic [3]bool    `json:"periodic"`
	Cells    [3]int     `json:"cells"`
	Edge     float64    `json:"cell_edge_m"`
}

// options are those of the command check beyond a run's.
type options struct {
	steps, processes int
	cut              string
	verbose          bool
}

func (o *options) syntax() cli.Syntax {
	return cli.Syntax{Command: "check", Own: []cli.Group{{Title: "The trial", Options: option.Table{
		cli.Steps("steps that are timed, at least, or those of half a minute",
			option.Default(&o.steps, 100)),
		option.Switch("verbose", "print cells, gaps between particles and numbers of neighbours, too",
			&o.verbose),
	}}, {Title: "Several processes", Options: option.Table{
		option.Number("processes", "`number` of processes to be started, each with these devices: "+
			"memory is that of one of them, and no steps are tried", 1, cli.MaxDevices, "1 is the default",
			option.Default(&o.processes, 1)),
	}}, {Title: "Pictures, with --dir", Options: option.Table{
		option.Text("cut", "planes to be drawn, as y=0.335,z=0.1 [m] (default through the middle of "+
			"the fluid across each axis)", &o.cut),
	}}}, Without: []string{"resume", "allow-changes", "log-level"}}
}

// Run is the command check, and Syntax what it takes.
var Run, Syntax = cli.Reads((*options).syntax, check)

func check(ctx context.Context, c *cli.Config, o *options) error {
	begun := time.Now()
	planes, err := parsePlanes(o.cut)
	if err == nil && c.Given("cut") && c.Dir == "" {
		err = errors.New("--cut has no effect: without --dir nothing is drawn; add --dir looked")
	}
	if err != nil {
		return cli.UsageError(err)
	}
	k := &Check{Head: FileHead, Origin: cli.Origin(nil), verbose: o.verbose}
	if err := c.CheckDir(); c.Dir != "" && err != nil {
		return cli.UsageError(err)
	} else if err != nil {
		k.fault(err)
	}
	flow, err := k.look(ctx, c, o, &planes)
	if err != nil {
		return err
	}
	if !c.Quiet {
		err = cli.WriteAll(cli.Stdout, k.write)
	}
	if c.Dir != "" {
		err = errors.Join(err, k.save(c, withNormals(c, flow), planes, begun))
	}
	if len(k.Faults) > 0 {
		err = errors.Join(fmt.Errorf("a run would go wrong: %s", strings.Join(k.Faults, "; ")), err)
	}
	return err
}

// withNormals is the flow with surfaces of its walls, so that pictures have their normals, where it
// can have them. A run has them only if it is asked to.
func withNormals(c *cli.Config, flow *sph.Case) *sph.Case {
	if flow == nil || flow.Params.Further.Surfaces {
		return flow
	}
	for _, row := range c.Flow.Options() {
		if row.Name != "surfaces" {
			continue
		}
		for _, need := range row.Needs {
			if !need.Met() {
				return flow
			}
		}
		if row.Value.Set("true") == nil {
			if again, err := c.Setup(); err == nil {
				return again
			}
		}
	}
	return flow
}

func (k *Check) fault(err error) { k.Faults = append(k.Faults, cli.OneLine(err)) }

// look finds out all that can be known. An error is of the command line, or an interruption. flow
// is nil where the host has no room for it. The planes to be drawn become those of the flow.
func (k *Check) look(ctx context.Context, c *cli.Config, o *options,
	planes *[]plane) (flow *sph.Case, err error) {
	names, why, err := c.Devices(nil)
	if err != nil {
		return nil, cli.UsageError(err)
	}
	if why != "" {
		k.Remarks = append(k.Remarks, why)
	}
	needs, err := cli.UnlessInterrupted(ctx,
		func() (*cli.Needs, error) { return c.Memory(names, o.processes) })
	if err != nil {
		return nil, err
	}
	k.Problem, k.Memory = c.Flow.Name(), needs.Stores
	k.Each = Each{o.processes * len(names), o.processes, needs.Device, needs.Process}
	k.DeltaP = needs.DeltaP
	if needs.Short != nil {
		k.fault(needs.Short)
	}
	if needs.Host != nil {
		count := func(n float64) int { return int(min(n, 1e18)) } // beyond all reason
		k.Particles = Particles{Total: count(needs.Fluid + needs.Wall), Fluid: count(needs.Fluid),
			Wall: count(needs.Wall)}
		return nil, nil
	}
	if flow, err = cli.UnlessInterrupted(ctx, c.Setup); err != nil {
		return nil, cli.SetupError(err)
	}
	if *planes, err = planesOf(flow, *planes); err != nil {
		return nil, cli.UsageError(err)
	}
	k.describe(flow)
	k.addLengths(flow)
	if k.Pairs, err = cli.UnlessInterrupted(ctx, func() (*Pairs, error) { return pairsOf(flow), nil }); err != nil {
		return nil, err
	}
	k.judge()
	k.addCells(flow, names)
	defer k.advise(c, flow)
	if o.processes > 1 {
		k.Remarks = append(k.Remarks, "no steps are tried: that takes all processes; without "+
			"--processes there are times")
	}
	if needs.Short != nil || o.processes > 1 {
		return flow, nil
	}
	_, err = cli.UnlessInterrupted(ctx,
		func() (bool, error) { return true, k.tryAll(ctx, flow, names, c, o.steps) })
	return flow, err
}

// describe says what the flow has.
func (k *Check) describe(flow *sph.Case) {
	p := &flow.Params
	k.DeltaP, k.End = p.DeltaP, flow.End
	k.Remarks = append(k.Remarks, flow.Notes...)
	fluid := flow.Particles.Count(sph.Fluid)
	k.flat = p.Dim == 2
	k.Particles = Particles{Total: flow.Particles.Len(), Fluid: fluid,
		Wall: flow.Particles.Len() - fluid, Each: p.Mass, Mass: flow.FluidMass(),
		Materials: flow.Materials}
	if len(flow.Materials) > 0 {
		k.Particles.Each = k.Particles.Mass / float64(fluid)
	}
	for _, b := range flow.Bodies {
		k.Particles.Bodies = append(k.Particles.Bodies, Body{Name: b.Name})
	}
	for _, body := range flow.Particles.Body {
		if body > 0 {
			k.Particles.Bodies[body-1].Particles++
		}
	}
	d := &Domain{Periodic: p.Periodic}
	for a := range 3 {
		d.Size[a] = p.Max[a] - p.Min[a]
		d.Spacings[a] = d.Size[a] / p.DeltaP
	}
	k.Domain = d
	k.Warnings = append(k.Warnings, flow.Warnings...)
	k.Warnings = append(k.Warnings, p.Warnings()...)
	cells, err := engine.CellsOf(p)
	if err != nil {
		k.fault(err)
		return
	}
	d.Cells, d.Edge = cells.Along, cells.Edge
}

// addCells adds the memory of cells to that of particles, in proportion to the devices' shares.
func (k *Check) addCells(flow *sph.Case, names []string) {
	cells, err := engine.CellsOf(&flow.Params)
	if err != nil {
		return // which is told
	}
	each := float64(cells.Bytes) / float64(max(k.Each.Devices, 1))
	k.Each.Device += each
	for _, name := range names {
		if name == "host" {
			name = cli.HostStore
		}
		if i := slices.IndexFunc(k.Memory, func(n cli.Need) bool { return n.Name == name }); i >= 0 {
			k.Memory[i].Bytes += each
		}
	}
}

// judge says what is wrong with pairs of particles.
func (k *Check) judge() {
	if k.Pairs.Overlaps > 0 {
		g := &k.Pairs.Places[0]
		k.fault(fmt.Errorf("%s of particles nearer than %g deltap, the first is %s; they would be "+
			"thrown apart in the first steps, and the problem's geometry is at fault",
			text.Count(k.Pairs.Overlaps, "pair"), overlap, g))
	}
	if most := k.Pairs.OfAKind; most > sph.MaxNeighbours {
		k.Warnings = append(k.Warnings,
			fmt.Sprintf("a particle of fluid has %s neighbours of a kind, but lists hold %d; steps will "+
				"take longer", text.Thousands(most), sph.MaxNeighbours))
	}
}

// tryAll tries some steps, and says what the files of a run would take. What goes wrong is a fault.
func (k *Check) tryAll(ctx context.Context, flow *sph.Case, names []string, c *cli.Config,
	steps int) error {
	l, err := k.try(ctx, flow, names, c, steps)
	if err == nil {
		err = k.disk(flow, c, l)
	}
	switch {
	case errors.Is(err, cli.ErrNothing):
		return err
	case err != nil:
		k.fault(err)
		return nil
	}
	if k.Trial.Unlisted > 0 {
		k.Warnings = append(k.Warnings,
			fmt.Sprintf("lists cannot hold all neighbours of at least %s, so steps take longer; %s",
				text.Count(k.Trial.Unlisted, "particle"), flow.Params.ListRemedy()))
	}
	if n := k.Trial.RunSteps; n > sph.MaxSteps {
		k.fault(fmt.Errorf("the run would take about %.3g steps, but the maximum is %s; use an earlier "+
			"--tend or a larger --deltap", n, text.Thousands(sph.MaxSteps)))
	}
	if d := k.Disk; d.Free > 0 && d.Bytes > d.Free {
		k.fault(fmt.Errorf("the files would take %s, but %s has %s left; use fewer --formats, a longer "+
			"--output-interval or another --dir", text.Bytes(d.Bytes), d.Where, text.Bytes(d.Free)))
	}
	return nil
}

// save writes what is known into the run directory, where there is a flow with its particles and
// pictures of it, and prints what it has written.
func (k *Check) save(c *cli.Config, flow *sph.Case, planes []plane, begun time.Time) error {
	dir, err := c.OpenDir("check_"+k.Problem, begun)
	if err != nil {
		return err
	}
	defer dir.Close()
	files := []file{{"check.json", func(w io.Writer) error { return output.WriteJSON(w, k) }}}
	if flow != nil {
		files = append(files, drawn(flow, planes)...)
	}
	var written []string
	for _, f := range files {
		if e := output.WriteFile(filepath.Join(dir.Path, f.name), f.write); e != nil {
			err = errors.Join(err, e)
			continue
		}
		written = append(written, f.name)
	}
	if !c.Quiet && len(written) > 0 {
		err = errors.Join(err, cli.WriteAll(cli.Stdout,
			func(b *strings.Builder) { writeFiles(b, dir.Path, written) }))
	}
	return err
}
