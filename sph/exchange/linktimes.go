package exchange

import (
	"slices"
	"time"

	"gpusph/gpu"
)

// Link is how long two processes take to swap messages: latency + bytes/bandwidth. It is measured
// with what edges are swapped with, by IPC and NCCL between the first devices of both.
type Link struct {
	Between   [2]int // ranks
	Transport Transport
	Latency   float64 // of 64 bytes each way [s]
	Bandwidth float64 // each way, while the other is used as well [bytes/s]
	Bytes     int     // of the message that was timed for it
}

const (
	smallBytes, largeBytes = 64, 1 << 20
	leastSwaps, mostSwaps  = 8, 40                 // of a size between two processes
	mostTime               = 40 * time.Millisecond // for those, unless the least take longer

	// mostPaired is how many processes may be for all pairs to be timed. Of more, those are that
	// have neighbours in the order of ranks.
	mostPaired = 16
)

// TimeLinks times the links between processes, by pairs of ranks. Those that have nothing in common
// are timed at once, so it takes some tens of milliseconds for each process. All processes call it.
// onFirst does something on the goroutine of the process's first device.
func TimeLinks(g *Group, onFirst func(func(*Member) error) error) ([]Link, error) {
	var own []Link
	for _, round := range rounds(g.Processes.Count()) {
		for _, pair := range round {
			if slices.Contains(pair[:], g.Processes.Rank()) {
				link, err := timeLink(g, pair, onFirst)
				if err != nil {
					return nil, err
				}
				own = append(own, link)
			}
		}
	}
	parts, err := GatherOf(g, own)
	if err != nil {
		return nil, err
	}
	var all []Link
	for rank, links := range parts {
		for _, l := range links {
			if l.Between[0] == rank {
				all = append(all, l)
			}
		}
	}
	slices.SortFunc(all, func(a, b Link) int { return slices.Compare(a.Between[:], b.Between[:]) })
	return all, nil
}

// rounds are the pairs of processes that are timed. No process is in two pairs of a round.
func rounds(n int) (all [][][2]int) {
	if n > mostPaired {
		all = make([][][2]int, 2)
		for k := range n - 1 {
			all[k%2] = append(all[k%2], [2]int{k, k + 1})
		}
		return append(all, [][2]int{{0, n - 1}})
	}
	// All meet all as in a tournament: in round r those whose ranks add up to r, and the last with
	// who would meet itself.
	m := n + n%2 - 1
	for r := range m {
		var round [][2]int
		for i := range n {
			j := (r - i + m) % m
			if i == m {
				continue
			}
			if j == i {
				j = m
			}
			if i < j && j < n {
				round = append(round, [2]int{i, j})
			}
		}
		all = append(all, round)
	}
	return all
}

// timeLink is called by both of a pair.
func timeLink(g *Group, pair [2]int, onFirst func(func(*Member) error) error) (Link, error) {
	l := Link{Between: pair, Transport: g.Between(pair[0], pair[1]), Bytes: largeBytes}
	if l.Transport != MPI {
		l.Bytes = probeBytes
	}
	swaps := func(bytes int) (seconds float64, err error) {
		if l.Transport == MPI {
			return timeSwaps(g.Processes, pair, bytes)
		}
		other := pair[0]
		if other == g.Processes.Rank() {
			other = pair[1]
		}
		err = onFirst(func(m *Member) error {
			seconds, err = m.timeSwaps(g.Firsts[other], bytes)
			return err
		})
		return seconds, err
	}
	small, err := swaps(smallBytes)
	if err != nil {
		return l, err
	}
	large, err := swaps(l.Bytes)
	l.Latency, l.Bandwidth = small, float64(l.Bytes)/max(large-small, 0.1*large, 1e-9)
	return l, err
}

// queuedSwaps are timed together, behind some that set the link up.
const queuedSwaps = 50

// timeSwaps is how long a given number of bytes take both ways at once between two GPUs [s]: many
// swaps that follow each other in a stream. Both devices call it.
func (m *Member) timeSwaps(other, bytes int) (float64, error) {
	swap := func(n int) error {
		for range n {
			m.swapProbes(other, bytes)
		}
		return m.Main.Sync()
	}
	if err := swap(3); err != nil {
		return 0, err
	}
	begun := time.Now()
	err := swap(queuedSwaps)
	return time.Since(begun).Seconds() / queuedSwaps, err
}

// swapProbes lets the main stream swap bytes that mean nothing with another process's device.
func (m *Member) swapProbes(other, bytes int) {
	for _, l := range m.links {
		switch l := l.(type) {
		case *shared:
			if m.transport(other) == IPC {
				l.swapProbes(other, bytes)
			}
		case *collective:
			if m.transport(other) == NCCL {
				l.items.Exchange(m.Main, []gpu.NCCLPart{
					{At: m.probe, Bytes: bytes, Rank: other}, {At: m.probe + probeBytes, Bytes: bytes, Rank: other, Receives: true}})
			}
		}
	}
}

// timeSwaps is how long a given number of bytes take both ways at once [s]. The first swap, which
// may set the link up, does not count. The first process of the pair says with each message whether
// it is the last. Where one process begins later than the other, it waits the less for it: their
// swaps are long and short in turn. So it is half the median of two that follow each other.
func timeSwaps(p Processes, pair [2]int, bytes int) (float64, error) {
	peer, leads := pair[0], p.Rank() == pair[0]
	if leads {
		peer = pair[1]
	}
	out, in := make([]byte, bytes), make([]byte, bytes)
	var times []float64
	for began, last := time.Now(), false; !last; {
		if leads {
			last = len(times) > mostSwaps || len(times) > leastSwaps && time.Since(began) > mostTime
			out[0] = byte(number(last))
		}
		begun := time.Now()
		if err := p.Swap([]Message{{Peer: peer, Tag: LinkTag, Bytes: out}}, []Message{{Peer: peer, Tag: LinkTag, Bytes: in}}); err != nil {
			return 0, err
		}
		times = append(times, time.Since(begun).Seconds())
		last = last || !leads && in[0] == 1
	}
	var means []float64
	for i := 1; i+1 < len(times); i++ {
		means = append(means, (times[i]+times[i+1])/2)
	}
	slices.Sort(means)
	return means[len(means)/2], nil
}
