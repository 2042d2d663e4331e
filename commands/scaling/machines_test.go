package scaling

import (
	"math"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/internal/measure"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// A device on each machine: as TestModelByHand has it, with the network's link at each border, and
// the reductions of all.
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
	// A link so slow that edges are not hidden. The reductions go beside them.
	m.network.Latency = 1
	message := 3 + 200*36/1e5 - 0.75*0.7/2
	edges := 2*message + within + (3+100*44/1e5)/10
	near("with a slow link", m.weak(4), 1+edges)
	// Those of 256 machines take twice eight latencies.
	near("of 512 devices with a slow link", m.weak(512), 1+edges+2*(16-0.35-edges/2))
}

// What takes nothing at the borders is as efficient on 128 machines as on one, and slices end what
// a flow gains.
func TestMachinesReport(t *testing.T) {
	m := free(even(80))
	m.network = &network{Devices: 8, Bandwidth: math.Inf(1)}
	p := predict(made(even(80), []float64{2}, nil), m)
	var b strings.Builder
	p.Machines.report(&b, p.Most, "x")
	for _, want := range []string{"Slices along x stop to pay for this flow at 8 machines",
		"* The slices are enough for 40 devices.", "128 1024* 2.5 %"} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	last := p.Machines.Points[len(p.Machines.Points)-1]
	if last.N != 1024 || math.Abs(last.Weak.Efficiency-1) > 1e-9 {
		t.Errorf("the last is %+v, with %g", last, last.Weak.Efficiency)
	}
}

// A thousand GPUs with 10 million particles each, on machines of eight with links of 400 Gb/s and 2
// µs. One is as fast as an H200 with DamBreak3D of 10.5 million (docs/lab/several-gpus.md): 3.89
// ms, of which lists are taken to be a tenth. A flow that is as much longer as there are more GPUs
// keeps 95 % of their speed. A cube does not where it is cut along one axis, and where it is cut
// along two it does. docs/design/links.md has the numbers, which -v prints.
func TestThousandGPUs(t *testing.T) {
	// particles of a GPU, and of a layer of cells across a cube of them
	const own, layer, perLayer = 10e6, 215 * 215 * 1.56, 8
	gpu := func(bytes ...int) *model {
		m := &model{Forces: 3.45e-3, Build: 0.4e-3, Link: measure.Link{Latency: 10e-6, Bandwidth: 150e9},
			Stripe: engine.MinStripe, StepsToList: 7, Exchanges: bytes,
			least: 2*perLayer + 1, network: &network{Devices: 8, Latency: 2e-6, Bandwidth: 50e9}}
		for range int(math.Round(own / layer * perLayer)) {
			m.particles = append(m.particles, layer/perLayer)
		}
		m.pairs = m.particles
		m.calibrate(3.89e-3, 3.89e-3)
		return m
	}
	p := sph.Defaults(0.1)
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		p.Boundary = boundary
		m := gpu(p.Exchanges()...)
		one := m.weak(1)
		// edges are those of a GPU to others, all on other machines, through one link where there
		// are more than two.
		efficiency := func(n int, faces, growth float64) float64 {
			each := growth * float64(m.least) * layer / perLayer
			links := []edge{{each, m.linkTo(8)}, {each, m.linkTo(8)}}
			if faces > 2 {
				links = []edge{{faces * each, m.linkTo(8)}}
			}
			if faces*each > own {
				return 0
			}
			exchange := m.exposed(own, 1, links)
			return one / (one + exchange + m.reductions(n, 1, exchange))
		}
		t.Logf("%v, edges of %.0f particles: n, long, cube along one axis, along two", boundary,
			float64(m.least)*layer/perLayer)
		var last [3]float64
		for _, n := range []int{8, 16, 32, 64, 128, 256, 512, 1024} {
			x := float64(n)
			last = [3]float64{one / m.weak(n), efficiency(n, 2, math.Pow(x, 2./3)),
				efficiency(n, 4, math.Pow(x, 1./6))}
			t.Logf("%4d %6.1f %% %6.1f %% %6.1f %%", n, 100*last[0], 100*last[1], 100*last[2])
		}
		if last[0] < 0.95 || last[1] > 0 || last[2] < 0.5 {
			t.Errorf("%v: 1024 GPUs are as efficient as %.3g", boundary, last)
		}
	}
}

// Links between machines are given in Gb/s and µs. A process has all devices of its machine where
// nothing else is asked for.
func TestUnitsOfNetwork(t *testing.T) {
	r := &seriesRun{Config: &cli.Config{}, flow: &sph.Case{Params: sph.Defaults(0.1)},
		series: made(even(40), []float64{1}, nil),
		survey: &measure.Survey{Particles: even(40), Pairs: even(40), Least: 2, Link: &measure.Link{}}}
	r.series.Points[0].Off.Measured.Phases = []map[string]float64{{}}
	r.machineDevices, r.networkBandwidth, r.networkLatency = 8, 400, 2
	for process, want := range map[int]int{0: 8, 2: 2} {
		r.processDevices = process
		n := r.model().network
		if n.Devices != 8 || n.Process != want || math.Abs(n.Bandwidth/50e9-1) > 1e-12 ||
			math.Abs(n.Latency/2e-6-1) > 1e-12 {
			t.Errorf("400 Gb/s and 2 µs are %+v", *n)
		}
	}
	r.machineDevices = 0
	if n := r.model().network; n != nil {
		t.Errorf("of one machine there is %+v", *n)
	}
}
