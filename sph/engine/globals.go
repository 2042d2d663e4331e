package engine

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph/exchange"
)

// globals are the quantities that devices combine within a step: see package sph's program.
type globals struct {
	// maxima limit the step, or tell of the use of the lists.
	maxima exchange.Global
}

// openGlobals makes room for the words of all devices.
func (s *Simulation) openGlobals() error {
	s.globals.maxima = exchange.Global{
		Bytes: maximaBytes, Packet: maximaBytes, Across: exchange.Maxima,
		Publish: func(s gpu.Stream, from, out gpu.Ptr) {
			gpu.Launch(s, cuda.PublishMaxima, cuda.PublishMaximaArgs{Maxima: from, Out: out}, 0, 1)
		},
	}
	if err := s.globals.maxima.Open(s.group); err != nil {
		return err
	}
	return s.measures.Open(s.group)
}
