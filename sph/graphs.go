package sph

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// firstGraph is how many steps the first graph of a period has where others follow. While the device is at some
// steps, the host makes three times as many ready.
const firstGraph = 5

// A step takes the host some 30 µs, and when it has heard of lists, half of the time that they take
// is left.
const hostStep, unlisted = 30e-6, 0.5

// nextGraph is how many steps are put on the device at once, when some of the period have
// been, and lists take so long [s]: at first all that are left, if the host can make them ready meanwhile,
// else few, so that it is not late. Few are left for none.
// A graph that hands over serves for no other number of steps, so that of the first is always the same.
func nextGraph(done, left int, lists float64) int {
	most := 3 * done
	if done <= 1 {
		most = firstGraph
	}
	if left <= most+most/2 || done <= 1 && float64(left)*hostStep <= unlisted*lists {
		return left
	}
	return most
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
		n := nextGraph(done, d.steps-done, d.usualLists)
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

// handOver ends a graph that another follows, which begins beside it: each stripe, and stream
// aside, tells that it is done.
func (d *domain) handOver() {
	d.handed++
	for i := range d.stripes {
		d.tell(d.stripes[i].stream, i)
	}
	d.tell(d.aside, MostStripes)
}

// takeOver begins a graph that follows another, whose streams it waits for one by one.
func (d *domain) takeOver() {
	for i := range d.stripes {
		d.stripes[i].moved, d.stripes[i].met = d.hear(d.stripes[i].stream, i), nil
	}
	d.scanned = d.hear(d.aside, MostStripes)
	d.checked = d.scanned
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
