package grid

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/grid/lattice"
	"gpusph/sph/exchange"
)

// TestLatticeVelocities: the kernels have the velocities and the shells of package lattice, in its
// order.
func TestLatticeVelocities(t *testing.T) {
	text, err := os.ReadFile("../cuda/gridlattice.h")
	if err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile(`(?s)VELOCITIES\[.*?= \{(.*?)\};`).FindSubmatch(text)
	shells := regexp.MustCompile(`FIRST_OF_SHELL\[.*?= \{(.*?)\};`).FindSubmatch(text)
	if table == nil || shells == nil {
		t.Fatal("the header has no table of velocities or shells")
	}
	integers := func(text []byte) (all []int) {
		for _, word := range regexp.MustCompile(`-?\d+`).FindAll(text, -1) {
			n, err := strconv.Atoi(string(word))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, n)
		}
		return all
	}
	m := lattice.D2Q37()
	var want []int
	for _, c := range m.Velocities {
		want = append(want, c[0], c[1])
	}
	if got := integers(table[1]); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("velocities of the kernels are\n%v, not\n%v", got, want)
	}
	if got := integers(shells[1]); fmt.Sprint(got) != fmt.Sprint(m.First) {
		t.Errorf("shells of the kernels begin at %v, not %v", got, m.First)
	}
}

// TestLatticePropagates: populations move by their velocities and are not changed.
func TestLatticePropagates(t *testing.T) {
	c := latticeCases()[4]
	slabs := latticeSlabs(t, c, c.nz)
	s := slabs[0]
	before := populationsOf(slabs)
	gpu.Launch(s.stream, cuda.LatticePropagate, cuda.LatticeArgs{Slab: s.slab, From: s.at(s.now, 0),
		To: s.store(1 - s.now)}, 0, s.nx*s.rows())
	s.now = 1 - s.now
	for n, f := range populationsOf(slabs) {
		for l, v := range lattice.D2Q37().Velocities {
			x, z := (n%c.nx-v[0]+c.nx)%c.nx, (n/c.nx-v[1]+c.nz)%c.nz
			if want := before[z*c.nx+x][l]; f[l] != want {
				t.Fatalf("population %d of site %d is %g, not %g", l, n, f[l], want)
			}
		}
	}
}

// fuses reports whether Go's compiler fuses products and sums on this processor.
func fuses(a, b, c float64) bool { return a*b+c != float64(a*b)+c }

// TestLatticeCollides: the kernel's collision has the bits of lattice.Collide.
func TestLatticeCollides(t *testing.T) {
	if fuses(1+0x1p-30, 1-0x1p-30, -1) {
		t.Skip("Go fuses operations on this processor, and kernels do not")
	}
	for _, c := range latticeCases()[:2] {
		slabs := latticeSlabs(t, c, c.nz)
		s := slabs[0]
		random := rand.New(rand.NewPCG(1, 2))
		data := make([]float64, s.nx*s.rows()*lattice.Populations)
		for n := range data {
			data[n] = 0.01 + 0.05*random.Float64()
		}
		s.stream.Upload(s.at(s.now, 0), float64Bytes(data))
		want := populationsOf(slabs)
		gpu.Launch(s.stream, cuda.LatticeCollide, cuda.LatticeArgs{Slab: s.slab,
			Collision: latticeCollision(c.tau, c.g), To: s.store(s.now)}, 0, s.nx*s.rows())
		for n, f := range populationsOf(slabs) {
			lattice.D2Q37().Collide(&want[n], c.g[0], c.g[1], c.tau)
			if f != want[n] {
				t.Fatalf("%s: site %d has %v, not %v", c.name, n, f, want[n])
			}
		}
	}
}

// TestLatticeSteps: populations and fields are those of the oracle, within round-off.
func TestLatticeSteps(t *testing.T) {
	for _, c := range latticeCases() {
		t.Run(fmt.Sprint(c.name, c.nx), func(t *testing.T) {
			slabs, o := latticeSlabs(t, c, c.nz), c.oracle()
			for range 8 {
				latticeStep(slabs, true)
				o.Step()
			}
			off := 0.0
			want := o.Collided()
			for n, f := range populationsOf(slabs) {
				for l := range f {
					off = max(off, math.Abs(f[l]-want[n][l]))
				}
			}
			fields := 0.0
			for n, f := range fieldsOf(slabs[0], false) {
				rho, ux, uz, warm := o.At(n%c.nx, n/c.nx)
				for k, value := range []float64{rho, ux, uz, warm} {
					fields = max(fields, math.Abs(f[k]-value))
				}
			}
			t.Logf("populations are off by %.2g, fields by %.2g", off, fields)
			if !(off < 1e-13) || !(fields < 1e-13) {
				t.Errorf("populations are off by %g, fields by %g", off, fields)
			}
		})
	}
}

// fieldsOf are density, velocity and temperature of the sites of a slab, by its kernel.
func fieldsOf(s *latticeSlab, energy bool) (all [][4]float64) {
	args := s.fieldsArgs()
	if energy {
		args.Energy = 1
	}
	n := s.nx * s.rows()
	all = make([][4]float64, n)
	gpu.Launch(s.stream, cuda.LatticeMoments, args, 0, n)
	for k, at := range []gpu.Ptr{args.Density, args.Velocity[0], args.Velocity[1], args.Temperature} {
		values := make([]float64, n)
		s.stream.Download(float64Bytes(values), at)
		s.sync()
		for i, v := range values {
			all[i][k] = v
		}
	}
	return all
}

// tallyOf are the sums and maxima that the kernel has left.
func tallyOf(s *latticeSlab) (sums [2]float64, most [4]float64) {
	read := make([]byte, wordBytes)
	at := s.alloc(len(read))
	gpu.Launch(s.stream, cuda.GridCollect, cuda.GridCollectArgs{Slots: s.slots, Words: at}, 0,
		cuda.GridWords)
	s.stream.Download(read, at)
	s.sync()
	words := exchange.Longs(read)
	return [2]float64{float64(words[0]) / (1 << 40), float64(words[1]) / (1 << 40)}, maxima(words)
}

// TestLatticeTally: sums of mass, momentum and energy are those of the fields, and so are maxima. A
// density that is not positive has an infinite speed.
func TestLatticeTally(t *testing.T) {
	c := latticeCases()[7]
	slabs := latticeSlabs(t, c, c.nz)
	s := slabs[0]
	latticeStep(slabs, true)
	for _, energy := range []bool{false, true} {
		var want [2]float64
		var most [4]float64
		for _, f := range fieldsOf(s, energy) {
			u2 := f[1]*f[1] + f[2]*f[2]
			if energy {
				want[0], want[1] = want[0]+f[0]*f[2], want[1]+f[0]*(f[3]+u2/2)
			} else {
				want[0], want[1] = want[0]+f[0], want[1]+f[0]*f[1]
			}
			for k, value := range []float64{math.Sqrt(u2), f[3], 1 / f[3], f[0]} {
				most[k] = max(most[k], float64(float32(value)))
			}
		}
		sums, got := tallyOf(s)
		for k := range sums {
			if math.Abs(sums[k]-want[k]) > 1e-11*float64(c.nx*c.nz) {
				t.Errorf("energy %v: sum %d is %.15g, not %.15g", energy, k, sums[k], want[k])
			}
		}
		if got != most {
			t.Errorf("energy %v: maxima are %v, not %v", energy, got, most)
		}
	}
	for _, bad := range []float64{-1, math.NaN()} {
		s.stream.Upload(s.at(s.now, 2), float64Bytes([]float64{bad}))
		fieldsOf(s, false)
		if _, most := tallyOf(s); !math.IsInf(most[0], 1) {
			t.Errorf("with a population of %g the speed is %g", bad, most[0])
		}
	}
}

// TestLatticeFused: three kernels have the bits of the fused ones, and slabs those of one.
func TestLatticeFused(t *testing.T) {
	for _, c := range latticeCases() {
		t.Run(fmt.Sprint(c.name, c.nx), func(t *testing.T) {
			run := func(fused bool, rows ...int) [][lattice.Populations]float64 {
				slabs := latticeSlabs(t, c, rows...)
				for range 7 {
					latticeStep(slabs, fused)
				}
				return populationsOf(slabs)
			}
			want := run(true, c.nz)
			for _, rows := range [][]int{{c.nz}, {8, 9}, {4, 9, 4}, {4, 3, 3, 3, 4}} {
				for _, fused := range []bool{true, false} {
					for n, f := range run(fused, rows...) {
						if f != want[n] {
							t.Fatalf("%v rows, fused %v: site %d has %v, not %v", rows, fused, n, f,
								want[n])
						}
					}
				}
			}
		})
	}
}

// TestLatticeOnGPUs: on GPUs and on shares of one the lattice has the bits that it has on the
// processor.
func TestLatticeOnGPUs(t *testing.T) {
	each := gpuNames(t)
	c := latticeCases()[11]
	run := func(names []string, fused bool, rows ...int) [][lattice.Populations]float64 {
		system, err := gpu.Open(names, gpu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { system.Close() })
		if !system.Direct() { // which lets kernels store there, too
			t.Skip("GPUs do not reach each other's memory")
		}
		slabs := latticeOn(t, system, c, rows...)
		for range 7 {
			latticeStep(slabs, fused)
		}
		return populationsOf(slabs)
	}
	want := run([]string{"host"}, true, c.nz)
	for _, names := range [][]string{each[:1], {each[0], each[0]}, each} {
		for _, fused := range []bool{true, false} {
			var rows []int
			for i := range names {
				rows = append(rows, (i+1)*c.nz/len(names)-i*c.nz/len(names))
			}
			for n, f := range run(names, fused, rows...) {
				if f != want[n] {
					t.Fatalf("%v, fused %v: site %d has %v, not %v", names, fused, n, f, want[n])
				}
			}
		}
	}
}
