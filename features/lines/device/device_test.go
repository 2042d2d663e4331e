package device

import (
	"math"
	"testing"

	"gpusph/cuda"
	"gpusph/features/lines"
)

// on is lines alone, at rest at first, in fluid of a density at rest below a level.
func on(t *testing.T, f *lines.Flow, density, gravity float64) (*alone, *lines.Net, *lines.Rest) {
	t.Helper()
	n, err := lines.NewNet(f, density, gravity)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := n.Rest()
	if err != nil {
		t.Fatal(err)
	}
	bodies := 0
	for k := range n.Nodes {
		bodies = max(bodies, n.Nodes[k].Body)
	}
	m := newModel(f, n, density, make([]place, bodies), [3]float64{})
	of := m.table()
	of.Water, of.Level, of.Quantum = cuda.DryLines, f.Level, 1e-9
	if f.Water == lines.StillWater {
		of.Water = cuda.StillLines
	}
	a := newAlone(m, of, m.begin(rest.At, nil, [3]float64{}), bodies,
		[3]float32{0, 0, float32(-gravity)})
	a.step(0)
	return a, n, rest
}

const gravity = 9.81

// energy is what nodes and segments have of a chain without fluid, bed and bending [J]. It keeps
// the greatest kinetic energy.
func (a *alone) energy() (sum float64) {
	state, kinetic := a.state(), 0.0
	node := func(k int32) []float64 { return state[int(k)*cuda.NodeWords:] }
	for k := range a.segments {
		s := &a.segments[k]
		var d [3]float64
		from, to := node(s.From), node(s.To)
		for _, of := range [][]float64{from, to} {
			for axis := range 3 {
				kinetic += s.Mass / 2 * of[3+axis] * of[3+axis]
			}
			sum += s.Mass * gravity * of[2]
		}
		for axis := range 3 {
			d[axis] = to[axis] - from[axis]
		}
		strain := math.Sqrt(d[0]*d[0]+d[1]*d[1]+d[2]*d[2])/s.Length - 1
		sum += s.Stiff / 2 * s.Length * strain * strain
	}
	a.swing = max(a.swing, kinetic)
	return sum + kinetic
}

func hung(l lines.Line, b lines.Bed) *lines.Flow {
	return &lines.Flow{Lines: []lines.Line{l}, Bed: b}
}

func fixed(x, y, z float64) lines.End { return lines.End{At: [3]float64{x, y, z}} }

// A line of 40 nodes at rest has the shape and the tension of an elastic catenary.
func TestLinesAtRest(t *testing.T) {
	kind := lines.Kind{Mass: 10, Diameter: 0.05, Stiffness: 1e6, Damping: 0.5}
	chain := lines.Kind{Mass: 108.63, Diameter: 0.077, Stiffness: 7.536e8, Damping: 0.5}
	flat := lines.Bed{Is: true, Damping: 1}
	slope := lines.Bed{Is: true, Damping: 1, Slope: [2]float64{0.15, 0}}
	for _, test := range []struct {
		name string
		to   lines.End
		l    float64
		bed  lines.Bed
		of   lines.Kind
	}{
		{name: "free", to: fixed(60, 0, 20), l: 80, of: kind},
		{name: "sagging", to: fixed(30, 40, 0), l: 60, of: kind},
		{name: "on the bed", to: fixed(70, 0, 30), l: 80, bed: flat, of: kind},
		{name: "on a slope", to: fixed(60, 0, 35), l: 75, bed: slope, of: kind},
		{name: "platform", to: fixed(794.533, 0, 186), l: 835.5, bed: flat, of: chain},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := hung(lines.Line{Name: "a", From: fixed(0, 0, 0), To: test.to, Length: test.l,
				Segments: 39, Kind: test.of}, test.bed)
			a, n, rest := on(t, f, 0, gravity)
			a.settle(0.5, 60+test.l/4, 0.02)
			c := rest.Sections[0][0]
			low, high := c.Ends()
			want := []float64{math.Hypot(low[0], low[1]), math.Hypot(high[0], high[1])}
			got := a.readings()
			worst := 0.0
			for k := range n.Nodes {
				for axis := range 3 {
					worst = max(worst, math.Abs(a.state()[k*cuda.NodeWords+axis]-rest.At[k][axis]))
				}
			}
			t.Logf("tension %+.3f and %+.3f %%, shape %.3f %%, %.4g of %.4g m on the bed",
				100*(got[0]/want[0]-1), 100*(got[1]/want[1]-1), 100*worst/test.l, got[3], c.Lying())
			if worst > 1e-3*test.l {
				t.Errorf("the shape is off by %g m", worst)
			}
			for k := range 2 {
				if e := math.Abs(got[k]/want[k] - 1); e > 5e-3 {
					t.Errorf("the tension at end %d is off by %.3g %%", k, 100*e)
				}
			}
		})
	}
}

// A hanging chain that nothing damps swings with the frequencies of Bernoulli's chain, j²/4 g/L by
// the zeros j of J0, and keeps its energy for a hundred periods.
func TestChainSwings(t *testing.T) {
	const length, segments = 2.0, 30
	for mode, zero := range []float64{2.404825557695773, 5.520078110286311} {
		omega := zero / 2 * math.Sqrt(gravity/length)
		f := hung(lines.Line{Name: "a", From: fixed(0, 0, 0), To: lines.End{Kind: lines.Loose,
			At: [3]float64{0, 0, -length}}, Length: length, Segments: segments,
			Kind: lines.Kind{Mass: 1, Diameter: 0.01, Stiffness: 2e4}}, lines.Bed{})
		a, n, rest := on(t, f, 0, gravity)
		state := a.state()
		for k := range n.Nodes { // of the mode, 2 mm at the end
			s := math.Max(0, rest.At[k][2]+length) / length
			state[k*cuda.NodeWords] = 0.002 * math.J0(zero*math.Sqrt(s))
		}
		began, dt := a.energy(), float32(1e-3)
		last, time, crossings, first, end, drift := state[segments*cuda.NodeWords], 0.0, 0, 0.0, 0.0, 0.0
		periods := 100 - 90*mode
		for crossings < 2*periods+1 {
			a.step(dt)
			now := a.state()[segments*cuda.NodeWords]
			if now*last < 0 {
				at := time + float64(dt)*last/(last-now)
				if crossings == 0 {
					first = at
				}
				end = at
				crossings++
			}
			last, time = now, time+float64(dt)
			drift = max(drift, math.Abs(a.energy()-began))
		}
		period := (end - first) / float64(periods)
		e := period*omega/(2*math.Pi) - 1
		// the energy of the swing, without that of the chain's weight
		swing := a.swing
		t.Logf("mode %d: period %.5g s, %+.3f %%; energy off by %.3f %% of the swing's %.3g J", mode+1,
			period, 100*e, 100*drift/swing, swing)
		if math.Abs(e) > 0.01 {
			t.Errorf("the period is off by %.3g %%", 100*e)
		}
		if drift > 0.01*swing {
			t.Errorf("the energy is off by %.3g %%", 100*drift/swing)
		}
	}
}

// A ball on a tether in fluid at rest swings with its added mass, half of what it displaces.
func TestTetheredBall(t *testing.T) {
	const length, mass, volume, rho = 1.0, 0.5, 1e-3, 1000.0
	f := hung(lines.Line{Name: "tether", From: fixed(0, 0, 0), Length: length, Segments: 8,
		To:     lines.End{Kind: lines.Loose, At: [3]float64{0.02, 0, length}},
		Kind:   lines.Kind{Mass: 1e-3, Diameter: 1e-3, Stiffness: 1e4, Damping: 0.5},
		Clumps: []lines.Clump{{Along: length, Mass: mass, Volume: volume, Added: 0.5}}}, lines.Bed{})
	f.Water, f.Level = lines.StillWater, 5
	a, n, _ := on(t, f, rho, gravity)
	ball := n.NodesOf(0)[8]
	for k := range n.Nodes {
		a.state()[k*cuda.NodeWords] = 0.02 * a.state()[k*cuda.NodeWords+2]
	}
	var crossings []float64
	last := a.state()[ball*cuda.NodeWords]
	for step := range 12000 {
		a.step(1e-3)
		now := a.state()[ball*cuda.NodeWords]
		if now*last < 0 {
			crossings = append(crossings, 1e-3*(float64(step)+last/(last-now)))
		}
		last = now
	}
	period := 2 * (crossings[len(crossings)-1] - crossings[0]) / float64(len(crossings)-1)
	want := 2 * math.Pi * math.Sqrt(length*(mass+rho*volume/2)/((rho*volume-mass)*gravity))
	t.Logf("period %.5g s, %+.3f %%", period, 100*(period/want-1))
	if math.Abs(period/want-1) > 0.01 {
		t.Errorf("the period is %g s, not %g s", period, want)
	}
}

// A line with bending stiffness that is clamped by nothing sags between two supports as a beam
// under its weight: 5 w L⁴/(384 EI) in the middle.
func TestBeamSags(t *testing.T) {
	const length, bending = 1.0, 10.0
	f := hung(lines.Line{Name: "beam", From: fixed(0, 0, 0), To: fixed(length, 0, 0), Length: length,
		Segments: 20, Kind: lines.Kind{Mass: 0.1, Diameter: 0.01, Stiffness: 1e3, Damping: 1,
			Bending: bending}}, lines.Bed{})
	a, _, _ := on(t, f, 0, gravity)
	a.settle(20, 3, 1e-3)
	sag := -a.state()[10*cuda.NodeWords+2]
	want := 5 * 0.1 * gravity * math.Pow(length, 4) / (384 * bending)
	t.Logf("sags by %.5g m, %+.2f %%", sag, 100*(sag/want-1))
	if math.Abs(sag/want-1) > 0.02 {
		t.Errorf("the beam sags by %g m, not %g m", sag, want)
	}
}

// Two lines from one point carry a weight that a third one holds up: joints are at rest where the
// forces of lines balance, and stay there.
func TestJointsAtRest(t *testing.T) {
	kind := lines.Kind{Mass: 0.2, Diameter: 0.01, Stiffness: 1e5, Damping: 0.5}
	f := &lines.Flow{Lines: []lines.Line{
		{Name: "main", From: fixed(0, 0, 0), Length: 3, Segments: 20, Kind: kind,
			To:     lines.End{Kind: lines.Loose, At: [3]float64{0.1, 0, -2.5}},
			Clumps: []lines.Clump{{Along: 1.5, Mass: 1}}},
		{Name: "left", From: fixed(-2, 0, -1), To: lines.End{Kind: lines.OnLine, Along: 3}, Length: 3,
			Segments: 20, Kind: kind},
		{Name: "right", From: fixed(2, 1, -1), To: lines.End{Kind: lines.OnLine, Along: 3}, Length: 3,
			Segments: 20, Kind: kind},
	}}
	a, n, rest := on(t, f, 0, gravity)
	if len(n.Sets) != 1 || len(n.Nodes) != 61 {
		t.Fatalf("%d sets of %d nodes", len(n.Sets), len(n.Nodes))
	}
	a.settle(0.5, 30, 2e-3)
	for k := range n.Nodes {
		for axis := range 3 {
			if d := math.Abs(a.state()[k*cuda.NodeWords+axis] - rest.At[k][axis]); d > 5e-3 {
				t.Errorf("node %d has moved by %g m along axis %d", k, d, axis)
			}
		}
	}
}

// On a terrain that is a slope, and on one in steps, lines lie as on a plane: the same as on the
// slope, and on the treads.
func TestLinesOnTerrain(t *testing.T) {
	kind := lines.Kind{Mass: 10, Diameter: 0.05, Stiffness: 1e6, Damping: 0.5}
	line := lines.Line{Name: "a", From: fixed(0, 0, 0), To: fixed(60, 0, 35), Length: 75,
		Segments: 39, Kind: kind}
	slope := lines.Bed{Is: true, Damping: 1, Slope: [2]float64{0.15, 0}}
	terrain := lines.Bed{Is: true, Damping: 1, Terrain: lines.Terrain{Low: [2]float64{-10, -10},
		Step: 5, Columns: 16, Rows: 5}}
	for range terrain.Terrain.Rows {
		for i := range terrain.Terrain.Columns {
			terrain.Terrain.Heights = append(terrain.Terrain.Heights, 0.15*float32(5*i-10))
		}
	}
	var got [2][]float64
	for k, bed := range []lines.Bed{slope, terrain} {
		a, _, _ := on(t, hung(line, bed), 0, gravity)
		a.settle(1, 20, 0.01)
		got[k] = a.readings()
	}
	for k := range 4 {
		if math.Abs(got[0][k]-got[1][k]) > 1e-5*got[0][k] {
			t.Errorf("reading %d is %g on the terrain and %g on the plane", k, got[1][k], got[0][k])
		}
	}
}

// A line that is stretched over a step settles on its tread and at its foot, without a long pull.
func TestLineSettlesOnStep(t *testing.T) {
	bed := lines.Bed{Is: true, Damping: 1, Terrain: lines.Terrain{Low: [2]float64{-1, -1}, Step: 0.1,
		Columns: 41, Rows: 21}}
	for range bed.Terrain.Rows {
		for i := range bed.Terrain.Columns {
			bed.Terrain.Heights = append(bed.Terrain.Heights, map[bool]float32{true: 0.2}[i > 15 && i < 20])
		}
	}
	f := hung(lines.Line{Name: "a", From: fixed(0, 0, 0), To: fixed(1.5, 0, 0.4), Length: 1.75,
		Segments: 39, Kind: lines.Kind{Mass: 1, Diameter: 0.01, Stiffness: 2000, Damping: 0.8}}, bed)
	a, n, _ := on(t, f, 0, gravity)
	a.settle(settling, settlingTime, settlingStep)
	for k := range n.Nodes {
		x := [3]float64(a.state()[k*cuda.NodeWords:])
		if depth := bed.At(x) - x[2]; depth > 0.01 {
			t.Errorf("node %d is %g m in the bed", k, depth)
		}
		if v := a.state()[k*cuda.NodeWords+5]; math.Abs(v) > 1e-3 {
			t.Errorf("node %d still moves at %g m/s", k, v)
		}
	}
	if got := a.readings(); got[2] > 30 || got[1] < 3 {
		t.Errorf("the line pulls with %v N", got[:3])
	}
}
