package lines

import (
	"cmp"
	"fmt"
	"math"

	"gpusph/sph"
)

// Rest is lines at rest.
type Rest struct {
	At       [][3]float64 // nodes [m]
	Sections [][]Section  // of each line
}

// Section is a part of a line between joints.
type Section struct {
	Catenary
	From, To int  // places along the line, of nodes
	turned   bool // the catenary begins at its end
	force    [2][3]float64
}

// LineError is why a line cannot be at rest.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return e.Err.Error() }
func (e *LineError) Unwrap() error { return e.Err }

// Rest lets lines come to rest: nodes that nothing holds but lines go where forces balance, and
// sections between them are catenaries.
func (n *Net) Rest() (*Rest, error) {
	r := &Rest{At: make([][3]float64, len(n.Nodes))}
	n.begin(r)
	for k := range n.Sets {
		if err := n.balance(r, &n.Sets[k]); err != nil {
			return nil, err
		}
	}
	for i := range n.flow.Lines {
		sections, err := n.sections(r, i)
		if err != nil {
			return nil, &LineError{i, err}
		}
		r.Sections = append(r.Sections, sections)
		n.place(r, i)
	}
	return r, nil
}

// begin puts joints where they may be at first: on straight lines between what is held.
func (n *Net) begin(r *Rest) {
	known := make([]bool, len(n.Nodes))
	for k := range n.Nodes {
		if of := &n.Nodes[k]; of.Kind != Loose || of.At != [3]float64{} {
			r.At[k], known[k] = of.At, true
		}
	}
	for range n.flow.Lines { // an end may be known once another line is
		for i := range n.flow.Lines {
			nodes := n.NodesOf(i)
			from, to := nodes[0], nodes[len(nodes)-1]
			if !known[from] || !known[to] {
				continue
			}
			for k, node := range nodes {
				if known[node] {
					continue
				}
				part := float64(k) / float64(len(nodes)-1)
				for a := range 3 {
					r.At[node][a] = (1-part)*r.At[from][a] + part*r.At[to][a]
				}
				known[node] = true
			}
		}
	}
}

// sections are those of a line, as its joints are. An error is why it cannot be at rest there.
func (n *Net) sections(r *Rest, line int) (all []Section, err error) {
	l, nodes, places := &n.flow.Lines[line], n.NodesOf(line), n.joints(line)
	for k := 0; k+1 < len(places); k++ {
		s := Section{From: places[k], To: places[k+1]}
		from, to := r.At[nodes[s.From]], r.At[nodes[s.To]]
		var wrong error
		s.Catenary, s.turned, wrong = n.section(l, s.To-s.From, from, to)
		err = cmp.Or(err, wrong)
		s.force = n.forcesOf(&s, l, from, to)
		all = append(all, s)
	}
	return all, err
}

// forcesOf are those of a section on its ends [N].
func (n *Net) forcesOf(s *Section, l *Line, from, to [3]float64) (f [2][3]float64) {
	a, b := s.Ends()
	if s.turned {
		a, b = b, a
	}
	way, _ := unit(from, to)
	down := 1.0
	if n.weight(l) < 0 {
		down = -1
	}
	for k := range 2 {
		f[0][k], f[1][k] = a[0]*way[k], -b[0]*way[k]
	}
	f[0][2], f[1][2] = -down*a[1], -down*b[1]
	return f
}

// place puts the nodes of a line on its catenaries.
func (n *Net) place(r *Rest, line int) {
	l, nodes := &n.flow.Lines[line], n.NodesOf(line)
	for i := range r.Sections[line] {
		s := &r.Sections[line][i]
		from, to := r.At[nodes[s.From]], r.At[nodes[s.To]]
		begin, sign := from, 1.0
		if s.turned {
			begin = to
		}
		way, _ := unit(from, to)
		if s.turned {
			way = [3]float64{-way[0], -way[1]}
		}
		if n.weight(l) < 0 {
			sign = -1
		}
		for k := s.From + 1; k < s.To; k++ {
			along := float64(k-s.From) * l.Step()
			if s.turned {
				along = s.Length - along
			}
			x, z := s.Catenary.At(along)
			at := [3]float64{begin[0] + x*way[0], begin[1] + x*way[1], begin[2] + sign*z}
			if b := &n.flow.Bed; b.Terrain.Rows > 0 { // from where it settles
				at[2] = max(at[2], b.At(at))
			}
			r.At[nodes[k]] = at
		}
	}
}

// Forces of joints are balanced to this part of the weights and tensions there.
const balanced = 1e-9

// balance finds where the joints of a set that nothing holds are at rest, by Newton's method with
// steps that are shortened until the forces fall.
func (n *Net) balance(r *Rest, s *Set) error {
	var loose []int
	for k := s.FirstNode; k < s.EndNode; k++ {
		if n.Nodes[k].Kind == Loose && n.isJoint(k) {
			loose = append(loose, k)
		}
	}
	if loose == nil {
		return nil
	}
	forces, scale := n.residual(r, s, loose)
	for range 200 {
		size := norm(forces)
		if size <= balanced*scale {
			return nil
		}
		step := n.newton(r, s, loose, forces)
		start := make([][3]float64, len(loose))
		for k, node := range loose {
			start[k] = r.At[node]
		}
		part, better := 1.0, false
		for range 30 {
			for k, node := range loose {
				for a := range 3 {
					r.At[node][a] = start[k][a] - part*step[3*k+a]
				}
			}
			var next []float64
			if next, scale = n.residual(r, s, loose); norm(next) < size {
				forces, better = next, true
				break
			}
			part /= 2
		}
		if !better {
			break
		}
	}
	if size := norm(forces); size > 1e-4*scale {
		return &LineError{n.lineAt(loose[0]), fmt.Errorf("the nodes that only lines hold find no "+
			"rest: the forces there differ by %.3g N; give loose ends another place", size)}
	}
	return nil
}

// lineAt is a line that has a node.
func (n *Net) lineAt(node int) int {
	return n.segment(n.Nodes[node].Segments[0]).Line
}

func norm(all []float64) float64 {
	sum := 0.0
	for _, x := range all {
		sum += x * x
	}
	return math.Sqrt(sum)
}

// residual is the force on each of some joints [N], and the size of the forces that it is of.
func (n *Net) residual(r *Rest, s *Set, loose []int) (forces []float64, scale float64) {
	on := make(map[int][3]float64)
	for i := range n.flow.Lines {
		if n.Rows[i].First < s.FirstSegment || n.Rows[i].First >= s.EndSegment {
			continue
		}
		nodes := n.NodesOf(i)
		sections, _ := n.sections(r, i) // on the way lines may be slack or torn
		for k := range sections {
			of := &sections[k]
			for end, node := range []int{nodes[of.From], nodes[of.To]} {
				f := on[node]
				for a := range 3 {
					f[a] += of.force[end][a]
				}
				on[node] = f
				scale = max(scale, sph.Norm(of.force[end]))
			}
		}
	}
	for _, node := range loose {
		f, of := on[node], &n.Nodes[node]
		weight := (of.Mass - n.density*of.Volume) * n.gravity
		f[2] += n.onBed(r.At[node], of) - weight
		scale = max(scale, math.Abs(weight))
		forces = append(forces, f[:]...)
	}
	return forces, scale
}

// onBed is what the bed does to a node [N].
func (n *Net) onBed(x [3]float64, of *Node) (force float64) {
	depth := n.flow.Bed.At(x) - x[2]
	if !n.flow.Bed.Is || depth <= 0 {
		return 0
	}
	for _, link := range of.Segments {
		force += n.segment(link).Bed / 2 * depth
	}
	return force
}

// newton is by how much joints are off, were forces linear.
func (n *Net) newton(r *Rest, s *Set, loose []int, forces []float64) []float64 {
	size := len(forces)
	matrix := make([][]float64, size)
	for i := range matrix {
		matrix[i] = make([]float64, size+1)
		matrix[i][size] = forces[i]
	}
	for k, node := range loose {
		small := 1e-6 * n.flow.Lines[n.lineAt(node)].Length
		for a := range 3 {
			at := r.At[node]
			r.At[node][a] += small
			next, _ := n.residual(r, s, loose)
			r.At[node] = at
			for i := range next {
				matrix[i][3*k+a] = (next[i] - forces[i]) / small
			}
		}
	}
	return solve(matrix)
}

// solve solves linear equations by Gauss's elimination.
func solve(m [][]float64) []float64 {
	n := len(m)
	for k := range n {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(m[i][k]) > math.Abs(m[p][k]) {
				p = i
			}
		}
		m[k], m[p] = m[p], m[k]
		for i := k + 1; i < n && m[k][k] != 0; i++ {
			by := m[i][k] / m[k][k]
			for j := k; j <= n; j++ {
				m[i][j] -= by * m[k][j]
			}
		}
	}
	x := make([]float64, n)
	for k := n - 1; k >= 0; k-- {
		if m[k][k] == 0 {
			continue
		}
		x[k] = m[k][n]
		for j := k + 1; j < n; j++ {
			x[k] -= m[k][j] * x[j]
		}
		x[k] /= m[k][k]
	}
	return x
}
