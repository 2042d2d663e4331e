package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

const momentBytes = int(unsafe.Sizeof(cuda.Moment{}))

// dueSums are a cuda.Moment that is always due, and behind it words of 64 bits, which are 0.
func dueSums(words int) []byte {
	return append(sph.BytesOf([]cuda.Moment{{Due: 1}}), make([]byte, 8*words)...)
}

// summed are words behind a cuda.Moment that is due, which devices sum in a step.
func summed(words int) exchange.Global {
	return exchange.Global{
		Bytes: 8 * words, Packet: 16 * words, Across: exchange.Sums,
		Publish: func(s gpu.Stream, from, out gpu.Ptr) {
			args := cuda.CombineArgs{Moment: from, Own: from + gpu.Ptr(momentBytes), Words: int32(words),
				Out: [cuda.MaxGPUs]gpu.Ptr{out}}
			gpu.Launch(s, cuda.PublishSums, args, 0, words)
		},
	}
}

// sumOfAll lets the control stream add up the words of all devices that are behind a moment.
func (d *domain) sumOfAll(of *exchange.Combined, moment gpu.Ptr, words int) {
	if d.group.Count == 1 {
		return
	}
	r := of.Combine(d.control, moment)
	gpu.Launch(d.control, cuda.Combine, cuda.CombineArgs{
		Moment: moment, Own: moment + gpu.Ptr(momentBytes), Words: int32(words), In: r.In, Out: r.Out,
		Outs: r.Outs, Devices: r.Devices, Turn: r.Turn, Patience: r.Patience,
	}, 0, words)
}
