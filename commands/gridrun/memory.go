package gridrun

import (
	"fmt"
	"math"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/internal/text"
)

// cellBytes is what a cell takes on a device, and on the host: of snapshots one is written while
// another waits and a third is made.
func cellBytes(f *grid.Flow, s grid.Solver) (device, host float64) {
	const mask, waiting = 1, 3
	size, c := float64(f.Precision.Bytes()), f.Cost(s)
	return c.Numbers*size + mask, waiting*8*float64(c.Snapshot) + float64(c.Checkpoint)*size
}

// checkMemory refuses a flow for which there is no room on the host or the named devices of this
// process, before any of it is made; all is the number of devices of all processes.
func checkMemory(f *grid.Flow, s grid.Solver, names []string, all int, host gpu.HostMemory,
	gpus []gpu.Info) error {
	device, copies := cellBytes(f, s)
	own := float64(cellsOf(f)) / float64(all) // cells of a device
	need := map[string]float64{"host": copies * own * float64(len(names))}
	for _, name := range names {
		need[name] += device * own
	}
	free := map[string]int64{"host": host.Free}
	for _, g := range gpus {
		free[g.Name] = g.Free
		if g.Free == 0 {
			free[g.Name] = g.Memory
		}
	}
	for _, name := range append([]string{"host"}, names...) {
		has, of := float64(free[name]), name
		if name == "host" {
			of = "the host"
		}
		if has <= 0 || need[name] <= has {
			continue
		}
		remedy := fmt.Sprintf("use --cells %d or less, or more devices", fewer(f, has/need[name]))
		if single := *f; f.Precision == grid.Double {
			single.Precision = grid.Single
			if single.Check(s) == nil {
				remedy += ", or --precision single"
			}
		}
		return fmt.Errorf("--cells %d makes %s cells, which take %s of the memory of %s, but that has "+
			"%s left; %s", f.Cells[0], text.Thousands(cellsOf(f)), text.Bytes(need[name]), of,
			text.Bytes(has), remedy)
	}
	return nil
}

// fewer is --cells of a grid of the same shape with a part of the cells, of numbers that 8 divides.
func fewer(f *grid.Flow, part float64) int {
	axes := 0.
	for _, n := range f.Cells {
		if n == f.Cells[0] {
			axes++
		}
	}
	return int(float64(f.Cells[0])*math.Pow(part, 1/max(axes, 1))) / 8 * 8
}

// checkRoom is checkMemory of this machine.
func checkRoom(g *cli.GridConfig, f *grid.Flow, names []string, all int) error {
	gpus, _ := gpu.GPUs()
	return checkMemory(f, g.Solver, names, all, gpu.ReadHostMemory(), gpus)
}
