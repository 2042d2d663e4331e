package cuda

// Forms are a kernel of grids without vectors of its own, and with those that this processor has.
func Forms(k HostKernel) (all []HostKernel) {
	k.form = 0
	for lanes := 4; lanes <= max(4, HostLanes()); lanes *= 2 {
		all = append(all, k)
		k.form++
	}
	return all
}
