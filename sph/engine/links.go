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
	all, err := exchange.TimeLinks(s.group, s.onFirst)
	if err != nil {
		s.lost = err
	}
	return all, err
}

// onFirst does something on the goroutine of this process's first device.
func (s *Simulation) onFirst(f func(*exchange.Member) error) error {
	return s.onLocalDomains(func(d *domain) error {
		if d != s.domains[0] {
			return nil
		}
		return f(d.member)
	})
}

// Note says why processes exchange by no faster transport, where they could; else it is empty.
func (s *Simulation) Note() string { return s.group.Note() }
