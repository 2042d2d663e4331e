package scaling

import (
	"math"
	"strings"
	"testing"
)

// A device on each machine: as TestModelByHand has it, with the network's link at each border, and the reductions of all.
func TestMachinesByHand(t *testing.T) {
	m := costly(even(40))
	m.network = &network{Devices: 1, Latency: 2e-3, Bandwidth: 1e5}
	lists := (3*2e-3 + 100*44/1e5) / 10
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %g, not %g", what, got, want)
		}
	}
	near("T(2)", first(m.time(2, nil)), 0.45+lists+0.1)
	near("T(2) of a flow twice as long", m.weak(2), 1+lists)
	near("T(4) of one four times as long", m.weak(4), 1+2*lists) // two in the middle have two edges
	// With two devices on each, every other border is within a machine.
	m.network.Devices = 2
	within := (3*1e-3 + 100*44/1e6) / 10
	near("T(2) within a machine", first(m.time(2, nil)), 0.45+within+0.1)
	near("T(4) of two machines", m.weak(4), 1+within+lists)
	// A link so slow that neither edges nor reductions are hidden.
	m.network.Latency = 1
	message := 3 + 200*36/1e5 - 0.75*0.7/2
	near("with a slow link", m.weak(4), 1+2*message+within+(3+100*44/1e5)/10+2*(2-0.35))
}

// What takes nothing at the borders is as efficient on 128 machines as on one, and slices end what a flow gains.
func TestMachinesReport(t *testing.T) {
	m := free(even(80))
	m.network = &network{Devices: 8, Bandwidth: math.Inf(1)}
	p := predict(made(even(80), []float64{2}, nil), m)
	var b strings.Builder
	p.Machines.report(&b, p.Most, "x")
	for _, want := range []string{"Slices along x stop to pay for this flow at 8 machines", "* The slices are enough for 40 devices.", "128 1024* 2.5 %"} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	last := p.Machines.Points[len(p.Machines.Points)-1]
	if last.N != 1024 || math.Abs(last.Weak.Efficiency-1) > 1e-9 {
		t.Errorf("the last is %+v, with %g", last, last.Weak.Efficiency)
	}
}
