package engine

import (
	"encoding/binary"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// subdomain is what is known of a device's part of the flow when no device computes, of devices of
// other processes too. All that is planned is planned by it. A device's goroutine writes its own.
type subdomain struct {
	name  string // of the device
	cells *neighbor.Grid
	// by the device: the clock after the steps; Motion, Numbers and the slices' work of the lists
	published   []byte
	sampleBytes []byte // the moments of a period, where there are any

	window    neighbor.Window
	offsets   []int          // where the window's slices begin; after the last, count
	count     int            // particles, internal and external, with images
	images    int            // of them, see periodic.go,
	ownImages int            // and of the internal ones
	left      sph.LeftDomain // from here

	active   int                     // particles that take part in the steps of a period
	estimate []float64               // of the work of the slices that it owns
	seconds  [sph.PhaseCount]float64 // of the last period, by phase
	busy     float64                 // seconds of it, with lists and forces
}

// span is a range of particles of a share.
type span struct{ from, to int }

func (r span) len() int { return r.to - r.from }

// slices is the particles of the slices [from, to) that the device sees.
func (d *subdomain) slices(from, to int) span {
	return span{d.offsets[from-d.window.From], d.offsets[to-d.window.From]}
}

// layers is the particles of the layers [from, to) of the window.
func (d *subdomain) layers(from, to int) span {
	slice := func(layer int) int {
		return min(max((d.window.First+layer)*d.cells.PerLayer, d.window.From), d.window.To)
	}
	return d.slices(slice(from), slice(to))
}

// owned is the internal particles.
func (d *subdomain) owned() span { return d.slices(d.window.OwnFrom, d.window.OwnTo) }

// ownCount is how many particles are internal.
func (d *subdomain) ownCount() int { return d.owned().len() - d.ownImages }

// sendHalo is the internal slices that a neighbour sees, external the neighbour's that
// this device sees.
func (d *subdomain) sendHalo(left bool) span {
	if left {
		return d.slices(d.window.OwnFrom, d.window.OwnFrom+d.cells.Edges())
	}
	return d.slices(d.window.OwnTo-d.cells.Edges(), d.window.OwnTo)
}

func (d *subdomain) receiveHalo(left bool) span {
	if left {
		return d.slices(d.window.From, d.window.OwnFrom)
	}
	return d.slices(d.window.OwnTo, d.window.To)
}

func (d *subdomain) readClock() cuda.Clock {
	return *(*cuda.Clock)(unsafe.Pointer(&d.published[publishedClock]))
}

func (d *subdomain) readNumbers() cuda.Numbers {
	return *(*cuda.Numbers)(unsafe.Pointer(&d.published[publishedNumbers]))
}

// readWork is the estimated work of the slices that the device owns, which kernel
// skins adds up.
func (d *subdomain) readWork() []float64 {
	work := make([]float64, d.window.OwnTo-d.window.OwnFrom)
	for i := range work {
		work[i] = float64(binary.NativeEndian.Uint32(d.published[publishedWork+4*(d.window.OwnFrom-d.window.From+i):]))
	}
	return work
}

// readMotion adds up the Motion of the devices when the lists were built.
func (s *Simulation) readMotion() {
	s.motion = sph.Motion{}
	for i := range s.subdomains {
		m := (*cuda.Motion)(unsafe.Pointer(&s.subdomains[i].published[publishedMotion]))
		for i, n := range m.Bins {
			s.motion.Bins[i] += int(n)
		}
		s.motion.Most = max(s.motion.Most, float64(math.Float32frombits(m.Most)))
		s.motion.Across = max(s.motion.Across, float64(math.Float32frombits(m.Approach)))
	}
}

const (
	maximaBytes = int(unsafe.Sizeof(cuda.Maxima{}))
	clockBytes  = int(unsafe.Sizeof(cuda.Clock{}))
)

// What tables of the model say in numbers is as large as kernels and lists have it: these do not
// compile otherwise.
var (
	_ = [1]struct{}{}[sph.MaxNeighbours-neighbor.MaxListed]
	_ = [1]struct{}{}[sph.ForceTerms-cuda.Terms]
	_ = [1]struct{}{}[sph.MotionBins-neighbor.MotionBins]
	_ = cuda.Clock(sph.Clock{})
)

// arrays are the fields of one state in a device's memory, by their places in the table; 0 is none.
type arrays [sph.MaxFields]gpu.Ptr

// state is what kernels that move particles know of it.
func (a *arrays) state() cuda.State {
	return cuda.State{Pos: a[sph.PositionField], Vel: a[sph.VelocityField],
		Packed: a[sph.PackedField], Remainder: a[sph.RemainderField], Rate: a[sph.RateField]}
}

// particles are the same for lists.
func (a *arrays) particles() neighbor.Particles {
	return neighbor.Particles{Pos: a[sph.PositionField], Vel: a[sph.VelocityField],
		ID: a[sph.IDField]}
}

// at is the same from the i-th particle on.
func (a arrays) at(i int) arrays {
	for k := range sph.Fields {
		a[k] += gpu.Ptr(i * sph.Fields[k].Bytes)
	}
	return a
}

// Where things are in domain.hostCopy.
const (
	publishedClock, publishedLost, publishedMotion, publishedCounts = 0, 96, 128, 288
	publishedNumbers                                                = 4480
	publishedWork                                                   = publishedNumbers + 32
)

// Each fits before the next, or this does not compile.
var (
	_ [publishedLost - publishedClock - unsafe.Sizeof(cuda.Clock{})]byte
	_ [publishedCounts - publishedMotion - unsafe.Sizeof(cuda.Motion{})]byte
	_ [publishedNumbers - publishedCounts -
		(launch.MaxCounts+2)*unsafe.Sizeof(cuda.CrossCounts{})]byte
	_ [publishedWork - publishedNumbers - unsafe.Sizeof(cuda.Numbers{})]byte
)

// number is how kernels take a bool.
func number(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
