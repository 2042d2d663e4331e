// Package device moves lines on devices: see cuda/lines/step.h.
package device

import (
	"math"

	"gpusph/cuda"
	"gpusph/features/lines"
	"gpusph/sph"
)

// model is lines as kernels know them.
type model struct {
	nodes    []cuda.LineNode
	segments []cuda.LineSegment
	links    []int32
	sets     []cuda.LineSet
	rows     []cuda.LineRow
	bed      cuda.LineBed
	heights  []float32 // of the bed [m]
	pulls    int
}

// place is where a body is that nodes are at: its pivot [m], and its index among free ones, from 1
// on, or 0.
type place struct {
	pivot [3]float64
	free  int
}

// newModel is that of lines at bodies. Places are from an origin.
func newModel(f *lines.Flow, n *lines.Net, density float64, bodies []place,
	origin [3]float64) *model {
	if f.Water == lines.NoWater {
		density = 0
	}
	m := &model{}
	m.takeBed(&f.Bed, origin)
	for k := range n.Sets {
		s := &n.Sets[k]
		m.sets = append(m.sets, cuda.LineSet{Longest: min(s.Longest, 1),
			FirstNode: int32(s.FirstNode), EndNode: int32(s.EndNode),
			FirstSegment: int32(s.FirstSegment), EndSegment: int32(s.EndSegment)})
		for node := s.FirstNode; node < s.EndNode; node++ {
			m.addNode(&n.Nodes[node], s, density, bodies, origin)
		}
		for i := s.FirstSegment; i < s.EndSegment; i++ {
			m.addSegment(f, n, &n.Segments[i], s, density)
		}
		m.addHalves(f, n, s)
	}
	for _, r := range n.Rows {
		m.rows = append(m.rows, cuda.LineRow{First: int32(r.First), End: int32(r.End),
			Set: int32(r.Set)})
	}
	return m
}

func (m *model) takeBed(b *lines.Bed, origin [3]float64) {
	m.bed.Slope, m.bed.Level = b.Slope, b.Level-origin[2]
	for k, slope := range b.Slope {
		m.bed.Level += slope * origin[k]
	}
	if !b.Is {
		m.bed.None = 1
	}
	up := 1 / sph.Norm([3]float64{b.Slope[0], b.Slope[1], 1})
	m.bed.Normal = [3]float64{-b.Slope[0] * up, -b.Slope[1] * up, up}
	if t := &b.Terrain; t.Rows > 0 {
		m.bed.Low = [2]float64{t.Low[0] - origin[0], t.Low[1] - origin[1]}
		m.bed.PerStep = 1 / t.Step
		m.bed.Columns, m.bed.Rows = int32(t.Columns), int32(t.Rows)
		for _, z := range t.Heights {
			m.heights = append(m.heights, float32(float64(z)-origin[2]))
		}
	}
}

func (m *model) addNode(n *lines.Node, s *lines.Set, density float64, bodies []place,
	origin [3]float64) {
	row := cuda.LineNode{Mass: n.Mass, Displaced: density * n.Volume, Added: density * n.Added,
		Drag: density / 2 * n.CdA, Pull: -1, First: int32(len(m.links))}
	for a := range 3 {
		row.At[a] = n.At[a] - origin[a]
	}
	switch n.Kind {
	case lines.Fixed:
		row.Kind = cuda.FixedNode
	case lines.OnBody:
		row.Kind, row.Body, row.Pull = cuda.BodyNode, int32(n.Body), int32(m.pulls)
		m.pulls++
		of := bodies[n.Body-1]
		row.Free = int32(of.free)
		for a := range 3 {
			row.Arm[a] = n.At[a] - of.pivot[a]
		}
	}
	for _, link := range n.Segments {
		if link < 0 {
			m.links = append(m.links, int32(link+s.FirstSegment))
		} else {
			m.links = append(m.links, int32(link-s.FirstSegment))
		}
	}
	row.End = int32(len(m.links))
	m.nodes = append(m.nodes, row)
}

func (m *model) addSegment(f *lines.Flow, n *lines.Net, s *lines.Segment, set *lines.Set,
	density float64) {
	l := &f.Lines[s.Line]
	half := l.Step() / 2
	displaced := density * math.Pi / 4 * l.Diameter * l.Diameter * half
	in := func(k int) int32 {
		if k < 0 {
			return -1
		}
		return int32(k - set.FirstSegment)
	}
	m.segments = append(m.segments, cuda.LineSegment{
		Length: l.Step(), PerLength: 1 / l.Step(),
		Stiff: l.Stiffness, Damping: l.BA(), Bending: l.Bending,
		Mass: l.Mass * half, Displaced: displaced,
		AddedAcross: l.Added[0] * displaced, AddedAlong: l.Added[1] * displaced,
		DragAcross: density / 2 * l.Drag[0] * l.Diameter * half,
		DragAlong:  density / 2 * l.Drag[1] * math.Pi * l.Diameter * half,
		From:       int32(s.From - set.FirstNode), To: int32(s.To - set.FirstNode),
		Before: in(s.Before), After: in(s.After),
	})
}

// addHalves gives the nodes of a set the bed and the mass of their half segments.
func (m *model) addHalves(f *lines.Flow, n *lines.Net, set *lines.Set) {
	for k := set.FirstNode; k < set.EndNode; k++ {
		row := &m.nodes[k]
		mass := row.Mass
		for _, link := range n.Nodes[k].Segments {
			s := &n.Segments[max(link, -link)-1]
			l := &f.Lines[s.Line]
			row.Bed += s.Bed / 2
			row.BedDamping += n.BedDamping(s) / 2
			row.Friction += l.Friction * s.Bed / 2
			mass += l.Mass * l.Step() / 2
		}
		if row.Bed > 0 {
			row.Friction /= row.Bed
		}
		row.PerMass = 1 / mass
	}
}

// begin is the state of nodes at rest, with fluid around those that are wet.
func (m *model) begin(at [][3]float64, wet []bool, origin [3]float64) []float64 {
	state := make([]float64, m.words())
	for k, x := range at {
		of := state[k*cuda.NodeWords:]
		for a := range 3 {
			of[a] = x[a] - origin[a]
		}
		if wet != nil && wet[k] {
			of[cuda.WetWord] = 1
		}
	}
	return state
}

// words is how many a state has.
func (m *model) words() int { return cuda.NodeWords*len(m.nodes) + 3*m.pulls }

// roomWords is how many sets are computed in.
func (m *model) roomWords() int {
	return cuda.NodeRoom*len(m.nodes) + cuda.SegmentRoom*len(m.segments)
}

// table is what kernels know, but for addresses and the fluid.
func (m *model) table() cuda.LineTable {
	return cuda.LineTable{Bed: m.bed, Creep: creep,
		NodeCount: int32(len(m.nodes)), SetCount: int32(len(m.sets)),
		LineCount: int32(len(m.rows)), PullCount: int32(m.pulls),
		SegmentCount: int32(len(m.segments))}
}

// bytes are the tables that do not change, in the order of their addresses.
func (m *model) bytes() [][]byte {
	return [][]byte{sph.BytesOf(m.nodes), sph.BytesOf(m.segments), sph.BytesOf(m.links),
		sph.BytesOf(m.sets), sph.BytesOf(m.rows), sph.BytesOf(m.heights)}
}

// creep is the velocity below which friction grows with it [m/s].
const creep = 1e-3
