package engine

import "gpusph/gpu"

// mostSteps is how many steps a graph has at most. While the device works on one, the host prepares the
// next, which takes it 2 µs a kernel.
const mostSteps = 8

// nextGraph is the number of steps of the next graph where some are left: 8, 4, 2 or 1. To make a graph
// takes milliseconds, so there are few sizes, which are used again and again.
func nextGraph(left int) int {
	n := mostSteps
	for n > left {
		n /= 2
	}
	return n
}

// timeSteps launches all time steps of the period but those that are done. A device that takes graphs
// and waits for no other by events gets many at once: the host has less to do, and stripes wait less
// for each other. Graphs are in the main stream, one after the other.
func (d *domain) timeSteps(done int) {
	if done >= d.steps {
		return
	}
	if !gpu.TakesGraphs(d.main) || len(d.sides) > 0 && !d.group.WaitsInKernels() {
		for ; done < d.steps; done++ {
			d.timeStep()
		}
		return
	}
	d.main.Wait(d.scanned)
	d.main.Wait(d.checked)
	d.awaitAllMoved(d.main)
	streams := append(d.streams[:len(d.streams):len(d.streams)], d.control)
	for done < d.steps {
		n := nextGraph(d.steps - done)
		d.recorder.Within(done, done+n)
		done += n
		gpu.Graph(d.main, streams, func() {
			d.allHaveMoved(nil) // the graph begins after that
			for range n {
				d.timeStep()
			}
		})
	}
	d.allHaveMoved(d.keep(d.main.Signal()))
}

// allHaveMoved says when all that steps have put on any stream is done.
func (d *domain) allHaveMoved(e gpu.Event) {
	for i := range d.stripes {
		d.stripes[i].moved, d.stripes[i].met = e, nil
	}
	d.scanned, d.checked = e, e
}
