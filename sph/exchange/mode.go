package exchange

import (
	"fmt"

	"gpusph/gpu"
)

// Mode is how devices of a process exchange halos. It changes no result.
type Mode int

const (
	// Fastest is Direct where the devices can do it, else Overlap.
	Fastest Mode = iota
	// Direct lets kernels store to the neighbours' memory. It needs devices that reach each other's.
	Direct
	// Overlap copies them concurrently with what else is computed: the paper's Section 3.4.
	Overlap
	// Copies copies them when all is computed. None lets the host wait for that, and for the copies.
	// Both are for comparison, on grids.
	Copies
	None
)

// Modes are the names of the modes as the command line spells them.
var Modes = []string{Fastest: "fastest", Direct: "direct", Overlap: "overlap",
	Copies: "copies", None: "none"}

func (m Mode) String() string { return Modes[m] }

// On is the mode on a system of devices.
func (m Mode) On(s *gpu.System) (Mode, error) {
	switch direct := s.Direct(); {
	case m == Fastest && direct:
		return Direct, nil
	case m == Fastest:
		return Overlap, nil
	case m == Direct && !direct:
		return m, fmt.Errorf("the exchange is direct, but not all devices can store to each other's memory; use --exchange overlap")
	}
	return m, nil
}
