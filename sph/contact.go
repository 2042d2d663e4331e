package sph

import (
	"math"
	"runtime"
	"sync"
)

// DistanceGrid has signed distances from faces, above 0 outside of walls, at the nodes of a grid.
type DistanceGrid struct {
	Low   [3]float64 // the first node [m]
	Step  float64    // [m]
	Nodes [3]int
	Of    []float32 // by z, y, x [m]
}

// ContactShape is what free bodies may touch, as it is at time 0.
type ContactShape struct {
	Body   int // from 1 on; 0 is walls that stand still
	Grid   DistanceGrid
	Points []FacePoint // on its faces
	Parts  []float64   // of a face that they stand for; 1 in the mean about
}

// mostNodes is how many nodes a grid has at most: steps are as long as that needs, a spacing at
// least.
const mostNodes = 1 << 25

// far is how far from a face distances are known, in spacings.
const far = 2

// FacePoint is a point of a face with its outward normal.
type FacePoint struct {
	At     [3]float64 // [m]
	Normal [3]float64 // 0 is not known
}

// Face is the point of a face that is nearest to a place.
type Face struct {
	Distance float64    // from it, above 0 outside [m]
	Normal   [3]float64 // outward
}

// particlesOf are where those wall particles are that belong to something.
func (c *Case) particlesOf(is func(i int) bool) (all [][3]float64) {
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == Wall && is(i) {
			all = append(all, x)
		}
	}
	return all
}

// isOf reports whether particles are of a body, from 1 on.
func (c *Case) isOf(body int) func(i int) bool {
	return func(i int) bool { return int(c.Particles.Body[i]) == body }
}

// cellsOf are things by cells of a given width.
type cellsOf struct {
	width float64
	of    map[[3]int][]int
}

func newCells(n int, width float64, at func(k int) [3]float64) cellsOf {
	c := cellsOf{width, map[[3]int][]int{}}
	for k := range n {
		cell := c.cell(at(k))
		c.of[cell] = append(c.of[cell], k)
	}
	return c
}

func (c *cellsOf) cell(x [3]float64) (k [3]int) {
	for a := range 3 {
		k[a] = int(math.Floor(x[a] / c.width))
	}
	return k
}

// around calls visit for what is in the cell of a place and in those beside.
func (c *cellsOf) around(x [3]float64, visit func(k int)) {
	at := c.cell(x)
	for n := range 27 {
		for _, k := range c.of[[3]int{at[0] + n%3 - 1, at[1] + n/3%3 - 1, at[2] + n/9 - 1}] {
			visit(k)
		}
	}
}

// Touching are the shapes of free bodies, in their order, and then those of walls that stand still
// and of bodies that move as motions say.
func (c *Case) Touching() (all []ContactShape) {
	size := c.Params.DeltaP
	add := func(body int, is func(i int) bool) {
		inside := c.particlesOf(is)
		if len(inside) > 0 {
			grid, nodes := c.distances(body, inside)
			s := ContactShape{Body: body, Grid: grid}
			switch {
			case body == 0: // nothing needs those
			case c.FaceOf != nil:
				s.Points = c.facePoints(body, &grid, nodes)
			default:
				for _, x := range inside {
					s.Points = append(s.Points, FacePoint{At: x})
				}
			}
			s.Parts = partsOf(s.Points, size)
			all = append(all, s)
		}
	}
	for _, i := range c.FreeBodies() {
		add(i+1, c.isOf(i+1))
	}
	add(0, func(i int) bool { return !c.BodyMoves(i) })
	for i := range c.Bodies {
		if c.Bodies[i].Motion.Moves() {
			add(i+1, c.isOf(i+1))
		}
	}
	return all
}

// facePoints are points of the faces of a body about half a spacing from each other: those nearest
// to places of a lattice as fine that are no deeper than that. nodes are those around it.
func (c *Case) facePoints(body int, g *DistanceGrid, nodes []int) (points []FacePoint) {
	fine := g.Step / 2
	plane := g.Low[PlaneAxis] + g.Step
	for _, node := range nodes {
		if math.Abs(float64(g.Of[node])) > 2*g.Step {
			continue
		}
		for k := range 8 {
			x := g.at(node)
			for a := range 3 {
				x[a] += fine / 2 * float64(2*(k>>a&1)-1)
			}
			if c.Params.Dim == 2 {
				if x[PlaneAxis] = plane; k&2 != 0 {
					continue
				}
			}
			f, ok := c.FaceOf(body, x, g.Step)
			if !ok || f.Distance <= -fine || f.Distance > 0 {
				continue
			}
			for a := range 3 {
				x[a] -= f.Distance * f.Normal[a]
			}
			points = append(points, FacePoint{x, f.Normal})
		}
	}
	return points
}

// partsOf are what part of a face each of some points stands for: less where they are dense.
func partsOf(points []FacePoint, size float64) (parts []float64) {
	cells := newCells(len(points), 1.5*size, func(k int) [3]float64 { return points[k].At })
	for k := range points {
		x, near := points[k].At, 0.0
		cells.around(x, func(k int) {
			y := points[k].At
			r := Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]}) / (1.5 * size)
			if r < 1 {
				near += (1 - r*r) * (1 - r*r)
			}
		})
		parts = append(parts, 1/near)
	}
	return parts
}

// distances are those from the faces of a body with particles behind, and the nodes around these.
func (c *Case) distances(body int, inside [][3]float64) (g DistanceGrid, near []int) {
	size := c.Params.DeltaP
	low, high := inside[0], inside[0]
	for _, x := range inside {
		for a := range 3 {
			low[a], high[a] = min(low[a], x[a]), max(high[a], x[a])
		}
	}
	g = DistanceGrid{Step: size}
	for ; ; g.Step *= 2 {
		nodes := 1.0
		for a := range 3 {
			g.Low[a] = low[a] - (far+1)*g.Step
			g.Nodes[a] = int(math.Ceil((high[a]-low[a])/g.Step)) + 2*(far+1) + 1
			if c.Params.Dim == 2 && Axis(a) == PlaneAxis {
				g.Low[a], g.Nodes[a] = low[a]-g.Step, 3
			}
			nodes *= float64(g.Nodes[a])
		}
		if nodes <= mostNodes {
			break
		}
	}
	g.Of = make([]float32, g.Nodes[0]*g.Nodes[1]*g.Nodes[2])
	for n := range g.Of {
		g.Of[n] = float32(far * size)
	}
	near = c.fillInside(&g, inside)
	c.fromFaces(&g, body, near)
	return g, near
}

// fromFaces sets nodes to their distances from the nearest face, where that is known.
func (c *Case) fromFaces(g *DistanceGrid, body int, nodes []int) {
	if c.FaceOf == nil {
		return
	}
	reach := max(far*c.Params.DeltaP, 1.5*g.Step)
	plane := g.Low[PlaneAxis] + g.Step
	var all sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		all.Go(func() {
			for k := w; k < len(nodes); k += workers {
				x := g.at(nodes[k])
				if c.Params.Dim == 2 {
					x[PlaneAxis] = plane
				}
				if f, ok := c.FaceOf(body, x, reach); ok {
					g.Of[nodes[k]] = float32(f.Distance)
				}
			}
		})
	}
	all.Wait()
}

// at is where a node is [m].
func (g *DistanceGrid) at(node int) (x [3]float64) {
	k := [3]int{node % g.Nodes[0], node / g.Nodes[0] % g.Nodes[1], node / g.Nodes[0] / g.Nodes[1]}
	for a := range 3 {
		x[a] = g.Low[a] + float64(k[a])*g.Step
	}
	return x
}

// around calls visit for the nodes no further than a distance along each axis from a place.
func (g *DistanceGrid) around(x [3]float64, distance float64, visit func(node int)) {
	var from, to [3]int
	for a := range 3 {
		from[a] = max(0, int(math.Ceil((x[a]-distance-g.Low[a])/g.Step)))
		to[a] = min(g.Nodes[a]-1, int(math.Floor((x[a]+distance-g.Low[a])/g.Step)))
	}
	for k := from[2]; k <= to[2]; k++ {
		for j := from[1]; j <= to[1]; j++ {
			for i := from[0]; i <= to[0]; i++ {
				visit((k*g.Nodes[1]+j)*g.Nodes[0] + i)
			}
		}
	}
}

// fillInside sets nodes around particles as if these were balls, and returns them, in their order.
func (c *Case) fillInside(g *DistanceGrid, inside [][3]float64) (near []int) {
	size := c.Params.DeltaP
	reach, is := max(far*size, 1.5*g.Step), make([]bool, len(g.Of))
	for _, x := range inside {
		g.around(x, reach, func(node int) {
			y := g.at(node)
			if c.Params.Dim == 2 {
				y[PlaneAxis] = x[PlaneAxis]
			}
			r := Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]})
			g.Of[node], is[node] = min(g.Of[node], float32(r-size/2)), true
		})
	}
	for node, beside := range is {
		if beside {
			near = append(near, node)
		}
	}
	return near
}

// ContactRate is ω of contacts [1/s]: a blow lasts π/ω, and bodies that come with a tenth of the
// speed of sound overlap by less than half a spacing.
func (p *Params) ContactRate() float64 { return 0.25 * p.C0 / p.DeltaP }

// ContactDamping is the damping of contacts by the body's restitution e, as a part of the critical
// one. That of a spring and a damper that only push has e = exp(-ζ (π - atan(2 ζ √(1 - ζ²)/(1 - 2
// ζ²)))/√(1 - ζ²)) (Schwager and Pöschel 2007), which falls from 1 to 0.135 at ζ = 1.
func (f *FreeBody) ContactDamping() float64 {
	restitution := func(z float64) float64 {
		root := math.Sqrt(1 - z*z)
		return math.Exp(-z / root * (math.Pi - math.Atan2(2*z*root, 1-2*z*z)))
	}
	low, high := 0.0, 0.999
	for range 60 {
		if z := (low + high) / 2; restitution(z) > f.Restitution {
			low = z
		} else {
			high = z
		}
	}
	return low
}
