package sph

import "gpusph/gpu"

// firstGraph is how many steps the first graph of a period has at least, one more if there was one that is
// timed. While the device is at some steps, the host makes three times as many ready.
const firstGraph = 5

// A step takes the host some 30 µs, and when it has heard of lists, half of the time that they take
// is left.
const hostStep, unlisted = 30e-6, 0.5

// nextGraph is how many steps are put on the device at once, when some of the period have
// been, and lists take so long [s]: at first all that are left, if the host can make them ready meanwhile,
// else few, so that it is not late. Each graph ends with the device nearly idle, so few are left for none.
// What is left after the first is as much as the last graph before had, if that is about as good, since
// that graph is there.
func nextGraph(done, left, before int, lists float64) int {
	most := 3 * done
	if done <= 1 {
		most = firstGraph + done
	}
	if left <= most+most/2 || done <= 1 && float64(left)*hostStep <= unlisted*lists {
		return left
	}
	if first := left - before; done <= 1 && before > 0 && 4*first >= before && first <= most+1 {
		return first
	}
	return most
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
	d.main.Wait(d.scanned)
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
