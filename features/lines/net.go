package lines

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// Net is the lines of a case as nodes and segments. Nodes and segments of lines that are connected
// come one after the other.
type Net struct {
	Nodes    []Node
	Segments []Segment
	Sets     []Set
	Rows     []Row // of the lines, in their order

	flow    *Flow
	density float64    // of the fluid [kg/m³]
	gravity float64    // downwards [m/s²]
	nodeOf  [][]int    // of each line, those of its nodes
	of      [2]float64 // density and gravity of a flow
}

// Node is a node of lines. Ends of lines at the same body or place have nodes of their own.
type Node struct {
	End                      // Fixed, OnBody or Loose
	Mass, Volume, Added, CdA float64
	Segments                 []int // below 0 are those that begin there, less 1
}

// Segment is one of a line.
type Segment struct {
	Line          int
	From, To      int     // nodes
	Before, After int     // segments of the line; -1 is none
	Bed           float64 // stiffness of the bed under all of it [N/m]
}

// Set is lines that are connected.
type Set struct {
	FirstNode, EndNode, FirstSegment, EndSegment int
	Longest                                      float64 // sub-step [s]
}

// Row is the segments of a line.
type Row struct{ First, End, Set int }

// NewNet is that of lines in a fluid of a density, with gravity downwards.
func NewNet(f *Flow, density, gravity float64) (*Net, error) {
	n := &Net{flow: f, density: density, gravity: gravity, nodeOf: make([][]int, len(f.Lines)),
		Rows: make([]Row, len(f.Lines))}
	if f.Water == NoWater {
		n.density = 0
	}
	for i := range f.Lines {
		n.nodeOf[i] = make([]int, f.Lines[i].Segments+1)
		for k := range n.nodeOf[i] {
			n.nodeOf[i][k] = -1
		}
	}
	sets, err := n.connected()
	if err != nil {
		return nil, err
	}
	for k, lines := range sets {
		n.addSet(k, lines)
	}
	for k := range n.Sets {
		n.Sets[k].Longest = n.longestStep(&n.Sets[k])
	}
	return n, nil
}

// root is the node of a line that an end of a line is: another one's, where it ends there.
func (n *Net) root(line, node int) (int, int, error) {
	for range len(n.flow.Lines) + 1 {
		l := &n.flow.Lines[line]
		end := &l.From
		switch node {
		case 0:
		case l.Segments:
			end = &l.To
		default:
			return line, node, nil
		}
		if end.Kind != OnLine {
			return line, node, nil
		}
		other := &n.flow.Lines[end.Line]
		line, node = end.Line, nearestNode(other, end.Along)
	}
	return 0, 0, fmt.Errorf("the line %s ends at a line that ends at it", n.flow.Lines[line].Name)
}

// nearestNode is that of a line to a place along it.
func nearestNode(l *Line, along float64) int {
	return max(0, min(l.Segments, int(math.Round(along/l.Step()))))
}

// connected are the lines of each set.
func (n *Net) connected() (sets [][]int, err error) {
	of := make([]int, len(n.flow.Lines))
	for i := range of {
		of[i] = i
	}
	for i := range n.flow.Lines {
		for _, node := range []int{0, n.flow.Lines[i].Segments} {
			other, _, err := n.root(i, node)
			if err != nil {
				return nil, err
			}
			from, to := max(of[i], of[other]), min(of[i], of[other])
			for k := range of {
				if of[k] == from {
					of[k] = to
				}
			}
		}
	}
	for i := range of {
		var lines []int
		for k := range of {
			if of[k] == i {
				lines = append(lines, k)
			}
		}
		if lines != nil {
			sets = append(sets, lines)
		}
	}
	return sets, nil
}

// addSet adds the nodes and segments of lines that are connected.
func (n *Net) addSet(set int, lines []int) {
	s := Set{FirstNode: len(n.Nodes), FirstSegment: len(n.Segments)}
	for _, i := range lines {
		l := &n.flow.Lines[i]
		row := Row{First: len(n.Segments), Set: set}
		for k := range l.Segments {
			from, to := n.node(i, k), n.node(i, k+1)
			segment := Segment{Line: i, From: from, To: to, Before: len(n.Segments) - 1,
				After: len(n.Segments) + 1, Bed: n.bedOf(l)}
			if k == 0 {
				segment.Before = -1
			}
			if k == l.Segments-1 {
				segment.After = -1
			}
			n.Nodes[from].Segments = append(n.Nodes[from].Segments, -len(n.Segments)-1)
			n.Nodes[to].Segments = append(n.Nodes[to].Segments, len(n.Segments)+1)
			n.Segments = append(n.Segments, segment)
		}
		row.End = len(n.Segments)
		n.Rows[i] = row
		for _, c := range l.Clumps {
			node := &n.Nodes[n.node(i, nearestNode(l, c.Along))]
			node.Mass += c.Mass
			node.Volume += c.Volume
			node.CdA += c.DragArea
			node.Added += c.Added * c.Volume
		}
	}
	s.EndNode, s.EndSegment = len(n.Nodes), len(n.Segments)
	n.Sets = append(n.Sets, s)
}

// node is that of a line, which is added if it is not there.
func (n *Net) node(line, node int) int {
	line, node, _ = n.root(line, node)
	if at := n.nodeOf[line][node]; at >= 0 {
		return at
	}
	l, of := &n.flow.Lines[line], Node{End: End{Kind: Loose}}
	switch node {
	case 0:
		of.End = l.From
	case l.Segments:
		of.End = l.To
	}
	n.nodeOf[line][node] = len(n.Nodes)
	n.Nodes = append(n.Nodes, of)
	return len(n.Nodes) - 1
}

// NodesOf are those of a line.
func (n *Net) NodesOf(line int) []int {
	row := n.Rows[line]
	all := []int{n.Segments[row.First].From}
	for k := row.First; k < row.End; k++ {
		all = append(all, n.Segments[k].To)
	}
	return all
}

// area is the cross-section of a line [m²].
func (l *Line) area() float64 { return math.Pi / 4 * l.Diameter * l.Diameter }

// weight is that of a metre of a line in the fluid [N/m].
func (n *Net) weight(l *Line) float64 { return (l.Mass - n.density*l.area()) * n.gravity }

// sunk is how deep a line that lies on the bed is in it, over its diameter.
const sunk = 0.05

// bedOf is the stiffness of the bed under a segment of a line [N/m].
func (n *Net) bedOf(l *Line) float64 {
	b := &n.flow.Bed
	switch {
	case !b.Is:
		return 0
	case b.Stiffness > 0:
		return b.Stiffness * l.Diameter * l.Step()
	}
	return max(n.weight(l), 0.1*l.Mass*n.gravity) * l.Step() / (sunk * l.Diameter)
}

// BedDamping is that of the bed under a segment [N s/m].
func (n *Net) BedDamping(s *Segment) float64 {
	l := &n.flow.Lines[s.Line]
	return 2 * n.flow.Bed.Damping * math.Sqrt(s.Bed*l.Mass*l.Step())
}

// BA is the force of the internal damping over the rate of the strain [N s]: with 1 the shortest
// wave along the line is critically damped.
func (l *Line) BA() float64 { return l.Damping * l.Step() * math.Sqrt(l.Stiffness*l.Mass) }

// subStep is the longest sub-step over 1/(ω + γ), ω being a bound of the frequencies of nodes and γ
// of the rates at which they lose velocity: below 0.82 all are stable.
const subStep = 0.8

// longestStep is the longest sub-step of a set [s].
func (n *Net) longestStep(s *Set) float64 {
	rate := 0.0
	for k := s.FirstNode; k < s.EndNode; k++ {
		node := &n.Nodes[k]
		mass, stiff, damping := node.Mass, 0.0, 0.0
		for _, link := range node.Segments {
			of := n.segment(link)
			l := &n.flow.Lines[of.Line]
			step := l.Step()
			mass += l.Mass * step / 2
			stiff += 2*l.Stiffness/step + 8*l.Bending/(step*step*step) + of.Bed/2
			damping += 2*l.BA()/step + n.BedDamping(of)/2
		}
		if node.Kind == Loose {
			rate = max(rate, math.Sqrt(stiff/mass)+damping/mass)
		}
	}
	if rate == 0 {
		return math.Inf(1)
	}
	return subStep / rate
}

// unit is a direction in the level from one place to another, and how far it is.
func unit(from, to [3]float64) (way [3]float64, far float64) {
	far = math.Hypot(to[0]-from[0], to[1]-from[1])
	if far > 0 {
		way = [3]float64{(to[0] - from[0]) / far, (to[1] - from[1]) / far}
	}
	return way, far
}

// section is a part of a line between two of its nodes, at rest.
func (n *Net) section(l *Line, segments int, from, to [3]float64) (c Catenary, turned bool,
	err error) {
	weight, on := n.weight(l), bed{low: math.Inf(1), high: math.Inf(1)}
	if weight < 0 { // it floats: the same upside down
		weight = -weight
		from[2], to[2] = -from[2], -to[2]
	} else if b := &n.flow.Bed; b.Is {
		on.low, on.high = from[2]-b.At(from), to[2]-b.At(to)
	}
	if turned = from[2] > to[2]; turned {
		from, to = to, from
		on.low, on.high = on.high, on.low
	}
	way, far := unit(from, to)
	if tolerance := 1e-6 * l.Length; on.low < tolerance {
		on.low = 0
	}
	if on.low == 0 {
		on.slope = n.flow.Bed.Along(from, way)
	}
	c, err = catenary(l.Step()*float64(segments), weight, l.Stiffness, far, to[2]-from[2], on)
	return c, turned, err
}

// distance is that of two places [m].
func distance(a, b [3]float64) float64 {
	return sph.Norm([3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]})
}

// joints are the nodes of a line that are at the ends of sections.
func (n *Net) joints(line int) (places []int) {
	nodes := n.NodesOf(line)
	for k, node := range nodes {
		if k == 0 || k == len(nodes)-1 || n.isJoint(node) {
			places = append(places, k)
		}
	}
	return places
}

// isJoint reports whether a node has something besides two segments of one line.
func (n *Net) isJoint(node int) bool {
	of := &n.Nodes[node]
	if len(of.Segments) != 2 || of.Mass > 0 || of.Volume > 0 {
		return true
	}
	return n.segment(of.Segments[0]).Line != n.segment(of.Segments[1]).Line
}

// segment is that of a link of a node.
func (n *Net) segment(link int) *Segment { return &n.Segments[max(link, -link)-1] }
