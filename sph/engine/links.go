package engine

import "gpusph/sph/exchange"

// Links times the links between processes; with one process there are none.
func (s *Simulation) Links() ([]exchange.Link, error) {
	if s.group.Processes == nil {
		return nil, nil
	}
	if err := s.broadcast(task{what: linksTask}); err != nil {
		return nil, err
	}
	defer s.broadcastDone()
	all, err := exchange.TimeLinks(s.group)
	if err != nil {
		s.lost = err
	}
	return all, err
}
