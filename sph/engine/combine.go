package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// Some of what a moment measures every device has within the step, summed over all: energies, and the forces on bodies. They are
// the global quantity `measured` of a step's program. All others, values at points, the host sums when the period is over.

// combinedWords is how many words of a moment, behind its head, the devices combine. Of these, the furthest densities and the front are maxima.
func (s *Simulation) combinedWords() int { return sph.EnergyWords + 6*len(s.Case.Bodies) }

const maximaFrom, maximaTo = 4, sph.EnergyWords

// packetBytes is what a word takes on its way between devices that wait for each other: see cuda/combine.h.
const packetBytes = 16

// sumsBytes is what the words of one device take there; two of each take turns.
func (s *Simulation) sumsBytes() int { return packetBytes * s.combinedWords() }

// openCombined makes room for the words of all devices of this process, and of the sums of all processes.
func (s *Simulation) openCombined() (err error) {
	if s.sumsMeeting, err = s.options.System.Share(2 * len(s.shares) * s.sumsBytes()); err != nil || s.processes == nil {
		return err
	}
	s.total, err = s.options.System.Share(2 * 8 * s.combinedWords())
	return err
}

// combine lets a stream combine what this step has measured with what the other devices have. All do it.
func (d *domain) combine(s gpu.Stream) {
	if len(d.shares) == 1 {
		return
	}
	d.sumsTurn++
	d.links[0].combine(s, cuda.CombineArgs{
		Moment: d.moment(), Own: d.moment() + gpu.Ptr(8*momentAt), Words: int32(d.combinedWords()), MaxFrom: maximaFrom, MaxTo: maximaTo,
	})
}

// combine is as reduce of maxima: where all devices run at once, kernels store their words for the others and wait for theirs.
// Elsewhere events hold the kernel back until they are there.
func (l *nearLink) combine(s gpu.Stream, args cuda.CombineArgs) {
	d := l.d
	n, words := len(d.domains), int(args.Words)
	mailbox, slot := gpu.Ptr(int(d.sumsTurn)%2*n*d.sumsBytes()), gpu.Ptr(d.index*d.sumsBytes())
	args.Devices, args.In = int32(n), d.sumsMeeting.Ptr+mailbox
	if d.concurrent {
		args.Turn, args.Patience = d.sumsTurn, d.waits()
		args.Out[0], args.Outs = args.In+slot, 1
		if d.exchange == Direct { // everybody has a mailbox of its own
			args.In, args.Outs = d.sums+mailbox, int32(n)
			for i, other := range d.domains {
				args.Out[i] = other.sums + mailbox + slot
			}
		}
		gpu.Launch(s, cuda.Combine, args, 0, words)
		return
	}
	published := d.publishSums(s, args, args.In+gpu.Ptr(8*words*d.index))
	for _, other := range d.domains {
		if other != d {
			other.post.published[d.index] <- published
		}
	}
	for _, other := range d.domains {
		if other != d {
			s.Wait(<-d.post.published[other.index])
		}
	}
	gpu.Launch(s, cuda.Combine, args, 0, words)
}

// publishSums stores a device's words where others find them.
func (d *domain) publishSums(s gpu.Stream, args cuda.CombineArgs, out gpu.Ptr) gpu.Event {
	args.Out[0] = out
	gpu.Launch(s, cuda.PublishSums, args, 0, int(args.Words))
	return d.keep(s.Signal())
}

// combine gathers the words of the devices of this process. The first of these has the sums of all processes, for the others too.
// What is not due is summed as well, of words that mean nothing: all processes must make the same calls.
func (l *messages) combine(s gpu.Stream, args cuda.CombineArgs) {
	d, words, n := l.d, int(args.Words), len(l.d.domains)
	turn := int(d.sumsTurn) % 2
	mailbox, all := turn*n*d.sumsBytes(), turn*8*words
	published := d.publishSums(s, args, d.sumsMeeting.Ptr+gpu.Ptr(mailbox+8*words*(d.index-d.first)))
	first := d.domains[0]
	if d == first {
		for _, other := range d.domains[1:] {
			s.Wait(<-d.post.published[other.index])
		}
		own, total := longsOf(d.sumsMeeting.Bytes[mailbox:], n*words), longsOf(d.total.Bytes[all:], words)
		gpu.Call(s, func() error { return combineProcesses(d.processes, own, total) })
		reduced := d.keep(s.Signal())
		for _, other := range d.domains[1:] {
			other.post.reduced <- reduced
		}
	} else {
		first.post.published[d.index] <- published
		s.Wait(<-d.post.reduced)
	}
	args.In, args.Devices = d.total.Ptr+gpu.Ptr(all), 1
	gpu.Launch(s, cuda.Combine, args, 0, words)
}

// combineProcesses sets total to the words of all devices of all processes, of which own are of this one.
func combineProcesses(p sph.Processes, own, total []int64) error {
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

// longsOf are the first words of some bytes, and halvesOf the two numbers of a word.
func longsOf(b []byte, n int) []int64 { return unsafe.Slice((*int64)(unsafe.Pointer(&b[:8*n][0])), n) }

func halvesOf(words []int64) *[2]uint32 { return (*[2]uint32)(unsafe.Pointer(&words[0])) }
