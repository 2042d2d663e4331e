package cuda_test

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

// form is which of the host's kernels are used: the strict ones, whose text GPUs
// run too, or the fast ones with vectors.
type form bool

const (
	strict form = true
	fast   form = false
)

// forms are both.
var forms = []form{strict, fast}

func (f form) String() string {
	if f == strict {
		return "strict"
	}
	return "fast"
}

// device is a host device with a stream.
type device struct {
	gpu.Device
	t      testing.TB
	stream gpu.Stream
	system *gpu.System
}

func open(t testing.TB, f form) *device {
	t.Helper()
	system, err := gpu.Open([]string{"host"}, gpu.Options{Strict: f == strict})
	if err != nil {
		t.Fatal(err)
	}
	stream, err := system.Devices[0].NewStream(false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { system.Close() })
	return &device{system.Devices[0], t, stream, system}
}

func (d *device) alloc(bytes int) gpu.Ptr {
	d.t.Helper()
	p, err := d.Alloc(bytes)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() {
		d.stream.Sync() // kernels may still write there
		d.Free(p)
	})
	return p
}

// upload copies any data of fixed size to the device.
func (d *device) upload(data any) gpu.Ptr {
	d.t.Helper()
	p := d.alloc(binary.Size(data))
	d.write(p, data)
	return p
}

// write copies it to where there is room.
func (d *device) write(p gpu.Ptr, data any) {
	d.t.Helper()
	b, err := binary.Append(nil, binary.LittleEndian, data)
	if err != nil {
		d.t.Fatal(err)
	}
	d.stream.Upload(p, b)
}

// download fills data, a pointer or a slice of fixed size.
func (d *device) download(data any, from gpu.Ptr) {
	d.t.Helper()
	b := make([]byte, binary.Size(data))
	d.stream.Download(b, from)
	if err := d.stream.Sync(); err != nil {
		d.t.Fatal(err)
	}
	if _, err := binary.Decode(b, binary.LittleEndian, data); err != nil {
		d.t.Fatal(err)
	}
}

// particle is one of a scene.
type particle struct {
	at   [3]float64 // [m]
	vel  [3]float32 // [m/s]
	rel  float32    // ρ/ρ0 - 1
	wall bool
	of   uint8 // material
}

// scene is particles with their lists, on a device. Its smoothing length is 1 m.
type scene struct {
	*device
	grid      neighbor.Grid
	list      *neighbor.List
	p         neighbor.Particles
	two       [2]cuda.Material // in flows with materials
	packed    gpu.Ptr
	order     []uint32 // the particle that lies i-th
	particles []particle
	gravity   [3]float32
}

const (
	h     = 1.0
	reach = 3.2 * h
)

// newScene lists particles in a domain that begins at 0.
func newScene(t testing.TB, f form, size [3]float64, particles []particle) *scene {
	t.Helper()
	d := open(t, f)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	g, err := neighbor.NewGrid([3]float64{}, size, reach, 0, [3]bool{})
	check(err)
	n := len(particles)
	var pos [][4]int32
	var vel [][4]float32
	var id []uint32
	for i, p := range particles {
		f := g.Fixed(p.at)
		pos = append(pos, [4]int32{f[0], f[1], f[2], int32(cuda.Info(p.wall, 0, p.of, false))})
		vel = append(vel, [4]float32{p.vel[0], p.vel[1], p.vel[2], p.rel})
		id = append(id, uint32(i))
	}
	in := neighbor.Particles{Pos: d.upload(pos), Vel: d.upload(vel), ID: d.upload(id)}
	s := &scene{device: d, grid: g, particles: particles, packed: d.alloc(n * neighbor.PackedBytes)}
	s.p = neighbor.Particles{
		Pos: d.alloc((n + neighbor.Padding) * neighbor.PosBytes), Vel: d.alloc(n * neighbor.VelBytes), ID: d.alloc(n * neighbor.IDBytes),
	}
	offsets, err := d.system.Share(g.OffsetsBytes())
	check(err)
	s.list, err = neighbor.NewList(d.Device, g, offsets)
	check(err)
	t.Cleanup(s.list.Free)
	w := g.Window(g.Inner())
	s.list.Materials = slices.ContainsFunc(particles, func(p particle) bool { return p.of > 0 })
	check(s.list.Reserve(n, n, w.Layers, (n+7)/8*8+16))
	s.list.Sort(d.stream, w, in, s.p, s.packed, n, neighbor.Kept{}, neighbor.Prediction{})
	check(d.stream.Sync())
	if all, lost := s.list.Offsets(); all[len(all)-1] != n || lost != [cuda.LeftKinds]int{} {
		t.Fatalf("%d of %d particles are in the domain", all[len(all)-1], n)
	}
	maxima := d.upload(cuda.Maxima{})
	s.list.Activate(d.stream, s.p, true, d.alloc(64), d.upload(cuda.Clock{}), 0)
	s.list.Build(d.stream, reach, maxima)
	s.order = make([]uint32, n)
	d.download(s.order, s.p.ID)
	var built cuda.Maxima
	d.download(&built, maxima)
	if built != (cuda.Maxima{}) {
		t.Fatalf("not all particles have lists: %+v", built)
	}
	return s
}

// record is that of a step with the scene's gravity, and a hydrostatic part that has nothing to do with it.
func (s *scene) record() gpu.Ptr {
	m := cuda.Forcing{Gravity: s.gravity, Hydro: [3]float32{1e-13, -2e-13, 3e-13}}
	return s.upload(cuda.StepRecord{At: [2]cuda.Forcing{m, m}})
}

// forces runs a force kernel and returns what it computes, by particle, and the
// maxima.
func (s *scene) forces(kernel cuda.KernelOf[cuda.ForcesArgs], p cuda.Physics) (force [][4]float32, maxima cuda.Maxima) {
	s.t.Helper()
	n := len(s.particles)
	out, most, clock := s.alloc(16*n), s.alloc(64), s.upload(cuda.Clock{Limit: 1})
	s.stream.Fill(out, 0, 16*n) // walls without a state get nothing
	all := s.list.Active()
	var walls gpu.Ptr
	if strings.HasSuffix(string(kernel), "dynamic") {
		walls = s.p.Vel
	}
	var porosity, pores gpu.Ptr
	if strings.Contains(string(kernel), "_porous") {
		all, open := make([]float32, n), make([]float32, n)
		for i := range all {
			all[i], open[i] = 0.4+0.6*float32(i%7)/6, float32(i%5-2)
		}
		porosity, pores = s.upload(all), s.upload(open)
	}
	gpu.Launch(s.stream, kernel, cuda.ForcesArgs{
		P: p, List: s.list.Args(), Packed: s.packed, Vel: s.p.Vel, Walls: s.packed, WallVel: walls, Force: out,
		Maxima: most, Clock: clock, Record: s.record(), Part: all, Euler: cuda.EulerArgs{Half: 1},
		Two: s.two, Porosity: porosity, Pores: pores, PerSlope: 0.01,
	}, 0, all.Len())
	inOrder := make([][4]float32, n)
	s.download(inOrder, out)
	s.download(&maxima, most)
	force = make([][4]float32, n)
	for i, id := range s.order {
		force[id] = inOrder[i]
	}
	return force, maxima
}

// probe returns ΣW/W(0) and ΣPW/W(0) over the fluid around points.
func (s *scene) probe(p cuda.Physics, points [][3]float64) [][2]float32 {
	s.t.Helper()
	var fixed [][4]int32
	for _, x := range points {
		f := s.grid.Fixed(x)
		fixed = append(fixed, [4]int32{f[0], f[1], f[2], 0})
	}
	const scale = 1 << 24
	sums := make([][2]int64, len(points))
	to := s.alloc(16 * len(points))
	s.list.Probe(cuda.Probe, s.stream, s.p.Pos, s.p.Vel, p, cuda.ProbeArgs{
		Point: s.upload(fixed), Face: s.upload(make([][4]float32, len(points))), Moment: s.upload([]cuda.Moment{{Due: 1}}), Sum: to, WeightScale: scale, PressureScale: scale,
	}, len(points))
	s.download(sums, to)
	values := make([][2]float32, len(points))
	for i, sum := range sums {
		values[i] = [2]float32{float32(float64(sum[0]) / scale), float32(float64(sum[1]) / scale)}
	}
	return values
}

// The places of coefficients that tests set.
var (
	artificial = cuda.Coefficient("ARTIFICIAL_VISCOSITY")
	laminar    = cuda.Coefficient("LAMINAR_VISCOSITY")
	diffusion  = cuda.Coefficient("DENSITY_DIFFUSION")
	limiter    = cuda.Coefficient("LIMITER_RATE")
	floor      = cuda.Coefficient("LIMITER_FLOOR")
)

// physics is water in a grid, with neither viscosity, nor diffusion, nor
// gravity, whose momentum sums come out in units of slope()·unit·P/ρ² and whose
// continuity sums in units of slope()·unit·m/s.
func (s *scene) physics(kernel string) cuda.Physics {
	const rho0, c0 = 1000, 20
	p := cuda.Physics{
		Unit: float32(s.grid.Unit), Still: [3]float32{float32(s.grid.Unit), float32(s.grid.Unit), float32(s.grid.Unit)}, ToSupport: float32(s.grid.Unit / (support(kernel) * h)), AccelScale: 1, RelScale: 1,
		Eta2: float32(0.01 * h * h / (s.grid.Unit * s.grid.Unit)),
		Tait: c0 * c0 / (7. * rho0), Bulk: rho0 * c0 * c0 / 7., Rho0: rho0, Mass: 1,
	}
	p.Kernel = int32(slices.Index(kernels, kernel))
	p.Coefficient[floor] = 1
	return p
}

// kernels are the smoothing kernels, by their names on the command line.
var kernels = []string{"wendland", "cubic", "quintic"}

// support is the radius of a kernel's support [h].
func support(kernel string) float64 {
	if kernel == "quintic" {
		return 3
	}
	return 2
}

// alpha is W(0) h³.
func alpha(kernel string) float64 {
	return map[string]float64{"wendland": 21. / 16, "cubic": 1, "quintic": 66. / 120}[kernel] / math.Pi
}
