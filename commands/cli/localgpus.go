package cli

import (
	"fmt"
	"os"
	"slices"

	"gpusph/gpu"
	"gpusph/internal/mpi"
	"gpusph/internal/text"
	"gpusph/sph/exchange"
)

// localGPUs is what a process tells the others of the GPUs that it sees.
type localGPUs struct {
	Machine string   // the same for all processes of a machine
	Host    string   // its name
	Rank    int      // among the processes of the machine, by the launcher; -1 is unknown
	Named   bool     // --devices has the devices of this process
	GPUs    []string // by CUDA's number; gpu.Identities
}

// shareGPUs divides the GPUs of each machine among its processes, where several processes compute
// together. All of them call it.
func (c *Config) shareGPUs(world *mpi.World, gpus []gpu.Info) error {
	if world == nil {
		return nil
	}
	host, _ := os.Hostname()
	own := localGPUs{gpu.MachineID(), host, world.LocalRank(), c.devices != "", gpu.Identities(gpus)}
	all, err := exchange.GatherOf(&exchange.Group{Processes: world}, own)
	if err != nil {
		return err
	}
	for rank := range all {
		if all[rank].Machine == all[world.Rank()].Machine {
			c.company.local++
		}
	}
	c.part, err = partOf(all, world.Rank())
	return SetupError(err)
}

// part is the GPUs that fall to a process, where there are several processes.
type part struct {
	gpus   []int // CUDA's numbers
	shared int   // processes among which the GPUs are divided
	of     int   // GPUs that they divide
}

// partOf is the part of the process of a rank. Processes of a machine that see the same GPUs divide
// these. Where each sees others, as the launcher or CUDA_VISIBLE_DEVICES has given them, it takes
// all.
func partOf(all []localGPUs, rank int) (*part, error) {
	own := &all[rank]
	if own.Named {
		return nil, nil
	}
	machine := ofMachine(all, own.Machine)
	seen := sorted(own.GPUs)
	var same []int
	for _, other := range machine {
		theirs := sorted(all[other].GPUs)
		common := slices.ContainsFunc(theirs, func(id string) bool { return slices.Contains(seen, id) })
		switch {
		case slices.Equal(theirs, seen):
			same = append(same, other)
		case common:
			return nil, fmt.Errorf("processes %d and %d on %s see some GPUs in common and others not; "+
				"let CUDA_VISIBLE_DEVICES show all processes of a machine the same GPUs, or each its own, "+
				"or name them with --devices", min(rank, other), max(rank, other), own.Host)
		}
	}
	p := &part{shared: len(same), of: len(seen)}
	// The first of them has the order: each may number the GPUs in another.
	for _, id := range chunk(all[same[0]].GPUs, slices.Index(same, rank), len(same)) {
		p.gpus = append(p.gpus, slices.Index(own.GPUs, id))
	}
	return p, nil
}

// ofMachine are the processes of a machine that choose their GPUs, by the launcher's local ranks,
// or by rank where these are not complete.
func ofMachine(all []localGPUs, machine string) (ranks []int) {
	local := map[int]bool{}
	for rank := range all {
		if p := &all[rank]; p.Machine == machine && !p.Named {
			ranks = append(ranks, rank)
			local[p.Rank] = true
		}
	}
	if len(local) == len(ranks) && !local[-1] {
		slices.SortFunc(ranks, func(a, b int) int { return all[a].Rank - all[b].Rank })
	}
	return ranks
}

// chunk is the part of the process k of n: contiguous parts of GPUs, as linked GPUs have
// neighbouring numbers. Fewer GPUs than processes are shared.
func chunk(gpus []string, k, n int) []string {
	switch g := len(gpus); {
	case g == 0:
		return nil
	case g < n:
		return gpus[k%g : k%g+1]
	default:
		return gpus[k*g/n : (k+1)*g/n]
	}
}

func sorted(ids []string) []string { return slices.Sorted(slices.Values(ids)) }

// deviceNames are the devices of this part for a number of shares, 0 being one for each GPU; why
// says what is not as it was asked for.
func (p *part) deviceNames(asked int) (names []string, why string) {
	if len(p.gpus) == 0 {
		for range max(asked, 1) {
			names = append(names, "host")
		}
		return names, "the processors compute, since this machine has no GPU that can be used; " +
			"gpusph devices says why"
	}
	if asked == 0 {
		asked = len(p.gpus)
	}
	for share := range asked {
		names = append(names, fmt.Sprintf("cuda:%d", p.gpus[share*min(len(p.gpus), asked)/asked]))
	}
	switch {
	case p.of < p.shared:
		why = fmt.Sprintf("the %d processes of this machine share %s", p.shared, text.Count(p.of, "GPU"))
	case len(p.gpus) < asked:
		why = Shares(names)
	}
	return names, why
}

// agreeOnStrict turns --strict on in all processes where some compute on GPUs and others on the
// processor. All of them call it.
func (c *Config) agreeOnStrict(world *mpi.World, names []string) (why string, err error) {
	if world == nil {
		return "", nil
	}
	kinds := make([]uint32, 2)
	for _, name := range names {
		if name == "host" {
			kinds[0] = 1
		} else {
			kinds[1] = 1
		}
	}
	if err := world.Greatest(kinds); err != nil {
		return "", err
	}
	if kinds[0] == 0 || kinds[1] == 0 || c.Strict {
		return "", nil
	}
	c.Strict = true
	return mixedStrict, nil
}
