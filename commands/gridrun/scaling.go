package gridrun

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph/exchange"
)

// series is a flow on several numbers of devices.
type series struct {
	clock
	*cli.GridConfig
	gpus   string
	weak   bool
	grow   string // axes of weak growth
	stages []grid.Stages
	each   bool     // way of exchange is timed on the most devices
	ways   []string // that were
	byWay  []*Timing
	counts []int
	pool   []string
	screen *cli.Screen
	rows   []*Timing
}

// Scaling times a flow on a grid on several numbers of devices.
func Scaling(ctx context.Context, args cli.Line) (err error) {
	s := &series{}
	own := append(option.Table{
		option.Text("gpus", "`list` of numbers of devices, as 1,2,4 (default 1, 2, 4 and so on to "+
			"those there are)", &s.gpus),
		option.Switch("exchanges", "time each way of --exchange on the most devices, too", &s.each).
			NotWith("exchange", "all ways are timed"),
		option.Switch("weak", "weak scaling: on n devices a grid with n times the cells", &s.weak),
		option.Text("grow", "`axes` along which grids of weak scaling double in turn, as xz or xyz "+
			"(default z)", &s.grow).Need(func() bool { return s.weak },
			"only grids of weak scaling grow; use --weak"),
	}, s.table()...)
	with := append(slices.DeleteFunc(slices.Clone(cli.GridDeviceOptions), func(name string) bool {
		return name == "gpus"
	}), "dir", "force")
	s.GridConfig, err = cli.BeginGrid(args, cli.Syntax{Command: "scaling", Without: []string{"gpus"},
		Own: []cli.Group{{Title: "The series", Options: own}}}, with, noEarlier)
	if s.GridConfig == nil {
		return err
	}
	f, err := s.Flow()
	if err != nil {
		return cli.UsageError(err)
	}
	if err := s.plan(); err != nil {
		return cli.UsageError(err)
	}
	s.screen = cli.NewScreen(os.Stderr, s.Quiet)
	for _, n := range s.counts {
		if err := checkRoom(s.GridConfig, s.grown(f, n), cli.Spread(s.pool, n), n); err != nil {
			return cli.UsageError(err)
		}
	}
	for _, n := range s.counts {
		names := cli.Spread(s.pool, n)
		var stages grid.Stages
		t, err := s.timed(ctx, s.GridConfig, s.grown(f, n), names,
			func(sim grid.Simulator, _ *gpu.System) (err error) {
				stages, err = sim.Stages()
				return err
			})
		if err != nil {
			return err
		}
		s.rows, s.stages = append(s.rows, t), append(s.stages, stages)
		s.screen.Line(fmt.Sprintf("%s: %s a step, %s MCUPS", text.Count(n, "device"),
			milliseconds(t.Step), text.Digits(t.Mcups)))
	}
	if err := s.timeExchanges(ctx, f); err != nil {
		return err
	}
	return s.finish(f)
}

// timeExchanges times each way of exchange that the devices can do, on the most devices.
func (s *series) timeExchanges(ctx context.Context, f *grid.Flow) error {
	n := s.counts[len(s.counts)-1]
	for mode := range exchange.Modes {
		if !s.each || n == 1 || exchange.Mode(mode) == exchange.Fastest {
			continue
		}
		g := s.WithExchange(exchange.Mode(mode))
		t, err := s.timed(ctx, g, s.grown(f, n), cli.Spread(s.pool, n), nil)
		if cli.IsUsageError(err) { // the devices cannot do it
			s.screen.Line(cli.OneLine(err))
			continue
		}
		if err != nil {
			return err
		}
		s.ways, s.byWay = append(s.ways, exchange.Mode(mode).String()), append(s.byWay, t)
	}
	return nil
}

// plan finds the devices and their numbers.
func (s *series) plan() (err error) {
	if s.Dir != "" {
		if err := s.CheckDir(); err != nil {
			return err
		}
	}
	if strings.Trim(s.grow, "xyz") != "" {
		return fmt.Errorf("--grow is %q, but must be axes; use z, xz or xyz", s.grow)
	}
	gpus, reason := gpu.GPUs()
	if s.pool, err = s.DevicePool(len(gpus), reason); err != nil {
		return err
	}
	if s.gpus == "" {
		for n := 1; n <= max(len(s.pool), 2); n *= 2 {
			s.counts = append(s.counts, n)
		}
		return nil
	}
	if s.counts, err = cli.ParseCounts(s.gpus); err != nil {
		return err
	}
	s.counts = slices.Compact(append([]int{1}, s.counts...)) // all else is compared with one
	return nil
}

// grown is the flow on n devices.
func (s *series) grown(f *grid.Flow, n int) *grid.Flow {
	if !s.weak {
		return f
	}
	axes := s.grow
	if axes == "" {
		axes = "z"
	}
	for turn := 0; n > 1; turn++ {
		k := 2
		if n%2 != 0 {
			k = n
		}
		f = f.Longer(int(axes[turn%len(axes)]-'x'), k)
		n /= k
	}
	return f
}

// efficiency is the speed on the devices of a row as a part of their number times that on one.
func (s *series) efficiency(t *Timing) float64 {
	return t.Mcups / (float64(len(t.Devices)) * s.rows[0].Mcups)
}

// write prints the table.
func (s *series) write(b *strings.Builder, f *grid.Flow) {
	kind := "Strong scaling"
	if s.weak {
		kind = "Weak scaling"
	}
	fmt.Fprintf(b, "%s of %s, %s, %s, %s precision\n\n", kind, f.Name, shape(f.Cells)+
		" cells"+map[bool]string{true: " a device"}[s.weak], f.Equations.Method(s.Solver), f.Precision)
	rows := [][]string{{"devices", "cells", "step", "MCUPS", "speed-up", "efficiency", "iterations"}}
	for _, t := range s.rows {
		rows = append(rows, []string{strconv.Itoa(len(t.Devices)), shape(t.Cells),
			milliseconds(t.Step), text.Digits(t.Mcups), fmt.Sprintf("%.2f", t.Mcups/s.rows[0].Mcups),
			text.Percent(s.efficiency(t)), one(t.PerStep)})
	}
	if s.rows[0].PerStep == 0 { // there is no pressure
		for i := range rows {
			rows[i] = rows[i][:len(rows[i])-1]
		}
	}
	text.AlignRows(b, rows, "rlrrrrr"[:len(rows[0])])
	last := s.rows[len(s.rows)-1].Devices
	if cli.DistinctDevices(last) < len(last) {
		fmt.Fprintf(b, "\n%s: subdomains on one device speed nothing up\n", cli.Shares(last))
	}
	if !s.weak {
		same := "All numbers of devices have the same bits."
		other := func(t *Timing) bool { return t.State != s.rows[0].State }
		if i := slices.IndexFunc(s.rows, other); i > 0 {
			same = fmt.Sprintf("On %d devices the bits differ from those on one; please report this.",
				len(s.rows[i].Devices))
		}
		fmt.Fprintf(b, "\n%s\n", same)
	}
	s.writeStages(b, f)
	s.writeExchanges(b, f)
	if s.weak {
		b.WriteString(f.Equations.Literature(grid.WeakScaling, s.timedRows()))
	} else {
		b.WriteString(f.Equations.Literature(grid.StrongScaling, s.timedRows()))
	}
}

// timedRows are the rows as the literature is compared with them.
func (s *series) timedRows() (all []grid.Timed) {
	for _, t := range s.rows {
		all = append(all, grid.Timed{Devices: len(t.Devices), Cells: t.Cells, Precision: s.Precision,
			Step: t.Step, Dt: t.Dt})
	}
	return all
}

// writeStages prints the times of stages.
func (s *series) writeStages(b *strings.Builder, f *grid.Flow) {
	fmt.Fprintf(b, "\nStages of %s, one after the other\n\n", f.Equations.Stage())
	rows := [][]string{{"devices", "B interior", "C-E copies", "F edges", "copies/B", "F/B"}}
	for i, t := range s.stages {
		interior := t.B.Seconds()
		rows = append(rows, []string{strconv.Itoa(len(s.rows[i].Devices)), milliseconds(interior),
			milliseconds(t.Copy.Seconds()), milliseconds(t.F.Seconds()),
			text.Percent(t.Copy.Seconds() / interior), text.Percent(t.F.Seconds() / interior)})
	}
	text.AlignRows(b, rows, "lrrrrr")
	b.WriteString(f.Equations.Literature(grid.StageTimes, s.timedRows()))
}

// writeExchanges prints the table of ways of exchange, if there is one.
func (s *series) writeExchanges(b *strings.Builder, f *grid.Flow) {
	if len(s.byWay) == 0 {
		return
	}
	fmt.Fprintf(b, "\nExchange on %d devices\n\n", len(s.byWay[0].Devices))
	rows := [][]string{{"exchange", "step", "MCUPS"}}
	for i, t := range s.byWay {
		rows = append(rows, []string{s.ways[i], milliseconds(t.Step), text.Digits(t.Mcups)})
	}
	text.AlignRows(b, rows, "lrr")
	b.WriteString(f.Equations.Literature(grid.Exchanges, s.timedRows()))
}

// finish prints the table, and with --dir writes it as CSV, too.
func (s *series) finish(f *grid.Flow) error {
	if !s.Quiet {
		if err := cli.WriteAll(cli.Stdout, func(b *strings.Builder) { s.write(b, f) }); err != nil {
			return err
		}
	}
	if s.Dir == "" {
		return nil
	}
	dir, err := s.OpenDir(f.Name, time.Now())
	if err != nil {
		return err
	}
	defer dir.Close()
	columns := []string{"devices", "cells", "step[s]", "mcups", "iterations", "efficiency"}
	return output.WriteTable(filepath.Join(dir.Path, "scaling.csv"), columns,
		func(row func(...float64) error) error {
			for _, t := range s.rows {
				if err := row(float64(len(t.Devices)), float64(t.Cells[0]*t.Cells[1]*t.Cells[2]), t.Step,
					t.Mcups, t.PerStep, s.efficiency(t)); err != nil {
					return err
				}
			}
			return nil
		})
}
