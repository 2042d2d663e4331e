package sph

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// firstGraph is how many steps the first graph of a period has where others follow, laterGraph how many these have
// at most. While the device is at one the host makes the next ready, which takes it 2 µs a kernel, up to two
// thirds of the time that the steps of the first take.
const firstGraph, laterGraph = 5, 8

// nextGraph is how many steps are put on the device at once, when some of the period have been: few at first, so
// that the device does not wait for the host. To make a graph takes milliseconds, and one that hands over serves for
// no other number of steps, so that of these is always the same; the last may be the beginning of another.
func nextGraph(done, left int) int {
	switch {
	case done > 1:
		return min(left, laterGraph)
	case left <= firstGraph+firstGraph/2:
		return left
	}
	return firstGraph
}

// timeSteps is all time steps but those that are done. A device that takes graphs, and waits for no other by events,
// gets many at once: the host has less to do, and stripes wait less for each other.
func (d *domain) timeSteps(done int) {
	if done >= d.steps {
		return
	}
	if !gpu.TakesGraphs(d.main) || len(d.sides) > 0 && !d.flagged() {
		for ; done < d.steps; done++ {
			d.timeStep()
		}
		return
	}
	d.main.Wait(d.scanned)
	d.main.Wait(d.checked)
	d.awaitAllMoved(d.main)
	stream, other := d.main, d.second
	streams := append(d.streams[:len(d.streams):len(d.streams)], d.aside, d.main, d.second) // where one has failed, no graph waits for it
	for follows := false; done < d.steps; follows = true {
		n := nextGraph(done, d.steps-done)
		done += n
		gpu.Graph(stream, streams, func() {
			if follows {
				d.takeOver()
			} else {
				d.allHaveMoved(nil) // the graph begins after that
			}
			for range n {
				d.timeStep()
			}
			if done < d.steps {
				d.handOver()
			}
		})
		stream, other = other, stream
	}
	d.allHaveMoved(d.keep(other.Signal()))
}

// Behind the flags of stripes are those of the two moments that steps have in stream aside.
const scannedFlag, checkedFlag, handFlags = MostStripes, MostStripes + 1, MostStripes + 2

// handOver ends a graph that another follows, which begins beside it: each stripe tells that it is
// done, and so do MinimumScan and the check of the lists.
func (d *domain) handOver() {
	d.handed++
	for i := range d.stripes {
		d.tell(d.stripes[i].stream, i)
	}
	d.main.Wait(d.scanned)
	d.tell(d.main, scannedFlag)
	d.tell(d.aside, checkedFlag)
}

// takeOver begins a graph that follows another, of which it waits for one thing by one.
func (d *domain) takeOver() {
	for i := range d.stripes {
		d.stripes[i].moved, d.stripes[i].met = d.hear(d.stripes[i].stream, i), nil
	}
	d.scanned = d.hear(d.main, scannedFlag)
	d.checked = d.hear(d.aside, checkedFlag)
}

// tell stores in a stream that a graph has come so far, and hear waits for that in another graph. They are in different
// streams, in which the one that waits was put later, so it does not take the other's turn.
func (d *domain) tell(s gpu.Stream, flag int) {
	gpu.Launch(s, cuda.Exchange, cuda.ExchangeArgs{Clock: d.clock, Turn: d.handed, Out: [2]gpu.Ptr{d.handFlag(flag)}}, 0, 1)
}

func (d *domain) hear(s gpu.Stream, flag int) gpu.Event {
	gpu.Launch(s, cuda.Exchange, cuda.ExchangeArgs{Clock: d.clock, Turn: d.handed, Certain: 1, In: [2]gpu.Ptr{d.handFlag(flag)}}, 0, 1)
	return d.keep(s.Signal())
}

func (d *domain) handFlag(i int) gpu.Ptr { return d.handFlags + gpu.Ptr(4*i) }

// allHaveMoved says when all that steps have put on any stream is done.
func (d *domain) allHaveMoved(e gpu.Event) {
	for i := range d.stripes {
		d.stripes[i].moved, d.stripes[i].met = e, nil
	}
	d.scanned, d.checked = e, e
}
