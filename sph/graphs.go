package sph

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// firstGraph is the number of steps of a period's first graph where others follow, laterGraph the
// most of these. While the device works on a graph the host prepares the next. That takes 2 µs a kernel,
// up to two thirds of the time of the first graph's steps.
const firstGraph, laterGraph = 5, 8

// nextGraph is the number of steps of the next graph, after some steps of the period. The first graph
// is small, so that the device does not wait for the host. To make a graph takes milliseconds, and one
// that another follows serves for its own number of steps only, so these have always the same number.
// The last graph may be the beginning of a longer one.
func nextGraph(done, left int) int {
	switch {
	case done > 1:
		return min(left, laterGraph)
	case left <= firstGraph+firstGraph/2:
		return left
	}
	return firstGraph
}

// timeSteps launches all time steps of the period but those that are done. A device that takes graphs
// and waits for no other by events gets many at once: the host has less to do, and stripes wait less
// for each other.
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
	streams := append(d.streams[:len(d.streams):len(d.streams)], d.control, d.main, d.second) // where one has failed, no graph waits for it
	for follows := false; done < d.steps; follows = true {
		n := nextGraph(done, d.steps-done)
		done += n
		gpu.Graph(stream, streams, func() {
			if follows {
				d.waitFlags()
			} else {
				d.allHaveMoved(nil) // the graph begins after that
			}
			for range n {
				d.timeStep()
			}
			if done < d.steps {
				d.setFlags()
			}
		})
		stream, other = other, stream
	}
	d.allHaveMoved(d.keep(other.Signal()))
}

// A graph sets a flag for each stripe, and behind these one each for MinimumScan and for the check
// of the skins.
const scannedFlag, checkedFlag, graphFlags = MostStripes, MostStripes + 1, MostStripes + 2

// setFlags ends a graph that another follows. The next graph begins while this one ends, so each
// stripe says by a flag of its own that it is done, and so do MinimumScan and the check of the skins.
func (d *domain) setFlags() {
	d.graphTurn++
	for i := range d.stripes {
		d.setFlag(d.stripes[i].stream, i)
	}
	d.main.Wait(d.scanned)
	d.setFlag(d.main, scannedFlag)
	d.setFlag(d.control, checkedFlag)
}

// waitFlags begins a graph that follows another. Each of its streams waits for its own flag only.
func (d *domain) waitFlags() {
	for i := range d.stripes {
		d.stripes[i].moved, d.stripes[i].met = d.waitFlag(d.stripes[i].stream, i), nil
	}
	d.scanned = d.waitFlag(d.main, scannedFlag)
	d.checked = d.waitFlag(d.control, checkedFlag)
}

// setFlag stores the graph's turn in a flag, when its stream comes to it.
func (d *domain) setFlag(s gpu.Stream, flag int) {
	gpu.Launch(s, cuda.Exchange, cuda.ExchangeArgs{Clock: d.clock, Turn: d.graphTurn, Out: [2]gpu.Ptr{d.graphFlag(flag)}}, 0, 1)
}

// waitFlag lets a stream wait for a flag of the graph before. The kernel that sets it is in another
// stream and was launched before, so the waiting kernel cannot keep it from running.
func (d *domain) waitFlag(s gpu.Stream, flag int) gpu.Event {
	gpu.Launch(s, cuda.Exchange, cuda.ExchangeArgs{Clock: d.clock, Turn: d.graphTurn, NoTimeout: 1, In: [2]gpu.Ptr{d.graphFlag(flag)}}, 0, 1)
	return d.keep(s.Signal())
}

func (d *domain) graphFlag(i int) gpu.Ptr { return d.graphFlags + gpu.Ptr(4*i) }

// allHaveMoved says when all that steps have put on any stream is done.
func (d *domain) allHaveMoved(e gpu.Event) {
	for i := range d.stripes {
		d.stripes[i].moved, d.stripes[i].met = e, nil
	}
	d.scanned, d.checked = e, e
}
