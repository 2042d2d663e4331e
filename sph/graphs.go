package sph

import "gpusph/gpu"

// firstGraph is how many steps the first graph of a period has, if there are many: as many
// as the host can make ready while the device is at the lists and the step that is timed.
// While the device is at these, there is time for the rest.
const firstGraph = 5

// nextGraph is how many steps are put on the device at once, when some of the period are.
func (d *domain) nextGraph(done int) int {
	left := d.steps - done
	if done == 1 && left > 2*firstGraph {
		return firstGraph
	}
	return left
}

// timeSteps is n time steps. A device that takes graphs, and waits for no other by events,
// gets them at once: the host has less to do, and stripes wait less for each other.
func (d *domain) timeSteps(n int) {
	if !gpu.TakesGraphs(d.main) || len(d.sides) > 0 && !d.flagged() {
		for range n {
			d.timeStep()
		}
		return
	}
	d.main.Wait(d.checked)
	d.awaitAllMoved(d.main)
	d.allHaveMoved(nil) // since the graph begins after that
	gpu.Graph(d.main, append(d.streams[:len(d.streams):len(d.streams)], d.aside), func() {
		for range n {
			d.timeStep()
		}
	})
	d.allHaveMoved(d.keep(d.main.Signal()))
}

// allHaveMoved says when all that steps have put on any stream is done.
func (d *domain) allHaveMoved(e gpu.Event) {
	for i := range d.stripes {
		d.stripes[i].moved, d.stripes[i].met = e, nil
	}
	d.scanned, d.checked = e, e
}
