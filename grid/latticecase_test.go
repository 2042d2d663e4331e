package grid

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/grid/lattice"
	"gpusph/grid/lattice/latticetest"
)

// latticeCase is a flow on the lattice, for the kernels and for the oracle.
type latticeCase struct {
	name   string
	nx, nz int
	tau    float64
	g      [2]float64
	walls  bool
	wall   [2]float64
	state  func(x, z int) (rho, ux, uz, t float64)
}

// latticeCases have waves in all fields, with and without gravity and walls. Their rows have few
// sites, one part of the processor's, or several.
func latticeCases() (all []*latticeCase) {
	warm := lattice.D2Q37().Temperature
	for _, nx := range []int{3, 12, 300} {
		nz := 17
		state := func(x, z int) (rho, ux, uz, t float64) {
			a, b := 2*math.Pi*float64(x)/float64(nx), 2*math.Pi*float64(z)/float64(nz)
			return 1 + 0.05*math.Sin(a+b), 0.05*math.Sin(b) + 0.02*math.Cos(a+2*b),
				0.03 * math.Cos(a-1), warm * (1 + 0.05*math.Cos(a-b))
		}
		g, wall := [2]float64{1e-4, -2e-4}, [2]float64{1.1 * warm, 0.9 * warm}
		all = append(all,
			&latticeCase{"periodic", nx, nz, 0.7, [2]float64{}, false, wall, state},
			&latticeCase{"gravity", nx, nz, 0.8, g, false, wall, state},
			&latticeCase{"walls", nx, nz, 0.6, [2]float64{}, true, wall, state},
			&latticeCase{"walls and gravity", nx, nz, 1.2, g, true, wall, state})
	}
	return all
}

func (c *latticeCase) oracle() *latticetest.Oracle {
	o := latticetest.New(c.nx, c.nz, c.tau, c.g, c.state)
	if c.walls {
		o.WithWalls(c.wall[0], c.wall[1])
	}
	return o
}

// latticeSlab is a slab of a case on a device: two arrays of populations, and fields of the fluid,
// each with three rows beyond its ends.
type latticeSlab struct {
	*latticeCase
	t           testing.TB
	device      gpu.Device
	stream      gpu.Stream
	slab        cuda.GridSlab
	base        [2]gpu.Ptr
	fields      [4]gpu.Ptr
	slots       gpu.Ptr
	left, right *latticeSlab
	now         int // which array has the populations
}

const latticeRow = lattice.Populations * 8 // bytes of a site

// latticeSlabs puts a case on shares of the processor, with this many rows each.
func latticeSlabs(t *testing.T, c *latticeCase, rows ...int) (all []*latticeSlab) {
	t.Helper()
	return latticeOn(t, hosts(t, len(rows)), c, rows...)
}

// latticeOn puts a case on the devices of a system.
func latticeOn(t testing.TB, system *gpu.System, c *latticeCase, rows ...int) (all []*latticeSlab) {
	t.Helper()
	first := 0
	for i, n := range rows {
		s := &latticeSlab{latticeCase: c, t: t, device: system.Devices[i]}
		s.slab = slabOf([3]int{c.nx, 1, c.nz}, [3]float64{1, 1, 1}, [3]bool{true, true, !c.walls},
			span{first, n})
		s.bind()
		var err error
		if s.stream, err = s.device.NewStream(false); err != nil {
			t.Fatal(err)
		}
		for k := range s.base {
			s.base[k] = s.alloc(s.sites() * latticeRow)
			s.stream.Fill(s.base[k], 0xff, s.sites()*latticeRow) // not numbers
		}
		for k := range s.fields {
			s.fields[k] = s.alloc(s.sites() * 8)
		}
		s.slots = s.alloc(cuda.GridSlots * cuda.GridSlotBytes)
		all = append(all, s)
		first += n
	}
	for i, s := range all {
		if n := len(all); n > 1 {
			if !c.walls || i > 0 {
				s.left = all[(i+n-1)%n]
			}
			if !c.walls || i < n-1 {
				s.right = all[(i+1)%n]
			}
		}
		s.begin()
	}
	return all
}

func (s *latticeSlab) alloc(bytes int) gpu.Ptr {
	s.t.Helper()
	s.bind()
	at, err := s.device.Alloc(bytes)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { s.device.Free(at) })
	return at
}

// bind lets the calling thread use the device.
func (s *latticeSlab) bind() {
	s.t.Helper()
	if err := s.device.Bind(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *latticeSlab) rows() int { return int(s.slab.Cells[2]) }

// sites is how many the slab has, with the rows beyond its ends.
func (s *latticeSlab) sites() int { return (s.rows() + 2*lattice.Reach) * s.nx }

// at is where a row of an array is.
func (s *latticeSlab) at(k, row int) gpu.Ptr {
	return s.base[k] + gpu.Ptr((row+lattice.Reach)*s.nx*latticeRow)
}

// store is where kernels store an array.
func (s *latticeSlab) store(k int) cuda.GridStore {
	to := cuda.GridStore{At: s.at(k, 0)}
	if s.left != nil {
		to.Left = s.left.at(k, s.left.rows())
	}
	if s.right != nil {
		to.Right = s.right.at(k, -lattice.Reach)
	}
	return to
}

func (s *latticeSlab) fieldsArgs() cuda.LatticeFieldsArgs {
	at := func(k int) gpu.Ptr { return s.fields[k] + gpu.Ptr(8*lattice.Reach*s.nx) }
	return cuda.LatticeFieldsArgs{Slab: s.slab, Collision: latticeCollision(s.tau, s.g),
		Populations: s.at(s.now, 0), Density: at(0), Velocity: [2]gpu.Ptr{at(1), at(2)},
		Temperature: at(3), Slots: s.slots, PerUnit: [2]float64{1 << 40, 1 << 40}}
}

// begin makes the populations of the state.
func (s *latticeSlab) begin() {
	s.bind()
	var fields [4][]float64
	for row := -lattice.Reach; row < s.rows()+lattice.Reach; row++ {
		for x := range s.nx {
			rho, ux, uz, warm := s.state(x, (int(s.slab.First)+row+s.nz)%s.nz)
			for k, value := range []float64{rho, ux, uz, warm} {
				fields[k] = append(fields[k], value)
			}
		}
	}
	for k, values := range fields {
		s.stream.Upload(s.fields[k], float64Bytes(values))
	}
	gpu.Launch(s.stream, cuda.LatticeBegin, s.fieldsArgs(), 0, s.sites())
	s.sync()
}

func (s *latticeSlab) sync() {
	s.t.Helper()
	s.bind()
	if err := s.stream.Sync(); err != nil {
		s.t.Fatal(err)
	}
}

// columns is how many columns at walls the slab has.
func (s *latticeSlab) columns() (n int) {
	if s.walls && s.slab.First == 0 {
		n += s.nx
	}
	if s.walls && int(s.slab.First)+s.rows() == s.nz {
		n += s.nx
	}
	return n
}

// latticeStep takes all slabs a step further: fused, or as three kernels.
func latticeStep(slabs []*latticeSlab, fused bool) {
	for _, s := range slabs {
		s.bind()
		to := s.store(1 - s.now)
		args := cuda.LatticeArgs{Slab: s.slab, Collision: latticeCollision(s.tau, s.g),
			From: s.at(s.now, 0), To: to}
		walls := latticeWalls(s.slab, s.tau, s.g, s.wall)
		walls.From, walls.To = args.From, to
		sites := s.nx * s.rows()
		if fused {
			gpu.Launch(s.stream, cuda.LatticeStep, args, 0, sites)
			gpu.Launch(s.stream, cuda.LatticeWalls, walls, 0, s.columns())
		} else {
			gpu.Launch(s.stream, cuda.LatticePropagate, args, 0, sites)
			gpu.Launch(s.stream, cuda.LatticeBC, walls, 0, s.columns())
			gpu.Launch(s.stream, cuda.LatticeCollide, args, 0, sites)
		}
	}
	for _, s := range slabs {
		s.sync()
		s.now = 1 - s.now
	}
}

// populationsOf are those of all sites, in the order of package lattice.
func populationsOf(slabs []*latticeSlab) (all [][lattice.Populations]float64) {
	slot := lattice.D2Q37().Slot
	for _, s := range slabs {
		s.bind()
		data := make([]float64, s.nx*s.rows()*lattice.Populations)
		s.stream.Download(float64Bytes(data), s.at(s.now, 0))
		s.sync()
		for row := range slices.Chunk(data, s.nx*lattice.Populations) {
			for x := range s.nx {
				var f [lattice.Populations]float64
				for l := range f {
					f[l] = row[slot[l]*s.nx+x]
				}
				all = append(all, f)
			}
		}
	}
	return all
}

// float64Bytes are those of numbers.
func float64Bytes(v []float64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), 8*len(v))
}
