package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph/exchange"
)

// globals are the quantities that devices combine within a step: see package sph's program.
type globals struct {
	// maxima limit the step, or tell of the use of the lists.
	maxima exchange.Global
	// sums are what of a moment every device has within the step, summed over all: energies, and the forces
	// on bodies. All others, values at points, the host sums when the interval is over.
	sums exchange.Global
}

// combinedWords is how many words of a moment, behind its head, the devices combine. Of these, the furthest densities and the front are maxima.
func (s *config) combinedWords() int { return s.energyWords() + 6*len(s.Case.Bodies) }

// maximaWords is where the maxima are among these words, and where they end.
func (s *config) maximaWords() (from, to int) { return len(s.energies) + 1, s.energyWords() }

// packetBytes is what a word of a sum takes on its way between devices that wait for each other: see cuda/combine.h.
const packetBytes = 16

// openGlobals makes room for the words of all devices.
func (s *Simulation) openGlobals() error {
	s.globals.maxima = exchange.Global{
		Bytes: maximaBytes, Packet: maximaBytes, Across: exchange.Maxima,
		Publish: func(s gpu.Stream, from, out gpu.Ptr) {
			gpu.Launch(s, cuda.PublishMaxima, cuda.PublishMaximaArgs{Maxima: from, Out: out}, 0, 1)
		},
	}
	words := s.combinedWords()
	maximaFrom, maximaTo := s.maximaWords()
	s.globals.sums = exchange.Global{
		Bytes: 8 * words, Packet: packetBytes * words,
		Across: func(p exchange.Processes, own, total []byte) error {
			return combineProcesses(p, exchange.Longs(own), exchange.Longs(total), maximaFrom, maximaTo)
		},
		Publish: func(s gpu.Stream, from, out gpu.Ptr) {
			args := cuda.CombineArgs{Moment: from, Own: from + 8*gpu.Ptr(sampleHeadWords), Words: int32(words), Out: [cuda.MaxGPUs]gpu.Ptr{out}}
			gpu.Launch(s, cuda.PublishSums, args, 0, words)
		},
	}
	if err := s.globals.maxima.Open(s.group); err != nil {
		return err
	}
	return s.globals.sums.Open(s.group)
}

// combine lets a stream combine what this step has measured with what the other devices have. All do it. What is not due
// is combined as well between processes, of words that mean nothing: all of them must make the same calls.
func (d *domain) combine(s gpu.Stream) {
	if d.group.Count == 1 {
		return
	}
	maximaFrom, maximaTo := d.maximaWords()
	r := d.measuredOfAll.Combine(s, d.stepSample())
	gpu.Launch(s, cuda.Combine, cuda.CombineArgs{
		Moment: d.stepSample(), Own: d.stepSample() + 8*gpu.Ptr(sampleHeadWords), Words: int32(d.combinedWords()), MaxFrom: int32(maximaFrom), MaxTo: int32(maximaTo),
		In: r.In, Out: r.Out, Outs: r.Outs, Devices: r.Devices, Turn: r.Turn, Patience: r.Patience,
	}, 0, d.combinedWords())
}

// combineProcesses sets total to the words of all devices of all processes, of which own are of this one. Some are maxima.
func combineProcesses(p exchange.Processes, own, total []int64, maximaFrom, maximaTo int) error {
	clear(total)
	for i, word := range own {
		k := i % len(total)
		if k >= maximaFrom && k < maximaTo {
			at, word := halvesOf(total[k:]), halvesOf(own[i:])
			at[0], at[1] = max(at[0], word[0]), max(at[1], word[1])
			continue
		}
		total[k] += word
	}
	greatest := append([]uint32(nil), unsafe.Slice((*uint32)(unsafe.Pointer(&total[maximaFrom])), 2*(maximaTo-maximaFrom))...)
	if err := p.Greatest(greatest); err != nil {
		return err
	}
	if err := p.Sum(total); err != nil {
		return err
	}
	copy(unsafe.Slice((*uint32)(unsafe.Pointer(&total[maximaFrom])), len(greatest)), greatest)
	return nil
}

// halvesOf are the two numbers of a word.
func halvesOf(words []int64) *[2]uint32 { return (*[2]uint32)(unsafe.Pointer(&words[0])) }
