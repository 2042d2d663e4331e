package bodies

import (
	"math"
	"runtime"
	"sync"

	"gpusph/sph"
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
	Points []FacePoint // on its faces, edges and corners
}

// mostNodes is how many nodes a grid has at most: its steps are as long as that needs. fineNodes is
// the same of grids with steps of half a spacing. Distances are linear between nodes, so those from
// round faces, edges and corners are the better the shorter steps are.
const mostNodes, fineNodes = 1 << 25, 1 << 22

// far is how far from a face distances are known, in spacings. Grids reach a step further from
// particles: these are off the tips of bodies.
const far = 2

// particlesOf are where those wall particles are that belong to something.
func (c flow) particlesOf(is func(i int) bool) (all [][3]float64) {
	for i, t := range c.Particles.Type {
		if t == sph.Wall && is(i) {
			all = append(all, c.ActualPlace(i))
		}
	}
	return all
}

// isOf reports whether particles are of a body, from 1 on.
func (c flow) isOf(body int) func(i int) bool {
	return func(i int) bool { return int(c.Particles.Body[i]) == body && !c.InZone(i) }
}

// touchable are the numbers of what free bodies may touch: of these, in their order, then 0 for
// walls that stand still, and bodies that move as motions say.
func (c flow) touchable() (all []int) {
	has := make([]bool, len(c.Bodies)+1)
	for i, body := range c.Particles.Body {
		switch {
		case c.Particles.Type[i] != sph.Wall:
		case c.BodyMoves(i):
			has[body] = true
		default:
			has[0] = true
		}
	}
	add := func(body int) {
		if has[body] {
			all = append(all, body)
		}
	}
	for _, i := range c.Free() {
		add(i + 1)
	}
	add(0)
	for i := range c.Bodies {
		if c.Bodies[i].Motion.Moves() {
			add(i + 1)
		}
	}
	return all
}

// Obstacles is how many things free bodies may touch: the length of Touching.
func Obstacles(c *sph.Case) int { return len(flow{c}.touchable()) }

// Touching are the shapes of what free bodies may touch.
func Touching(of *sph.Case) (all []ContactShape) {
	c := flow{of}
	for _, body := range c.touchable() {
		is := c.isOf(body)
		if body == 0 {
			is = func(i int) bool { return !c.BodyMoves(i) }
		}
		inside := c.particlesOf(is)
		s := ContactShape{Body: body, Grid: c.distances(body, inside)}
		switch {
		case body == 0: // nothing needs those
		case c.FaceOf != nil:
			s.Points = c.facePoints(body, inside)
		default:
			for _, x := range inside {
				s.Points = append(s.Points, FacePoint{At: x, Reach: mostReach})
			}
		}
		setParts(s.Points, c.Params.DeltaP)
		all = append(all, s)
	}
	return all
}

// gridAround is a grid around particles with steps of a length, or longer where it would have too
// many nodes, and the nodes near the particles.
func (c flow) gridAround(inside [][3]float64, step float64) (g DistanceGrid, near []int) {
	size := c.Params.DeltaP
	low, high := inside[0], inside[0]
	for _, x := range inside {
		for a := range 3 {
			low[a], high[a] = min(low[a], x[a]), max(high[a], x[a])
		}
	}
	g = DistanceGrid{Step: step}
	for ; ; g.Step *= 2 {
		nodes, margin := 1.0, (far+1)*max(size, g.Step)
		for a := range 3 {
			g.Low[a] = low[a] - margin
			g.Nodes[a] = int(math.Ceil((high[a]-low[a]+2*margin)/g.Step)) + 1
			if c.Params.Dim == 2 && sph.Axis(a) == sph.PlaneAxis {
				g.Low[a], g.Nodes[a] = low[a]-g.Step, 3
			}
			nodes *= float64(g.Nodes[a])
		}
		if nodes <= mostNodes && (g.Step >= size || nodes <= fineNodes) {
			break
		}
	}
	g.Of = make([]float32, g.Nodes[0]*g.Nodes[1]*g.Nodes[2])
	for n := range g.Of {
		g.Of[n] = float32(far * size)
	}
	return g, c.fillInside(&g, inside)
}

// distances are those from the faces of a body with particles behind.
func (c flow) distances(body int, inside [][3]float64) DistanceGrid {
	g, near := c.gridAround(inside, c.Params.DeltaP/2)
	c.fromFaces(&g, body, near)
	return g
}

// fromFaces sets nodes to their distances from the nearest face, where that is known.
func (c flow) fromFaces(g *DistanceGrid, body int, nodes []int) {
	if c.FaceOf == nil {
		return
	}
	reach := max(far*c.Params.DeltaP, 1.5*g.Step)
	plane := g.Low[sph.PlaneAxis] + g.Step
	var all sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		all.Go(func() {
			for k := w; k < len(nodes); k += workers {
				x := g.at(nodes[k])
				if c.Params.Dim == 2 {
					x[sph.PlaneAxis] = plane
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

// around returns the nodes no further than a distance along each axis from a place: those from from
// to to.
func (g *DistanceGrid) around(x [3]float64, distance float64) (from, to [3]int) {
	for a := range 3 {
		from[a] = max(0, int(math.Ceil((x[a]-distance-g.Low[a])/g.Step)))
		to[a] = min(g.Nodes[a]-1, int(math.Floor((x[a]+distance-g.Low[a])/g.Step)))
	}
	return from, to
}

// fillInside sets nodes around particles as if these were balls, and returns them, in their order.
func (c flow) fillInside(g *DistanceGrid, inside [][3]float64) (near []int) {
	size := c.Params.DeltaP
	reach, is := max((far+1)*size, 1.5*g.Step), make([]bool, len(g.Of))
	for _, x := range inside {
		from, to := g.around(x, reach)
		for k := from[2]; k <= to[2]; k++ {
			for j := from[1]; j <= to[1]; j++ {
				row := (k*g.Nodes[1] + j) * g.Nodes[0]
				c.fillRow(g, x, row+from[0], row+to[0])
				for node := row + from[0]; node <= row+to[0]; node++ {
					is[node] = true
				}
			}
		}
	}
	for node, beside := range is {
		if beside {
			near = append(near, node)
		}
	}
	return near
}

// fillRow sets nodes along x, from one to another, to their distances from a ball around a particle
// where it is the nearest. A root for each particle and node would take seconds for large bodies.
func (c flow) fillRow(g *DistanceGrid, x [3]float64, from, to int) {
	size, y := c.Params.DeltaP, g.at(from)
	first := from % g.Nodes[0]
	if c.Params.Dim == 2 {
		y[sph.PlaneAxis] = x[sph.PlaneAxis]
	}
	dy, dz := x[1]-y[1], x[2]-y[2]
	for node := from; node <= to; node++ {
		dx := x[0] - (g.Low[0] + float64(first+node-from)*g.Step)
		known := float64(g.Of[node]) + (0.5+1e-6)*size // more than 32 bits round
		if dx*dx+dy*dy+dz*dz < known*known {
			r := sph.Norm([3]float64{dx, dy, dz})
			g.Of[node] = min(g.Of[node], float32(r-size/2))
		}
	}
}

// ContactRate is ω of contacts [1/s], the greatest that a push at any point of a body has. Steps
// are a part of the time that sound takes through a support, so Δt resolves it: ω Δt is 0.36 for a
// Courant number of 0.3, and 1.2 for 1. A blow lasts π/ω at least, and bodies that come with a
// tenth of the speed of sound overlap by less than half a spacing.
func ContactRate(p *sph.Params) float64 { return 0.8 * p.C0 / p.DeltaP }

// ContactDamping is the damping of contacts by the body's restitution e, as a part of the critical
// one. That of a spring and a damper that only push has e = exp(-ζ (π - atan(2 ζ √(1 - ζ²)/(1 - 2
// ζ²)))/√(1 - ζ²)) (Schwager and Pöschel 2007), which falls from 1 to 0.135 at ζ = 1.
func (f *Body) ContactDamping() float64 {
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
