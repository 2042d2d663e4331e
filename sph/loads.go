package sph

import "fmt"

// checkLoads returns the first thing that is wrong with the loads.
func (c *Case) checkLoads() error {
	for k, l := range c.Loads {
		switch {
		case int(l.ID) >= c.Particles.Len() || c.Particles.Type[l.ID] != Wall:
			return fmt.Errorf("problem %s: load %d is of particle %d, which is no wall particle", c.Name, k, l.ID)
		case k > 0 && l.ID <= c.Loads[k-1].ID:
			return fmt.Errorf("problem %s: the ids of the loads do not ascend at load %d", c.Name, k)
		case int(max(l.First, l.Second)) > len(c.Bodies):
			return fmt.Errorf("problem %s: load %d is of body %d, but there are %d", c.Name, k, max(l.First, l.Second), len(c.Bodies))
		}
	}
	return nil
}
