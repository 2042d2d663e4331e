package engine

import (
	"fmt"

	"gpusph/gpu"
	"gpusph/sph"
)

// Exchange is how neighbours come by the particles at each other's edges. It changes
// no result.
type Exchange int

const (
	// Fastest is Direct where the devices can do it, else Overlap.
	Fastest Exchange = iota
	// Direct lets the kernels of Forces store to the neighbours' memory. It needs
	// devices that reach each other's.
	Direct
	// Overlap copies them while other stripes are computed: the paper's Section 3.4.
	Overlap
)

// Exchanges are the names of the kinds of exchange as the command line spells them.
var Exchanges = []string{Fastest: "fastest", Direct: "direct", Overlap: "overlap"}

func (e Exchange) String() string { return Exchanges[e] }

// on is the exchange on a system of devices.
func (e Exchange) on(s *gpu.System) (Exchange, error) {
	switch direct := s.Direct(); {
	case e == Fastest && direct:
		return Direct, nil
	case e == Fastest:
		return Overlap, nil
	case e == Direct && !direct:
		return e, fmt.Errorf("the exchange is direct, but not all devices can store to each other's memory; overlap would do")
	}
	return e, nil
}

// Exchange is how it is done; not Fastest.
func (s *Simulation) Exchange() Exchange { return s.exchange }

// exchangeEdges gives the neighbours what a stage of half a step has computed for the particles
// at the edges, and says when theirs are here.
func (d *domain) exchangeEdges(group *stage, h half) {
	d.begin(sph.MinimumScan) // where a device waits for others
	for _, l := range d.links {
		l.meet(group, h)
	}
}

// flagged says whether kernels set flags when particles have arrived. A device that is its own neighbour in a ring needs none.
func (d *domain) flagged() bool { return d.exchange == Direct && d.concurrent && len(d.shares) > 1 }
