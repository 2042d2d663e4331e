package scaling

import (
	"fmt"
	"math"
	"strings"

	"gpusph/internal/measure"
	"gpusph/internal/text"
)

// network is machines of a given number of devices each, which several processes may drive, and the
// links between these as they are given.
type network struct {
	Devices   int         `json:"devices_per_machine"`
	Process   int         `json:"devices_per_process"`
	Latency   float64     `json:"latency_s"` // between machines, where no transport is given
	Bandwidth float64     `json:"bandwidth_bytes_per_second"`
	Links     []transport `json:"links,omitempty"`
}

// mostDevices are as many as predictions of machines go to.
const mostDevices = 1024

// machines is what the model makes of several machines. The devices d-1 and d are on two where d is
// a multiple of the devices of one. Beside what crosses there, all processes hear of each other's
// maxima twice a step, less the Forces of half a step and the exchange that these do not hide, in
// which there is time for it.
type machines struct {
	network
	Points []*onMachines `json:"points"`
}

// onMachines is what a number of machines does.
type onMachines struct {
	Machines int     `json:"machines"`
	N        int     `json:"n"`
	Share    float64 `json:"greatest_share"`
	Strong   *rate   `json:"predicted"` // of the flow
	// of one that is n times as long along the split axis, with as many particles on each device as
	// there are on one
	Weak *rate `json:"predicted_weak"`
}

// linkTo is the transport by which device d has its neighbour d-1. Within a process it is the link
// that was measured.
func (m *model) linkTo(d int) *transport {
	within := &transport{Name: "process", Latency: m.Link.Latency, Bandwidth: m.Link.Bandwidth}
	w := m.network
	if w == nil {
		return within
	}
	if t := w.named(pairName(d)); t != nil {
		return t
	}
	switch {
	case d%w.Devices == 0:
		return w.between()
	case w.Process > 0 && d%w.Devices%w.Process == 0:
		if t := w.named(transports...); t != nil {
			return t
		}
	}
	return within
}

// between is the transport between machines.
func (w *network) between() *transport {
	if t := w.named("nccl", "mpi"); t != nil {
		return t
	}
	return &transport{Name: "network", Latency: w.Latency, Bandwidth: w.Bandwidth}
}

// reductions are what n devices wait for each other's maxima in a step beyond all else [s], if each
// computes a part w of all pairs and waits for exchanges for so long. Reductions are trees: an
// all-reduce of two for each time that the number of processes doubles, first within a machine and
// then between machines.
func (m *model) reductions(n int, w, exchange float64) float64 {
	if m.network == nil {
		return 0
	}
	doublings := func(n, of int) float64 {
		return math.Ceil(
			math.Log2(math.Ceil(float64(n) / float64(of))))
	}
	devices := m.network.Devices
	tree := doublings(n, devices) * m.network.between().reduction()
	if p := m.network.Process; p > 0 && p < devices {
		if t := m.network.named(transports...); t != nil {
			tree += doublings(min(n, devices), p) * t.reduction()
		}
	}
	if tree == 0 {
		return 0
	}
	return 2 * max(0, tree-(w*m.Forces+exchange)/2)
}

// weak is how long a step takes on n devices that have as many particles each as the flow has, and
// two edges as large as its largest [s].
func (m *model) weak(n int) float64 {
	seconds := m.compute(1) + m.Fixed
	if n == 1 {
		return seconds
	}
	largest := 0.0
	for from := range len(m.particles) - m.least + 1 {
		largest = max(largest, measure.Sum(m.particles[from:from+m.least]))
	}
	worst := 0.0
	for d := range n {
		var edges []edge
		if d > 0 {
			edges = append(edges, edge{largest, m.linkTo(d)})
		}
		if d < n-1 {
			edges = append(edges, edge{largest, m.linkTo(d + 1)})
		}
		worst = max(worst, m.exposed(measure.Sum(m.particles), 1, edges))
	}
	return seconds + worst + m.reductions(n, 1, worst) + m.Handover
}

// onSeveral predicts numbers of machines. One device does a step in one seconds.
func (m *model) onSeveral(particles int, mips float64) *machines {
	all := &machines{network: *m.network}
	for k := 1; k*m.network.Devices <= max(mostDevices, m.network.Devices); k *= 2 {
		p := &onMachines{Machines: k, N: k * m.network.Devices}
		t, share := m.time(p.N, nil)
		p.Share = share
		p.Strong = &rate{Mips: float64(particles) / t / 1e6}
		p.Strong.derive(p.N, mips, particles)
		p.Weak = &rate{Mips: float64(particles) * float64(p.N) / m.weak(p.N) / 1e6}
		p.Weak.derive(p.N, mips, particles*p.N)
		all.Points = append(all.Points, p)
	}
	return all
}

// pays is the greatest number of machines that take at least a tenth off a step of half as many.
func (a *machines) pays() int {
	for k := 1; k < len(a.Points); k++ {
		if a.Points[k].Strong.Step > 0.9*a.Points[k-1].Strong.Step {
			return a.Points[k-1].Machines
		}
	}
	return a.Points[len(a.Points)-1].Machines
}

// report writes a table of them.
func (a *machines) report(b *strings.Builder, most int, axis string) {
	between := a.between()
	fmt.Fprintf(b, "\nSeveral machines of %s each, with links of %.3g GB/s + %.3g µs between them, "+
		"as given\n", text.Count(a.Devices, "device"), between.Bandwidth/1e9, between.Latency*1e6)
	if a.Process < a.Devices {
		fmt.Fprintf(b, "A process has %s.\n", text.Count(a.Process, "device"))
	}
	for _, t := range a.Links {
		fmt.Fprintf(b, "  %s\n", &t)
	}
	rows := [][]string{{"machines", "n", "w", "T [ms]", "mips", "S", "S/n", "weak T [ms]", "mips",
		"S/n"}}
	for _, p := range a.Points {
		n := fmt.Sprint(p.N)
		if p.N > most {
			n += "*"
		}
		rows = append(rows, []string{fmt.Sprint(p.Machines), n, text.Percent(p.Share),
			text.Milliseconds(p.Strong.Step), text.Mips(p.Strong.Mips), text.Fixed(p.Strong.SpeedUp, 2),
			text.Percent(p.Strong.Efficiency),
			text.Milliseconds(p.Weak.Step), text.Mips(p.Weak.Mips), text.Percent(p.Weak.Efficiency)})
	}
	text.Align(b, rows, 0)
	b.WriteString("Weak: each device has as many particles as the flow has, and two edges as large " +
		"as its largest.\n")
	fmt.Fprintf(b, "Slices along %s stop to pay for this flow at %s: twice as many take less than a "+
		"tenth off a step.\n", axis, text.Count(a.pays(), "machine"))
	if a.Points[len(a.Points)-1].N > most {
		fmt.Fprintf(b, "* The slices are enough for %s.\n", text.Count(most, "device"))
	}
}
