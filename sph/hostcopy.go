package sph

import (
	"encoding/binary"
	"math"
	"unsafe"

	"gpusph/cuda"
)

// Where things are in domain.hostCopy.
const publishedClock, publishedLost, publishedMotion, publishedNumbers, publishedWork = 0, 96, 128, 288, 320

// Each fits before the next, or this does not compile.
var (
	_ [publishedLost - publishedClock - unsafe.Sizeof(cuda.Clock{})]byte
	_ [publishedNumbers - publishedMotion - unsafe.Sizeof(cuda.Motion{})]byte
	_ [publishedWork - publishedNumbers - unsafe.Sizeof(cuda.Numbers{})]byte
)

func (d *domain) readClock() cuda.Clock {
	return *(*cuda.Clock)(unsafe.Pointer(&d.hostCopy.Bytes[publishedClock]))
}

func (d *domain) readNumbers() cuda.Numbers {
	return *(*cuda.Numbers)(unsafe.Pointer(&d.hostCopy.Bytes[publishedNumbers]))
}

// readWork is the estimated work of the slices that the domain owns, which kernel
// skins adds up.
func (d *domain) readWork() []float64 {
	work := make([]float64, d.window.OwnTo-d.window.OwnFrom)
	for i := range work {
		work[i] = float64(binary.NativeEndian.Uint32(d.hostCopy.Bytes[publishedWork+4*(d.window.OwnFrom-d.window.From+i):]))
	}
	return work
}

// readMotion adds up the Motion of the devices when the lists were built.
func (s *Simulation) readMotion() {
	s.motion = Motion{}
	var forwards, backwards float32
	for _, d := range s.domains {
		m := (*cuda.Motion)(unsafe.Pointer(&d.hostCopy.Bytes[publishedMotion]))
		for i, n := range m.Bins {
			s.motion.Bins[i] += int(n)
		}
		s.motion.Most = max(s.motion.Most, float64(math.Float32frombits(m.Most)))
		forwards = max(forwards, math.Float32frombits(m.Forwards))
		backwards = max(backwards, math.Float32frombits(m.Backwards))
	}
	s.motion.Across = float64(forwards) + float64(backwards)
}
