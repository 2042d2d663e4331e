package measure

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph/exchange"
)

// Energies and the forces on bodies every device has within the step, summed over all. All others, values at points,
// the host sums when the period is over.

// packetBytes is what a word of a sum takes on its way between devices that wait for each other: see cuda/combine.h.
const packetBytes = 16

// Open makes room for the sums of all devices of a group.
func (p *Plan) Open(g *exchange.Group) error {
	words := p.combinedWords()
	p.sums = exchange.Global{
		Bytes: 8 * words, Packet: packetBytes * words,
		Across: func(of exchange.Processes, own, total []byte) error {
			maximaFrom, maximaTo := p.maximaWords()
			return combineProcesses(of, exchange.Longs(own), exchange.Longs(total), maximaFrom, maximaTo)
		},
		Publish: func(s gpu.Stream, from, out gpu.Ptr) {
			args := cuda.CombineArgs{Moment: from, Own: from + 8*gpu.Ptr(headWords), Words: int32(words), Out: [cuda.MaxGPUs]gpu.Ptr{out}}
			gpu.Launch(s, cuda.PublishSums, args, 0, words)
		},
	}
	return p.sums.Open(g)
}

// combine lets a stream combine what this step has measured with what the other devices have. All do it. What is not due
// is combined as well between processes, of words that mean nothing: all of them must make the same calls.
func (r *Recorder) combine(s gpu.Stream, moment gpu.Ptr) {
	if r.member.Count == 1 {
		return
	}
	maximaFrom, maximaTo := r.maximaWords()
	of := r.sumsOfAll.Combine(s, moment)
	gpu.Launch(s, cuda.Combine, cuda.CombineArgs{
		Moment: moment, Own: moment + 8*gpu.Ptr(headWords), Words: int32(r.combinedWords()), MaxFrom: int32(maximaFrom), MaxTo: int32(maximaTo),
		In: of.In, Out: of.Out, Outs: of.Outs, Devices: of.Devices, Turn: of.Turn, Patience: of.Patience,
	}, 0, r.combinedWords())
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
