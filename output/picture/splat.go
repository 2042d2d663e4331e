package picture

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// splat is a particle in a picture: a disc or sphere of radius r at (x, y)
// [pixels], whose middle is z behind the eye [m].
type splat struct {
	x, y, r, z float32
	colour     rgb
}

// disc is a piece of a plane: the inverse of its depth is linear in the picture.
type disc struct {
	splat
	slope [2]float32 // of 1/z along x and y
}

// canvas is a picture in the making, of several samples per pixel.
type canvas struct {
	width, height int
	nearest       []uint64  // the sphere seen: depth's bits, then 1 + index
	depth         []float32 // of what is seen [m], infinite where nothing is
	sample        []rgb
}

func newCanvas(width, height int) *canvas {
	c := &canvas{width: width, height: height, nearest: make([]uint64, width*height), depth: make([]float32, width*height), sample: make([]rgb, width*height)}
	far := float32(math.Inf(1))
	c.rows(func(from, until int) {
		for i := from * width; i < until*width; i++ {
			c.nearest[i], c.depth[i], c.sample[i] = math.MaxUint64, far, rgb{1, 1, 1}
		}
	})
	return c
}

// rows calls f for bands of rows, of whole pixels, on all cores.
func (c *canvas) rows(f func(from, until int)) {
	workers := runtime.GOMAXPROCS(0)
	band := samples * max(4, c.height/(4*workers*samples))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for {
				from := int(next.Add(1)-1) * band
				if from >= c.height {
					return
				}
				f(from, min(from+band, c.height))
			}
		})
	}
	wait.Wait()
}

// cover calls f for the pixels of a disc that are in some rows, with their
// distance from its middle in radii, squared.
func (c *canvas) cover(s *splat, from, until int, f func(i int, q float32)) {
	top, bottom := max(int(s.y-s.r), from), min(int(s.y+s.r)+1, until-1)
	left, right := max(int(s.x-s.r), 0), min(int(s.x+s.r)+1, c.width-1)
	inverse := 1 / (s.r * s.r)
	for y := top; y <= bottom; y++ {
		dy := float32(y) + 0.5 - s.y
		for x := left; x <= right; x++ {
			dx := float32(x) + 0.5 - s.x
			if q := (dx*dx + dy*dy) * inverse; q < 1 {
				f(y*c.width+x, q)
			}
		}
	}
}

// spheres draws spheres of the given radius [m] where nothing is nearer.
func (c *canvas) spheres(splats []splat, radius float32) {
	c.rows(func(from, until int) {
		for n := range splats {
			s := &splats[n]
			if s.y+s.r < float32(from) || s.y-s.r > float32(until) {
				continue
			}
			c.cover(s, from, until, func(i int, q float32) {
				z := s.z - radius*(1-q) // a paraboloid is near enough
				key := uint64(math.Float32bits(z))<<32 | uint64(n)
				if key < c.nearest[i] {
					c.nearest[i], c.depth[i] = key, z
				}
			})
		}
	})
}

// discs draws discs of walls where nothing is nearer, and under all spheres.
func (c *canvas) discs(discs []disc) {
	c.rows(func(from, until int) {
		for n := range discs {
			d := &discs[n]
			if d.y+d.r < float32(from) || d.y-d.r > float32(until) {
				continue
			}
			c.cover(&d.splat, from, until, func(i int, _ float32) {
				x, y := float32(i%c.width)+0.5, float32(i/c.width)+0.5
				if z := 1 / (1/d.z + (x-d.x)*d.slope[0] + (y-d.y)*d.slope[1]); z > 0 && z < c.depth[i] {
					c.depth[i], c.sample[i] = z, d.colour
				}
			})
		}
	})
}
