package grid

import (
	"encoding/binary"
	"math"
	"runtime"
	"sync"

	"gpusph/cuda"
)

// faceAt is where the component c of velocity of a cell is; c = 3 is the cell's centre.
func (f *Flow) faceAt(c int, x [3]int) (at [3]float64) {
	for d := range 3 {
		at[d] = f.Centre(d, x[d])
		switch {
		case d != c:
		case f.Faces[d] != nil:
			at[d] = f.Faces[d][x[d]]
		default:
			at[d] -= 0.5 * f.Spacing[d]
		}
	}
	return at
}

// solid reports whether a cell is, or, beyond a wall, counts as such.
func (f *incompressibleFlow) solid(x [3]int) bool {
	for d := range 3 {
		if x[d] < 0 || x[d] >= f.Cells[d] {
			if !f.Periodic[d] && f.Cells[d] > 1 {
				return true
			}
			x[d] = (x[d] + f.Cells[d]) % f.Cells[d]
		}
	}
	for _, b := range f.Solids {
		in := true
		for d := range 3 {
			in = in && x[d] >= b.Min[d] && x[d] < b.Max[d]
		}
		if in {
			return true
		}
	}
	return false
}

// maskOf is a cell's bits: see cuda/gridcell.h.
func (f *incompressibleFlow) maskOf(x [3]int) (mask uint8) {
	here := f.solid(x)
	for d := range 3 {
		y := x
		y[d]--
		there := f.solid(y)
		if !here && !there {
			mask |= cuda.GridOpen << d
		} else if here && there {
			mask |= cuda.GridBuried << d
		}
	}
	return mask
}

// openMask gives the device the mask of its cells, and of the planes beyond.
func (p *incompressible) openMask() error {
	flow := p.flow
	if len(flow.Solids) == 0 {
		return nil
	}
	f, err := p.newFieldOf(flow.Cells, p.planes, 1, 1, [2][]piece{})
	if err != nil {
		return err
	}
	mask := make([]byte, f.bytes)
	p.everyCell(f.depth, func(n int, x [3]int) { mask[n] = flow.maskOf(x) })
	p.main.Upload(f.base, mask)
	p.mask = f.at
	return p.main.Sync()
}

// everyCell calls f for the cells of the slab and of a halo beyond its ends, with their places in
// the memory of a field, on all cores. Beyond an end that is periodic they are those at the other.
func (p *part) everyCell(depth int, f func(n int, x [3]int)) {
	cells := p.sim.flow.Cells
	var planes sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		planes.Go(func() {
			for z := range next {
				at := p.first + z
				if p.sim.flow.Periodic[2] {
					at = (at + cells[2]) % cells[2]
				}
				n := (z + depth) * cells[0] * cells[1]
				for y := range cells[1] {
					for x := range cells[0] {
						f(n, [3]int{x, y, at})
						n++
					}
				}
			}
		})
	}
	for z := -depth; z < p.planes+depth; z++ {
		next <- z
	}
	close(next)
	planes.Wait()
}

// set fills a field by what value says of each cell. Beyond a wall there is nothing. value is
// called by several goroutines at once.
func (p *part) set(f *field, value func(x [3]int) float64) {
	flow := p.sim.flow
	data := make([]byte, f.bytes)
	p.everyCell(f.depth, func(n int, x [3]int) {
		switch {
		case x[2] < 0 || x[2] >= flow.Cells[2]:
		case flow.Precision == Single:
			binary.NativeEndian.PutUint32(data[4*n:], math.Float32bits(float32(value(x))))
		default:
			binary.NativeEndian.PutUint64(data[8*n:], math.Float64bits(value(x)))
		}
	})
	p.main.Upload(f.base, data)
}

// start gives the device the flow at its beginning, without its divergence.
func (p *incompressible) start() error {
	flow := p.flow
	for c := range 3 {
		if flow.Velocity == nil {
			break
		}
		p.set(p.next[c], func(x [3]int) float64 {
			y := x
			y[c]--
			if flow.solid(x) || flow.solid(y) {
				return 0
			}
			return flow.Velocity(c, flow.faceAt(c, x))
		})
	}
	if h := flow.Heat; h != nil {
		p.set(p.warm[0], func(x [3]int) float64 {
			if h.Temperature == nil {
				return h.Reference
			}
			return h.Temperature(flow.faceAt(3, x))
		})
	}
	p.apply(1) // φ is zero; now it is known how fast the flow is
	if err := p.readMaxima(); err != nil {
		return err
	}
	if err := p.project(1); err != nil {
		return err
	}
	p.main.Fill(p.pressure.base, 0, p.pressure.bytes) // φ was no pressure
	p.clock.Iterations, p.clock.Solves = 0, 0
	return p.readMaxima()
}
