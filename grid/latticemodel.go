package grid

import (
	"fmt"
	"strings"

	"gpusph/grid/lattice"
)

// Model implements Equations: that of Calore et al. for a lattice that is cut along one axis, with
// and without overlap of computation and exchange (equations 19 and 16). What it is made of was
// measured: the time of a site, and the bandwidth between devices.
func (e *Lattice) Model(f *Flow, m *Measured) []string {
	sites := float64(f.count()) / float64(m.Devices)
	computed := (m.Stages.B + m.Stages.F).Seconds()
	all := []string{fmt.Sprintf("a site takes %.3g ns on a device, and 592 bytes are read and "+
		"written: %.0f %% of the bandwidth of copies (%.3g GB/s)", 1e9*computed/sites,
		100*2*latticeBytes*sites/computed/m.Copy, m.Copy/1e9)}
	if m.Devices > 1 {
		model := lattice.TilingModel{Sites: [2]int{f.Cells[0], f.Cells[2]},
			Periodic: [2]bool{true, f.Periodic[2]}, Site: computed / sites,
			Bytes: lattice.BorderBytes, Overlapped: 1}
		borders := 2.0
		if m.Devices == 2 && !f.Periodic[2] {
			borders = 1
		}
		model.Links[1].Bandwidth = borders * lattice.BorderBytes * float64(f.Cells[0]) /
			m.Stages.Copy.Seconds()
		apart := model.Predict(lattice.Tiling{1, m.Devices})
		model.Overlap = true
		over := model.Predict(lattice.Tiling{1, m.Devices})
		all = append(all, fmt.Sprintf("by the model of Calore et al. (equations 16 and 19) a step on %d "+
			"devices takes %.4g ms, or %.4g ms where exchange and computation overlap", m.Devices,
			1e3*apart.Step, 1e3*over.Step))
		computed = over.Step
	}
	if m.Step > 0 {
		all = append(all, fmt.Sprintf("a step took %.4g ms, %+.1f %% off the model, so %.4g million "+
			"sites a second", 1e3*m.Step, 100*(m.Step/computed-1), float64(f.count())/m.Step/1e6))
	}
	return all
}

// Literature implements Equations.
func (*Lattice) Literature(of Comparison, own []Timed) string {
	var b strings.Builder
	switch of {
	case StrongScaling, WeakScaling:
		fmt.Fprintf(&b, "\nCalore et al. (2016), %d x %d sites:\n", lattice.PublishedSites[0],
			lattice.PublishedSites[1])
		for _, t := range lattice.Published {
			fmt.Fprintf(&b, "%-20s %6.0f million sites a second\n", t.Device, t.MLUPS)
		}
		for _, t := range own {
			sites := float64(t.Cells[0]) * float64(t.Cells[1]) * float64(t.Cells[2])
			fmt.Fprintf(&b, "%-20s %6.4g, which is %.3g times one K40\n", fmt.Sprintf("%d here",
				t.Devices), sites/t.Step/1e6, sites/t.Step/1e6/lattice.Published[2].MLUPS)
		}
	case StageTimes:
		fmt.Fprintf(&b, "\nCalore et al. (2016), %d x %d sites, in three kernels:\n",
			lattice.PublishedSites[0], lattice.PublishedSites[1])
		for _, t := range lattice.Published {
			fmt.Fprintf(&b, "%-20s propagate %5.1f ms (%3.0f GB/s), walls %4.1f ms, collide %5.1f ms "+
				"(%4.0f Gflop/s)\n", t.Device, t.Propagate, t.PropagateRate, t.Walls, t.Collide,
				t.CollideRate)
		}
	case EnergyOfSteps:
		b.WriteString("\nCalore et al. (2016), collisions alone, by the thermal design power:\n")
		for _, t := range lattice.PublishedEnergies {
			fmt.Fprintf(&b, "%-20s %4.1f µJ a site\n", t.Device, t.MicroJoules)
		}
	}
	return b.String()
}
