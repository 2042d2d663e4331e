package scaling

import (
	"fmt"
	"math"
	"strings"

	"gpusph/internal/measure"
	"gpusph/internal/text"
)

// network is machines of so many devices each, and the links between them, as they are given.
type network struct {
	Devices   int     `json:"devices_per_machine"`
	Latency   float64 `json:"latency_s"`
	Bandwidth float64 `json:"bandwidth_bytes_per_second"`
}

// mostMachines are as many as predictions go to: 1024 devices on machines of eight.
const mostMachines = 128

// machines is what the model makes of several machines. The devices d-1 and d are on two where d is a multiple of the devices of
// one. Beside what crosses there, all machines hear of each other's maxima twice a step: two latencies for each time
// that their number doubles, less the Forces of half a step and the exchange that these do not hide, in which there is time for it.
type machines struct {
	network
	Points []*onMachines `json:"points"`
}

// onMachines is what a number of machines does.
type onMachines struct {
	Machines int     `json:"machines"`
	N        int     `json:"n"`
	Share    float64 `json:"greatest_share"`
	Strong   *rate   `json:"predicted"`      // of the flow
	Weak     *rate   `json:"predicted_weak"` // of one that is n times as long along the split axis, with as many particles on each device as there are on one
}

// linkTo is the link by which device d has its neighbour d-1.
func (m *model) linkTo(d int) *measure.Link {
	if m.network != nil && d%m.network.Devices == 0 {
		return &measure.Link{Latency: m.network.Latency, Bandwidth: m.network.Bandwidth}
	}
	return &m.Link
}

// reductions are what n devices wait for each other's maxima in a step beyond all else [s], if each computes a part w of all pairs and waits
// for exchanges for so long.
func (m *model) reductions(n int, w, exchange float64) float64 {
	if m.network == nil || n <= m.network.Devices {
		return 0
	}
	machines := math.Ceil(float64(n) / float64(m.network.Devices))
	return 2 * max(0, 2*math.Ceil(math.Log2(machines))*m.network.Latency-(w*m.Forces+exchange)/2)
}

// weak is how long a step takes on n devices that have as many particles each as the flow has, and two edges as large as its largest [s].
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
	for k := 1; k <= mostMachines; k *= 2 {
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
	fmt.Fprintf(b, "\nSeveral machines of %s each, with links of %.3g GB/s + %.3g µs between them, as given\n", text.Count(a.Devices, "device"), a.Bandwidth/1e9, a.Latency*1e6)
	rows := [][]string{{"machines", "n", "w", "T [ms]", "mips", "S", "S/n", "weak T [ms]", "mips", "S/n"}}
	for _, p := range a.Points {
		n := fmt.Sprint(p.N)
		if p.N > most {
			n += "*"
		}
		rows = append(rows, []string{fmt.Sprint(p.Machines), n, text.Percent(p.Share), text.Milliseconds(p.Strong.Step), text.Mips(p.Strong.Mips), text.Fixed(p.Strong.SpeedUp, 2), text.Percent(p.Strong.Efficiency),
			text.Milliseconds(p.Weak.Step), text.Mips(p.Weak.Mips), text.Percent(p.Weak.Efficiency)})
	}
	text.Align(b, rows, 0)
	b.WriteString("Weak: each device has as many particles as the flow has, and two edges as large as its largest.\n")
	fmt.Fprintf(b, "Slices along %s stop to pay for this flow at %s: twice as many take less than a tenth off a step.\n", axis, text.Count(a.pays(), "machine"))
	if a.Points[len(a.Points)-1].N > most {
		fmt.Fprintf(b, "* The slices are enough for %s.\n", text.Count(most, "device"))
	}
}
